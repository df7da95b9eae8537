/** SQL about accounts and funds, and about what lies in them. */
import { sql } from 'kysely';
import type { AccountKind } from '../../../contract/cash-book.ts';
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

export function findAccount(db: Db, id: number) {
  return db
    .selectFrom('akun')
    .select(['id', 'nama', 'aktif', 'pemegang_id'])
    .where('id', '=', id)
    .executeTakeFirst();
}

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

/** The lowest balance that a fund has at the end of a day from this one on. */
export async function lowestFrom(db: Db, dana_id: number, tanggal: string): Promise<number> {
  const month = tanggal.slice(0, 'YYYY-MM'.length);
  const sum = sql<number>`coalesce(sum(jumlah), 0)`.as('jumlah');
  const earlier = await db
    .selectFrom('kas_bulanan')
    .select(sum)
    .where('dana_id', '=', dana_id)
    .where('bulan', '<', month)
    .executeTakeFirstOrThrow();
  const ofFund = db.selectFrom('kas_entri').where('dana_id', '=', dana_id);
  const sameMonth = await ofFund
    .select(sum)
    .where('tanggal', '>=', `${month}-01`)
    .where('tanggal', '<=', tanggal)
    .executeTakeFirstOrThrow();
  const later = await ofFund
    .select(['tanggal', sum])
    .where('tanggal', '>', tanggal)
    .groupBy('tanggal')
    .orderBy('tanggal')
    .execute();
  let saldo = earlier.jumlah + sameMonth.jumlah;
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
