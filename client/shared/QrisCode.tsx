import { IconShare } from '@tabler/icons-react';
import { formatRupiah } from '../../contract/format.ts';
import { qrisFor, readQris } from '../../contract/qris.ts';
import { shareFile } from '../lib/save-file.ts';
import { Button } from '../ui/Button.tsx';
import { notify } from '../ui/notify.ts';
import { QrCode } from '../ui/QrCode.tsx';
import css from './QrisCode.module.css';
import { drawQris } from './qris-picture.ts';

interface Props {
  /** The estate's own code. */
  text: string;
  /** Rupiah. */
  amount: number;
}

/** A code with the amount, and who receives it, for comparison in the payment app. */
export default function QrisCode({ text, amount }: Props) {
  const merchant = readQris(text);
  if (typeof merchant === 'string') return <p>{merchant}</p>;
  const { nama, kota, nmid } = merchant;
  const code = qrisFor(text, amount);
  const share = async () => {
    const words = [nama, [kota, nmid].filter(Boolean).join(' · '), formatRupiah(amount)];
    try {
      await shareFile(await drawQris(code, words), `QRIS ${nama}`);
    } catch {
      notify.error('Kode QRIS tidak dapat dibagikan', { message: 'Ambil tangkapan layarnya.' });
    }
  };
  return (
    <figure className={`ui-parts ${css.qris}`}>
      <QrCode className={css.code} text={code} label={`Kode QRIS sebesar ${formatRupiah(amount)}`} />
      <figcaption className={css.words}>
        <strong>{nama}</strong>
        <span>{kota}</span>
        {nmid && <span>NMID: {nmid}</span>}
        <p className="ui-note">
          Pindai atau buka gambarnya dari aplikasi bank atau dompet digital. Cocokkan nama, kota
          {nmid && ', NMID'} dan jumlah sebelum membayar, lalu kirim buktinya di bawah.
        </p>
      </figcaption>
      <Button icon={IconShare} onClick={() => void share()}>
        Simpan atau bagikan gambar
      </Button>
    </figure>
  );
}
