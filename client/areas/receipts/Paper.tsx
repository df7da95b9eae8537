import type { IssuedReceipt } from '../../../contract/receipts.ts';
import { QrCode } from '../../ui/QrCode.tsx';
import { arrearsLine, howToCheck, linkOf, receiptLines, receiptTitle, reversedSince } from './lines.ts';
import css from './Paper.module.css';

/** A receipt as it is read and printed; always dark on white, so that cameras read its code. */
export function Paper({ receipt }: { receipt: IssuedReceipt }) {
  const reversed = reversedSince(receipt);
  const arrears = arrearsLine(receipt);
  return (
    <article className={css.paper} aria-label={receiptTitle(receipt)}>
      <p className={css.estate}>{receipt.perumahan}</p>
      <p className={css.title}>{receiptTitle(receipt)}</p>
      {reversed && <p className={css.reversed}>{reversed}</p>}
      <dl className={`ui-pairs ${css.lines}`}>
        {receiptLines(receipt).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {arrears && <p className={css.arrears}>{arrears}</p>}
      <QrCode className={css.code} text={linkOf(receipt)} label="Kode QR untuk memeriksa kuitansi" />
      <p className={css.hint}>{howToCheck}</p>
    </article>
  );
}
