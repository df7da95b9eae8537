import { type Selectable, type SqlBool, sql } from 'kysely';
import { type Bill, openDays, reservedDays } from '../../../contract/bills.ts';
import { monthKey, type Period } from '../../../contract/format.ts';
import { bankDay } from '../../bank/bank-day.ts';
import { daysAfter } from '../../clock.ts';
import { insertRow } from '../../database/insert-row.ts';
import type { Db } from '../../database/open.ts';
import type { Schema } from '../../database/schema.ts';
import type { Tx } from '../../database/write.ts';
import { isLive } from '../payments/is-live.ts';

export type BilledMonth = Pick<Schema['tagihan_bulan'], 'tahun' | 'bulan' | 'iuran' | 'jumlah'>;

export interface StoredBill extends Selectable<Schema['tagihan']> {
  /** Oldest first. */
  bulan: BilledMonth[];
}

/** What a house has paid more than its dues by codes: of live payments what code and credit made of them. */
export async function readCredit(db: Db, user_id: number): Promise<number> {
  const { kredit } = await db
    .selectFrom('tagihan')
    .innerJoin('tagihan_bulan', 'tagihan_bulan.tagihan_id', 'tagihan.id')
    .innerJoin('payments', 'payments.id', 'tagihan_bulan.payment_id')
    .where('tagihan.user_id', '=', user_id)
    .where(isLive)
    .select(sql<number>`coalesce(sum(tagihan_bulan.jumlah - tagihan_bulan.iuran), 0)`.as('kredit'))
    .executeTakeFirstOrThrow();
  return kredit;
}

const bills = (db: Db) =>
  db
    .selectFrom('tagihan')
    .select(['id', 'user_id', 'akun_id', 'jumlah', 'kode', 'kredit', 'dibuat_pada', 'ditutup_pada'])
    .orderBy('id');

/** @param rows in the order of the answer */
export async function withMonths(db: Db, rows: readonly Omit<StoredBill, 'bulan'>[]): Promise<StoredBill[]> {
  if (rows.length === 0) return [];
  const months = await db
    .selectFrom('tagihan_bulan')
    .select(['tagihan_id', 'tahun', 'bulan', 'iuran', 'jumlah'])
    .where(
      'tagihan_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('tahun')
    .orderBy('bulan')
    .execute();
  const byBill = Map.groupBy(months, ({ tagihan_id }) => tagihan_id);
  return rows.map((row) => ({
    ...row,
    bulan: (byBill.get(row.id) ?? []).map(({ tagihan_id: _, ...month }) => month),
  }));
}

const hasLivePayment = sql<boolean>`EXISTS (SELECT 1 FROM tagihan_bulan
  JOIN payments ON payments.id = tagihan_bulan.payment_id AND ${isLive}
  WHERE tagihan_bulan.tagihan_id = tagihan.id)`;

const isReserved = (now: string) =>
  sql<boolean>`(tagihan.ditutup_pada IS NULL OR tagihan.ditutup_pada > ${daysAfter(now, -reservedDays)})`;

/** Bills without a payment, oldest first; open ones, or those that were closed lately. */
export async function listUnpaidOf(db: Db, user_id: number, now: string): Promise<StoredBill[]> {
  const rows = await bills(db)
    .where('user_id', '=', user_id)
    .where('dibuat_pada', '>', daysAfter(now, -openDays))
    .where(isReserved(now))
    .where((eb) => eb.not(hasLivePayment))
    .execute();
  return await withMonths(db, rows);
}

export const isOpen = ({ ditutup_pada }: Pick<StoredBill, 'ditutup_pada'>) => ditutup_pada === null;

/** Made so lately that its amount may be on its way. */
export const isRecent = ({ dibuat_pada }: Pick<StoredBill, 'dibuat_pada'>, now: string) =>
  dibuat_pada > daysAfter(now, -reservedDays);

/** Also a closed one: its amount may have been sent before. */
export async function findBillOf(db: Db, user_id: number, id: number): Promise<StoredBill | undefined> {
  const rows = await bills(db).where('user_id', '=', user_id).where('id', '=', id).execute();
  return (await withMonths(db, rows))[0];
}

export const coversMonths = (bill: Pick<StoredBill, 'bulan'>, months: readonly Period[]) =>
  bill.bulan.map(monthKey).join() === months.map(monthKey).join();

interface Range {
  akun_id: number;
  from: number;
  to: number;
}

/** Bills of an account within these amounts, or of a person. */
const concerns = ({ akun_id, from, to }: Range, user_id: number) =>
  sql<boolean>`(tagihan.user_id = ${user_id}
    OR (tagihan.akun_id = ${akun_id} AND tagihan.jumlah BETWEEN ${from} AND ${to}))`;

/** Open bills of an account within these amounts, or of a person, of which a month is paid; and since when. */
export function listPaid(db: Db, range: Range, user_id: number) {
  return db
    .selectFrom('tagihan')
    .innerJoin('tagihan_bulan', 'tagihan_bulan.tagihan_id', 'tagihan.id')
    .innerJoin('payments', (join) =>
      join
        .onRef('payments.user_id', '=', 'tagihan.user_id')
        .onRef('payments.tahun', '=', 'tagihan_bulan.tahun')
        .onRef('payments.bulan', '=', 'tagihan_bulan.bulan'),
    )
    .where('tagihan.ditutup_pada', 'is', null)
    .where(concerns(range, user_id))
    .where(isLive)
    .where('payments.status', '=', 'dikonfirmasi')
    .groupBy('tagihan.id')
    .select(['tagihan.id', (eb) => eb.fn.max('payments.tanggal_konfirmasi').as('pada')])
    .execute();
}

/** Open bills of an account within these amounts, or of a person, that nobody pays any more: too old, or of a former account. */
export function listAbandoned(db: Db, range: Range, user_id: number, now: string) {
  return db
    .selectFrom('tagihan')
    .innerJoin('users', 'users.id', 'tagihan.user_id')
    .where('tagihan.ditutup_pada', 'is', null)
    .where((eb) => eb.not(hasLivePayment))
    .where((eb) =>
      eb.or([
        eb('tagihan.dibuat_pada', '<=', daysAfter(now, -openDays)),
        eb('users.dihapus_pada', 'is not', null),
      ]),
    )
    .where(concerns(range, user_id))
    .select('tagihan.id')
    .execute();
}

type CodedLine = Pick<Schema['mutasi_bank'], 'akun_id' | 'jumlah' | 'tanggal'>;

/**
 * Bills that lines with these amounts may pay, oldest first, with the days of such lines: from the day on which the bill
 * was made until its amount is free for another one, however late the lines are imported.
 */
export async function listCoded(db: Db, lines: readonly CodedLine[]) {
  const [first] = lines.map(({ tanggal }) => tanggal).toSorted();
  if (first === undefined) return [];
  const amounts = [...new Set(lines.map(({ jumlah }) => jumlah))];
  const accounts = [...new Set(lines.map(({ akun_id }) => akun_id))];
  const rows = await bills(db)
    .where('akun_id', 'in', accounts)
    .where('jumlah', 'in', amounts)
    .where(isReserved(daysAfter(first, -1)))
    .execute();
  return (await withMonths(db, rows)).map((bill) => ({
    ...bill,
    sejak: bankDay(bill.dibuat_pada),
    sampai: bill.ditutup_pada && bankDay(daysAfter(bill.ditutup_pada, reservedDays)),
  }));
}

/** Amounts of an account that a bill has or had until lately. */
export async function listReserved(db: Db, { akun_id, from, to }: Range, now: string): Promise<Set<number>> {
  const rows = await db
    .selectFrom('tagihan')
    .select('jumlah')
    .where('akun_id', '=', akun_id)
    .where('jumlah', '>=', from)
    .where('jumlah', '<=', to)
    .where(isReserved(now))
    .execute();
  return new Set(rows.map(({ jumlah }) => jumlah));
}

export async function closeBill(tx: Tx, id: number, ditutup_pada: string): Promise<void> {
  await tx.db.updateTable('tagihan').set({ ditutup_pada }).where('id', '=', id).execute();
  await tx.audit('bill.closed', 'bills', id, { sebelum: { ditutup_pada: null }, sesudah: { ditutup_pada } });
}

export async function reopenBill(tx: Tx, { id, ditutup_pada }: StoredBill): Promise<void> {
  await tx.db.updateTable('tagihan').set({ ditutup_pada: null }).where('id', '=', id).execute();
  await tx.audit('bill.reopened', 'bills', id, {
    sebelum: { ditutup_pada },
    sesudah: { ditutup_pada: null },
  });
}

export async function insertBill(
  tx: Tx,
  { bulan, ...bill }: Omit<StoredBill, 'id' | 'dibuat_pada' | 'ditutup_pada'>,
): Promise<StoredBill> {
  const id = await insertRow(tx, 'tagihan', { ...bill, dibuat_pada: tx.now, ditutup_pada: null });
  const months = bulan.map((month) => ({ ...month, tagihan_id: id, payment_id: null }));
  await tx.db.insertInto('tagihan_bulan').values(months).execute();
  await tx.audit('bill.made', 'bills', id, { sesudah: { ...bill, rincian: bulan } });
  return { ...bill, bulan, id, dibuat_pada: tx.now, ditutup_pada: null };
}

/** These payments, one for each month, are for the bill; one that was sent for another bill stays with that. */
export async function linkBill(
  tx: Tx,
  tagihan_id: number,
  payments: readonly (Period & { id: number })[],
): Promise<void> {
  for (const { id: payment_id, tahun, bulan } of payments)
    await tx.db
      .updateTable('tagihan_bulan')
      .set({ payment_id })
      .where('tagihan_id', '=', tagihan_id)
      .where('tahun', '=', tahun)
      .where('bulan', '=', bulan)
      .where(
        sql<SqlBool>`NOT EXISTS (SELECT 1 FROM tagihan_bulan AS other WHERE other.payment_id = ${payment_id})`,
      )
      .execute();
}

export const presentBill = ({ id, jumlah, kode, kredit, bulan }: StoredBill): Bill => ({
  id,
  bulan: bulan.map(monthKey),
  jumlah,
  kode,
  kredit,
});
