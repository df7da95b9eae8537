import { sql } from 'kysely';
import { bookedSum, isBooked, missingAuditRow, type RowRule } from './queries.ts';

/** Other income than dues, and expenses that wait for a second person. */
export const incomeRules: readonly RowRule[] = [
  {
    invariant: 'waiting',
    table: 'expenses',
    says: 'menunggu orang kedua, tetapi tidak seorang pun diminta',
    broken: sql`dihapus_pada IS NULL AND menunggu = 1 AND NOT EXISTS (SELECT 1 FROM persetujuan
      WHERE jenis = 'pengeluaran' AND tentang = CAST(expenses.id AS TEXT) AND keputusan IS NULL)`,
  },
  {
    invariant: 'booked',
    table: 'penerimaan',
    says: 'buku kas tidak memuatnya dengan jumlah, tanggal, dan kategori ini',
    broken: sql`dihapus_pada IS NULL
      AND NOT (${isBooked('penerimaan_id', sql`penerimaan.jumlah`, sql`penerimaan.tanggal`)})`,
  },
  {
    invariant: 'booked',
    table: 'penerimaan',
    says: 'sudah dibatalkan, tetapi buku kas masih memuat uangnya',
    broken: sql`dihapus_pada IS NOT NULL AND ${bookedSum('penerimaan_id')} <> 0`,
  },
  {
    invariant: 'audited',
    table: 'penerimaan',
    says: 'riwayat perubahan tidak memuat pencatatannya dengan jumlah ini',
    broken: missingAuditRow('penerimaan', ['income.added'], { amount: true }),
  },
  {
    invariant: 'audited',
    table: 'penerimaan',
    says: 'riwayat perubahan tidak memuat pembatalannya',
    broken: sql`dihapus_pada IS NOT NULL AND ${missingAuditRow('penerimaan', ['income.reversed'], { amount: false })}`,
  },
];
