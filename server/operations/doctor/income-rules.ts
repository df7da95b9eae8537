import { sql } from 'kysely';
import { bookedSum, isBooked, missingAuditRow, type RowRule } from './queries.ts';

/** Other income than dues, and expenses that wait for a second person. */
export const incomeRules: readonly RowRule[] = [
  {
    invariant: 'waiting',
    table: 'expenses',
    says: 'it waits for a second person, and nobody was asked',
    broken: sql`dihapus_pada IS NULL AND menunggu = 1 AND NOT EXISTS (SELECT 1 FROM persetujuan
      WHERE jenis = 'pengeluaran' AND tentang = CAST(expenses.id AS TEXT) AND keputusan IS NULL)`,
  },
  {
    invariant: 'booked',
    table: 'penerimaan',
    says: 'the book does not have it with this amount, day and category',
    broken: sql`dihapus_pada IS NULL
      AND NOT (${isBooked('penerimaan_id', sql`penerimaan.jumlah`, sql`penerimaan.tanggal`)})`,
  },
  {
    invariant: 'booked',
    table: 'penerimaan',
    says: 'it is reversed, and the book still has money of it',
    broken: sql`dihapus_pada IS NOT NULL AND ${bookedSum('penerimaan_id')} <> 0`,
  },
  {
    invariant: 'audited',
    table: 'penerimaan',
    says: 'the audit log does not tell that it was entered with this amount',
    broken: missingAuditRow('penerimaan', ['income.added'], { amount: true }),
  },
  {
    invariant: 'audited',
    table: 'penerimaan',
    says: 'the audit log does not tell that it was reversed',
    broken: sql`dihapus_pada IS NOT NULL AND ${missingAuditRow('penerimaan', ['income.reversed'], { amount: false })}`,
  },
];
