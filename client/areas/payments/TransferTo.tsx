import { IconCheck, IconCopy, IconQrcode } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { formatRupiah } from '../../../contract/format.ts';
import { useEstate } from '../../shared/estate.ts';
import { Button } from '../../ui/Button.tsx';
import { EstateRead } from '../../shared/EstateRead.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import css from './TransferTo.module.css';

const QrisCode = lazyPart(() => import('../../shared/QrisCode.tsx'));

interface Props {
  /** Rupiah. */
  amount: number;
}

export function TransferTo({ amount }: Props) {
  return (
    <EstateRead height="7.5rem">
      <Slip amount={amount} />
    </EstateRead>
  );
}

function Slip({ amount }: Props) {
  const { bankAccount, bankHolder, bankName, qris, qrisAktif } = useEstate();
  const [isScanning, setScanning] = useState(false);
  const number = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState(false);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(bankAccount.replace(/\D/g, ''));
      setCopied(true);
    } catch {
      // The Clipboard API needs https and permission: otherwise select the number for manual copying.
      if (number.current) getSelection()?.selectAllChildren(number.current);
    }
  };

  return (
    <dl className={css.slip}>
      <div>
        <dt>Jumlah</dt>
        <dd className={css.amount}>{formatRupiah(amount)}</dd>
      </div>
      <div>
        <dt>Transfer ke</dt>
        {bankAccount ? (
          <dd className={css.to}>
            <span className={css.account}>
              <span>{bankName}</span>
              <strong ref={number}>{bankAccount}</strong>
              {bankHolder && <span>a.n. {bankHolder}</span>}
            </span>
            <Button icon={copied ? IconCheck : IconCopy} onClick={() => void copy()}>
              {copied ? 'Tersalin' : 'Salin'}
              <VisuallyHidden> nomor rekening</VisuallyHidden>
            </Button>
            <VisuallyHidden>
              <span role="status">{copied && 'Nomor rekening tersalin'}</span>
            </VisuallyHidden>
          </dd>
        ) : (
          <dd>Nomor rekening belum tersedia. Silakan tanyakan kepada pengurus.</dd>
        )}
      </div>
      {qrisAktif && (
        <div>
          <dt>Atau bayar dengan QRIS</dt>
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
