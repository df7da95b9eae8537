/** SQL about accounts and funds, and about what lies in them. */
import { sql } from 'kysely';
import { amountOf } from '../../../contract/amount-of.ts';
import type { AccountKind } from '../../../contract/cash-book.ts';
import { shiftDay } from '../../../contract/format.ts';
import type { Fund, MoneyAccount, PlaceBalance } from '../../../contract/places.ts';
import { insertRow } from '../../database/insert-row.ts';
import type { Db } from '../../database/open.ts';
import type { Tx } from '../../database/write.ts';

export type Table = 'akun' | 'dana';
export interface Place {
  akun_id: number;
  dana_id: number;
}

const saldo = (column: 'akun_id' | 'dana_id', table: Table) =>
  sql<number>`(SELECT coalesce(sum(jumlah), 0) FROM kas_bulanan
    WHERE ${sql.ref(`kas_bulanan.${column}`)} = ${sql.ref(`${table}.id`)})`.as('saldo');

export async function listAccounts(db: Db): Promise<MoneyAccount[]> {
  const rows = await db
    .selectFrom('akun')
    .select(['id', 'nama', 'jenis', 'aktif', 'pemegang_id', saldo('akun_id', 'akun')])
    .orderBy('id')
    .execute();
  return rows.map(({ pemegang_id, ...row }) => ({
    ...row,
    aktif: row.aktif === 1,
    dipegang: pemegang_id !== null,
  }));
}

export async function listFunds(db: Db): Promise<Fund[]> {
  const rows = await db
    .selectFrom('dana')
    .select(['id', 'nama', 'terikat', 'aktif', saldo('dana_id', 'dana')])
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, terikat: row.terikat === 1, aktif: row.aktif === 1 }));
}

export function listPlaceBalances(db: Db): Promise<PlaceBalance[]> {
  return db
    .selectFrom('kas_bulanan')
    .select(['akun_id', 'dana_id', sql<number>`sum(jumlah)`.as('saldo')])
    .groupBy(['akun_id', 'dana_id'])
    .orderBy('akun_id')
    .orderBy('dana_id')
    .execute();
}

/** What lies in an account by fund, or for a fund by account, where it is not nothing. */
export async function listParts(db: Db, table: Table, id: number) {
  const [own, other, name] =
    table === 'akun' ? (['akun_id', 'dana_id', 'dana'] as const) : (['dana_id', 'akun_id', 'akun'] as const);
  const { rows } = await sql<{ nama: string; saldo: number }>`
    SELECT nama, sum(jumlah) AS saldo FROM kas_bulanan JOIN ${sql.table(name)} ON id = ${sql.ref(other)}
    WHERE ${sql.ref(own)} = ${id} GROUP BY id, nama HAVING sum(jumlah) <> 0 ORDER BY id`.execute(db);
  return rows;
}

/**
 * What was entered before a day in each account and fund: the sums of earlier months, and the entries of its own.
 * @param place only this account or fund
 */
export function sumsBefore(
  db: Db,
  day: string,
  { akun_id, dana_id }: { [K in keyof Place]?: Place[K] | undefined } = {},
) {
  const month = day.slice(0, 'YYYY-MM'.length);
  const months = db
    .selectFrom('kas_bulanan')
    .select(['akun_id', 'dana_id', 'jumlah'])
    .where('bulan', '<', month);
  const days = db
    .selectFrom('kas_entri')
    .select(['akun_id', 'dana_id', 'jumlah'])
    .where('tanggal', '>=', `${month}-01`)
    .where('tanggal', '<', day);
  return db
    .selectFrom(months.unionAll(days).as('entered'))
    .select(['akun_id', 'dana_id', sql<number>`sum(jumlah)`.as('jumlah')])
    .$if(akun_id !== undefined, (query) => query.where('akun_id', '=', akun_id ?? 0))
    .$if(dana_id !== undefined, (query) => query.where('dana_id', '=', dana_id ?? 0))
    .groupBy(['akun_id', 'dana_id'])
    .execute();
}

/** Also what is out of use, and what coordinators hold. */
export function listPlaces(db: Db) {
  const akun = db.selectFrom('akun').select(['id', 'nama', 'aktif', 'pemegang_id']).orderBy('id').execute();
  const dana = db.selectFrom('dana').select(['id', 'nama', 'aktif']).orderBy('id').execute();
  return Promise.all([akun, dana]);
}

export function findAccount(db: Db, id: number) {
  return db
    .selectFrom('akun')
    .select(['id', 'nama', 'aktif', 'pemegang_id'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Whoever holds the cash of the account, if somebody does; also a former account. */
export const holderOf = (db: Db, akun: number) =>
  db
    .selectFrom('users')
    .select('dihapus_pada')
    .where('id', '=', (eb) => eb.selectFrom('akun').select('pemegang_id').where('id', '=', akun));

export function findFund(db: Db, id: number) {
  return db
    .selectFrom('dana')
    .select(['id', 'nama', 'terikat', 'aktif'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** `Kas · Kas Umum`. */
export async function placeName(db: Db, { akun_id, dana_id }: Place): Promise<string> {
  const [account, fund] = [await findAccount(db, akun_id), await findFund(db, dana_id)];
  return `${account?.nama} · ${fund?.nama}`;
}

/** Account in the hands of a person. */
export function findHeld(db: Db, pemegang_id: number) {
  return db
    .selectFrom('akun')
    .select(['id', 'nama', 'aktif'])
    .where('pemegang_id', '=', pemegang_id)
    .executeTakeFirst();
}

/** @param kind preferred among accounts, if one of it is in use; never what a coordinator holds */
export async function firstActive(db: Db, kind: AccountKind | null): Promise<Place> {
  const { rows } = await sql<Place>`SELECT akun.id AS akun_id, dana.id AS dana_id FROM akun CROSS JOIN dana
    WHERE akun.aktif = 1 AND akun.pemegang_id IS NULL AND dana.aktif = 1
    ORDER BY CASE WHEN akun.jenis = ${kind} THEN 0 ELSE 1 END, akun.id, dana.id LIMIT 1`.execute(db);
  if (!rows[0]) throw new Error('no account or no fund is in use');
  return rows[0];
}

/** Without the accounts that coordinators hold. */
export async function countPlaces(db: Db, table: Table): Promise<{ all: number; active: number }> {
  return await db
    .selectFrom(table)
    .$if(table === 'akun', (query) => query.where('pemegang_id' as never, 'is', null))
    .select([
      (eb) => eb.fn.countAll<number>().as('all'),
      sql<number>`count(CASE WHEN aktif = 1 THEN 1 END)`.as('active'),
    ])
    .executeTakeFirstOrThrow();
}

export const insertAccount = (
  tx: Tx,
  fields: Pick<MoneyAccount, 'nama' | 'jenis'> & { pemegang_id?: number },
) => insertRow(tx, 'akun', { ...fields, aktif: 1 });

export const insertFund = (tx: Tx, { nama, terikat }: Pick<Fund, 'nama' | 'terikat'>) =>
  insertRow(tx, 'dana', { nama, terikat: terikat ? 1 : 0, aktif: 1 });

export async function updateAccount(tx: Tx, { id, nama, jenis, aktif }: MoneyAccount): Promise<void> {
  const values = { nama, jenis, aktif: aktif ? 1 : 0 } as const;
  await tx.db.updateTable('akun').set(values).where('id', '=', id).execute();
}

export async function updateFund(tx: Tx, { id, nama, terikat, aktif }: Fund): Promise<void> {
  const values = { nama, terikat: terikat ? 1 : 0, aktif: aktif ? 1 : 0 } as const;
  await tx.db.updateTable('dana').set(values).where('id', '=', id).execute();
}

export async function placeBalance(db: Db, { akun_id, dana_id }: Place): Promise<number> {
  const sums = db.selectFrom('kas_bulanan').select('jumlah').where('akun_id', '=', akun_id);
  return amountOf(await sums.where('dana_id', '=', dana_id).execute());
}

export async function fundBalance(db: Db, dana_id: number): Promise<number> {
  return amountOf(
    await db.selectFrom('kas_bulanan').select('jumlah').where('dana_id', '=', dana_id).execute(),
  );
}

/** The lowest balance that a fund has at the end of a day from this one on. */
export async function lowestFrom(db: Db, dana_id: number, tanggal: string): Promise<number> {
  let saldo = amountOf(await sumsBefore(db, shiftDay(tanggal, 1), { dana_id }));
  const later = await db
    .selectFrom('kas_entri')
    .where('dana_id', '=', dana_id)
    .select(['tanggal', sql<number>`sum(jumlah)`.as('jumlah')])
    .where('tanggal', '>', tanggal)
    .groupBy('tanggal')
    .orderBy('tanggal')
    .execute();
  let lowest = saldo;
  for (const { jumlah } of later) {
    saldo += jumlah;
    lowest = Math.min(lowest, saldo);
  }
  return lowest;
}

/** What the book says is in the hands of a person; 0 without an account. */
export async function cashOf(db: Db, holder: number): Promise<{ saldo: number }> {
  return await db
    .selectFrom('kas_bulanan')
    .innerJoin('akun', 'akun.id', 'kas_bulanan.akun_id')
    .where('akun.pemegang_id', '=', holder)
    .select(sql<number>`coalesce(sum(kas_bulanan.jumlah), 0)`.as('saldo'))
    .executeTakeFirstOrThrow();
}
