/** Payments that a settlement of a QRIS provider may have paid out. */
import { type SqlBool, sql } from 'kysely';
import { shiftDay } from '../../../contract/format.ts';
import type { Scope } from '../../../contract/policy.ts';
import { settledDays } from '../../../contract/settlements.ts';
import { bankDay } from '../../bank/bank-day.ts';
import type { ConfirmedSlip } from '../../bank/prove-slips.ts';
import type { Db } from '../../database/open.ts';
import { inScope } from '../../database/scope.ts';
import type { Tx } from '../../database/write.ts';
import { isWhole, type Line } from './line-queries.ts';

/** Confirmed, not paid in cash, which an estate with one account has in that of its lines, and proven by no line. */
const confirmed = (db: Db, scope: Scope) =>
  db
    .selectFrom('kas_entri')
    .innerJoin('payments', 'payments.id', 'kas_entri.payment_id')
    .innerJoin('users', 'users.id', 'payments.user_id')
    .where('kas_entri.jenis', '=', 'iuran')
    .where('payments.status', '=', 'dikonfirmasi')
    .where('payments.dihapus_pada', 'is', null)
    .where('payments.metode', '=', 'transfer')
    .where(
      sql<SqlBool>`NOT EXISTS (SELECT 1 FROM kas_entri AS reversal WHERE reversal.membatalkan = kas_entri.nomor)`,
    )
    .where(sql<SqlBool>`NOT EXISTS (SELECT 1 FROM mutasi_pembayaran WHERE payment_id = payments.id)`)
    .where(inScope(scope));

/** The same, booked in the account of the line. */
const unproven = (db: Db, scope: Scope, { akun_id }: Line) =>
  confirmed(db, scope).where('kas_entri.akun_id', '=', akun_id);

/** Slips of these payers that no line proves, booked from a day on; the months of a slip oldest first. */
export async function listUnproven(
  db: Db,
  scope: Scope,
  { payers, from }: { payers: readonly number[]; from: string },
): Promise<ConfirmedSlip[]> {
  if (payers.length === 0) return [];
  const rows = await confirmed(db, scope)
    .select(['payments.id', 'payments.user_id', 'payments.kelompok', 'payments.tahun', 'payments.bulan'])
    .select(['payments.tanggal_upload', 'kas_entri.akun_id', 'kas_entri.jumlah'])
    .where('payments.user_id', 'in', payers)
    .where('kas_entri.tanggal', '>=', from)
    .orderBy('payments.tahun')
    .orderBy('payments.bulan')
    .execute();
  const slips = Map.groupBy(rows, ({ id, kelompok }) => kelompok ?? id);
  return [...slips.values()].flatMap((bills) => {
    const [first] = bills;
    if (!first) return [];
    const { akun_id, user_id, tanggal_upload } = first;
    return { akun_id, user_id, hari: bankDay(tanggal_upload), bills };
  });
}

/** Oldest month first; sent on the day of the line or the days before, for the rest of a line also later. */
export async function listSettleable(db: Db, scope: Scope, line: Line) {
  const from = shiftDay(line.tanggal, -settledDays);
  const rows = await unproven(db, scope, line)
    .select(['payments.id', 'payments.user_id', 'payments.kelompok', 'payments.tahun', 'payments.bulan'])
    .select(['payments.tanggal_upload', 'kas_entri.jumlah', 'users.nama', 'users.blok'])
    .where('kas_entri.tanggal', '>=', from) // nothing is booked before it is sent
    .orderBy('payments.tahun')
    .orderBy('payments.bulan')
    .execute();
  return rows
    .map(({ tanggal_upload, ...row }) => ({ ...row, hari: bankDay(tanggal_upload) }))
    .filter(({ hari }) => from <= hari && (hari <= line.tanggal || !isWhole(line)));
}

/** Rupiah by payment, of those that may still be settled; they cannot be reversed until the transaction ends. */
export async function lockSettleable(tx: Tx, scope: Scope, line: Line, ids: readonly number[]) {
  const unlinked = tx.db
    .selectFrom('payments')
    .select('id')
    .where('id', 'in', ids)
    // A payment of this very line may be waiting for the line, to be reversed.
    .where(sql<SqlBool>`NOT EXISTS (SELECT 1 FROM mutasi_pembayaran WHERE payment_id = payments.id)`)
    .orderBy('id');
  await tx.dialect.forShare(unlinked).execute();
  return await unproven(tx.db, scope, line)
    .select(['payments.id', 'kas_entri.jumlah'])
    .where('payments.id', 'in', ids)
    .execute();
}
