import type { ScarceRoom } from '../../../contract/dashboard.ts';
import { formatFileSize } from '../../../contract/format.ts';
import { Notice } from '../../ui/Notice.tsx';

/** Warns the ketua that the storage quota is nearly used up. */
export default function StorageWarning({ room: { terpakai, kuota } }: { room: ScarceRoom }) {
  const isFull = terpakai >= kuota;
  return (
    <Notice
      tone="warning"
      title={isFull ? 'Ruang foto dan dokumen penuh' : 'Ruang foto dan dokumen hampir penuh'}
    >
      <p>
        {formatFileSize(terpakai)} dari {formatFileSize(kuota)} terpakai.{' '}
        {isFull ? 'Foto dan dokumen baru ditolak' : 'Bila penuh, foto dan dokumen baru ditolak'}; bukti
        pembayaran tetap diterima. Minta pengelola server menambah ruang. Ruang dari postingan dan aduan yang
        dihapus baru kosong setelah 90 hari.
      </p>
    </Notice>
  );
}
