import { useMemo } from 'react';
import type { IssuedReceipt } from '../../../contract/receipts.ts';
import { howToCheck, linkOf, receiptLines, receiptTitle, reversedSince } from './lines.ts';
import css from './Paper.module.css';
import { drawQrCode } from './qr-code.ts';

/** A receipt as it is read and printed; always dark on white, so that cameras read its code. */
export function Paper({ receipt }: { receipt: IssuedReceipt }) {
  const link = linkOf(receipt);
  const { size, path } = useMemo(() => drawQrCode(link), [link]);
  const reversed = reversedSince(receipt);
  return (
    <article className={css.paper} aria-label={receiptTitle(receipt)}>
      <p className={css.estate}>{receipt.perumahan}</p>
      <p className={css.title}>{receiptTitle(receipt)}</p>
      {reversed && <p className={css.reversed}>{reversed}</p>}
      <dl className={css.lines}>
        {receiptLines(receipt).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <svg
        className={css.code}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label="Kode QR untuk memeriksa kuitansi"
      >
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <p className={css.hint}>{howToCheck}</p>
    </article>
  );
}
