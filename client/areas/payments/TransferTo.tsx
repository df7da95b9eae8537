import { IconCheck, IconCopy, IconQrcode } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { formatRupiah } from '../../../contract/format.ts';
import { EstateRead } from '../../shared/EstateRead.tsx';
import { useEstate } from '../../shared/estate.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import css from './TransferTo.module.css';

const QrisCode = lazyPart(() => import('../../shared/QrisCode.tsx'));

interface Props {
  /** Rupiah; null while the code is not known yet. */
  amount: number | null;
  /** With a unique code, and what the house paid too much before. */
  coded?: { kredit: number } | undefined;
}

export function TransferTo(props: Props) {
  return (
    <EstateRead height="7.5rem">
      <Slip {...props} />
    </EstateRead>
  );
}

function Slip({ amount, coded }: Props) {
  const { bankAccount, bankHolder, bankName, qris, qrisAktif } = useEstate();
  const [isScanning, setScanning] = useState(false);
  return (
    <dl className={css.slip}>
      <div className="ui-ends">
        <dt className="ui-detail">Jumlah</dt>
        {amount === null ? (
          <dd className={css.amount} aria-busy>
            <Skeleton width="7rem" height="1.5rem" />
          </dd>
        ) : coded ? (
          <dd className={css.coded}>
            <Amount value={amount} />
            <CopyButton text={String(amount)} what="jumlah" copied="Jumlah tersalin" />
          </dd>
        ) : (
          <dd className={css.amount}>{formatRupiah(amount)}</dd>
        )}
        {coded && (
          <dd className={cx('ui-detail', css.exact)}>
            Transfer tepat jumlah ini. Tiga angka terakhir adalah kode agar langsung dikenali; kelebihannya
            mengurangi iuran berikutnya.
            {coded.kredit > 0 && ` Kelebihan sebelumnya ${formatRupiah(coded.kredit)} sudah dikurangkan.`}
          </dd>
        )}
      </div>
      <div>
        <dt className="ui-detail">Transfer ke</dt>
        {bankAccount ? (
          <dd className={cx('ui-ends', css.to)}>
            <span className={css.account}>
              <span>{bankName}</span>
              <strong data-copied>{bankAccount}</strong>
              {bankHolder && <span>a.n. {bankHolder}</span>}
            </span>
            <CopyButton
              text={bankAccount.replace(/\D/g, '')}
              what="nomor rekening"
              copied="Nomor rekening tersalin"
            />
          </dd>
        ) : (
          <dd>Nomor rekening belum tersedia. Silakan tanyakan kepada pengurus.</dd>
        )}
      </div>
      {qrisAktif && amount !== null && amount > 0 && (
        <div>
          <dt className="ui-detail">Atau bayar dengan QRIS</dt>
          <dd>
            {isScanning ? (
              <QrisCode text={qris} amount={amount} waiting={<Skeleton height="24rem" />} />
            ) : (
              <Button icon={IconQrcode} onClick={() => setScanning(true)}>
                Tampilkan kode QRIS
              </Button>
            )}
          </dd>
        </div>
      )}
    </dl>
  );
}

/** The last three digits tell whose transfer it is. */
function Amount({ value }: { value: number }) {
  const text = formatRupiah(value);
  return (
    <span className={css.amount} data-copied>
      {text.slice(0, -3)}
      <mark>{text.slice(-3)}</mark>
    </span>
  );
}

interface CopyProps {
  text: string;
  what: string;
  /** Said when it is on the clipboard. */
  copied: string;
}

function CopyButton({ text, what, copied }: CopyProps) {
  const [done, setDone] = useState<string>();
  const shown = useRef<HTMLSpanElement>(null);
  const isDone = done === text;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(text);
    } catch {
      // The Clipboard API needs https and permission: otherwise select the text for manual copying.
      const place = shown.current?.parentElement?.querySelector('[data-copied]');
      if (place) getSelection()?.selectAllChildren(place);
    }
  };
  return (
    <span ref={shown}>
      <Button icon={isDone ? IconCheck : IconCopy} onClick={() => void copy()}>
        {isDone ? 'Tersalin' : 'Salin'}
        <span className="ui-unseen"> {what}</span>
      </Button>
      <span className="ui-unseen" role="status">
        {isDone && copied}
      </span>
    </span>
  );
}
