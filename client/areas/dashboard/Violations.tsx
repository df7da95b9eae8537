import { formatDateTime } from '../../../contract/format.ts';
import type { BrokenRules, Invariant } from '../../../contract/health.ts';
import { useEstate } from '../../shared/estate.ts';
import { Notice } from '../../ui/Notice.tsx';
import css from './dashboard.module.css';

const rules: Record<Invariant, string> = {
  balance: 'Saldo tidak sama dengan jumlah catatannya',
  sum: 'Jumlah yang disimpan tidak sama dengan jumlah catatannya',
  amount: 'Jumlah uang nol, negatif, atau bukan angka',
  'one-live-payment': 'Dua pembayaran untuk warga dan bulan yang sama',
  booked: 'Tidak masuk buku kas',
  audited: 'Tidak ada catatannya di riwayat perubahan',
  altered: 'Isinya berbeda dengan riwayat perubahan, mungkin diubah di luar aplikasi',
  destroyed: 'Ada di riwayat perubahan, tetapi datanya hilang',
  waiting: 'Masih menunggu, padahal akun warganya sudah dihapus',
  session: 'Ada yang masuk dengan akun yang ditutup, atau tanpa lewat halaman masuk',
  file: 'Foto atau file hilang atau rusak',
  log: 'Riwayat perubahan tidak cocok dengan log, mungkin ditulis ulang',
  closing: 'Bulan yang sudah ditutup bukan lagi seperti saat ditutup',
  schema: 'Pengaman data dilepas atau diubah',
  account: 'Peran, data, atau password akun diubah di luar aplikasi',
  settings: 'Rekening, iuran, atau pengaturan lain diubah di luar aplikasi',
};

const tables: Record<string, string> = {
  payments: 'Pembayaran',
  expenses: 'Pengeluaran',
  complaints: 'Aduan',
  posts: 'Postingan',
  documents: 'Dokumen',
  sessions: 'Sesi',
  dues: 'Iuran sejak',
  files: 'File',
  kas_entri: 'Transaksi buku kas',
  tutup_buku: 'Tutup buku',
  tutup_buku_versi: 'Catatan tutup buku',
  audit: 'Catatan riwayat',
  log_daun: 'Catatan log',
  log_kepala: 'Kepala log',
  log_simpul: 'Ringkasan log',
  schema: 'Bagian',
  users: 'Akun',
  settings: 'Pengaturan',
  log_kunci: 'Kunci log',
};

/** Warns the ketua that the last consistency check found invalid data. */
export default function Violations({ found: { tanggal, jumlah, contoh } }: { found: BrokenRules }) {
  const { timeZone } = useEstate();
  return (
    <Notice tone="danger" title={`Pemeriksaan data menemukan ${jumlah} masalah`}>
      <ul className={css.violations}>
        {contoh.map(({ aturan, tabel, id }) => (
          <li key={`${aturan} ${tabel} ${id}`}>
            {rules[aturan]}
            {id !== null && `: ${tables[tabel] ?? tabel} ${typeof id === 'number' ? `nomor ${id}` : id}`}
          </li>
        ))}
        {jumlah > contoh.length && <li>dan {jumlah - contoh.length} lainnya</li>}
      </ul>
      <p>
        Jangan ubah data yang disebut di atas. Hubungi pengelola server dan minta menjalankan{' '}
        <code>npm run doctor</code>; bila data memang rusak, data dapat dipulihkan dari cadangan. Diperiksa{' '}
        {formatDateTime(tanggal, timeZone)}.
      </p>
    </Notice>
  );
}
