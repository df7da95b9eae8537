/** SQL about waived months. */
import { hash } from 'node:crypto';
import type { Insertable } from 'kysely';
import { type SqlBool, sql } from 'kysely';
import { amountOf } from '../../../contract/amount-of.ts';
import type { Period } from '../../../contract/format.ts';
import type { Waiver } from '../../../contract/waivers.ts';
import type { Db } from '../../database/open.ts';
import type { Schema } from '../../database/schema.ts';
import type { Tx } from '../../database/write.ts';

const live = (db: Db) => db.selectFrom('pembebasan').where('akhir_id', 'is', null);

export async function listWaivers(db: Db, user_id: number): Promise<Waiver[]> {
  const rows = await live(db)
    .innerJoin('persetujuan', 'persetujuan.id', 'pembebasan.persetujuan_id')
    .innerJoin('users as proposer', 'proposer.id', 'persetujuan.diajukan_oleh')
    .innerJoin('users as decider', 'decider.id', 'persetujuan.diputuskan_oleh')
    .select(['tahun', 'bulan', 'pembebasan.jenis', 'sebab', 'jumlah', 'tanggal', 'persetujuan_id'])
    .select(['proposer.nama as diajukan_oleh_nama', 'decider.nama as diputuskan_oleh_nama'])
    .select(['diajukan_oleh', 'diputuskan_oleh'])
    .where('user_id', '=', user_id)
    .orderBy('tahun')
    .orderBy('bulan')
    .execute();
  return rows.map(({ diajukan_oleh, diputuskan_oleh, ...row }) => ({
    ...row,
    sendiri: diajukan_oleh === diputuskan_oleh,
  }));
}

const isOneOf = (months: readonly Period[]) =>
  sql<SqlBool>`(tahun, bulan) IN (VALUES ${sql.join(months.map(({ tahun, bulan }) => sql`(CAST(${tahun} AS integer), CAST(${bulan} AS integer))`))})`;

/** Of these months, the waived ones. */
export const listWaived = (db: Db, user_id: number, months: readonly Period[]) =>
  live(db)
    .select(['tahun', 'bulan', 'jenis', 'jumlah'])
    .where('user_id', '=', user_id)
    .where(isOneOf(months))
    .execute();

/** What was granted in these months, by reason; without one before the product. */
export const countWaivers = (db: Db, { dari, sampai }: { dari: string; sampai: string }) =>
  live(db)
    .select([
      'sebab',
      (eb) => eb.fn.count<number>('user_id').distinct().as('rumah'),
      (eb) => eb.fn.countAll<number>().as('bulan'),
      (eb) => eb.fn.sum<number>('jumlah').as('jumlah'),
    ])
    .where('tanggal', '>=', `${dari}-01`)
    .where('tanggal', '<=', `${sampai}-31`)
    .groupBy('sebab')
    .orderBy(sql`sebab IS NULL`)
    .orderBy('sebab')
    .execute();

/** Active accounts in the order of their ids. */
const activeIds = (db: Db, only: number | null) =>
  db
    .selectFrom('users')
    .select('id')
    .$if(only !== null, (query) => query.where('id', '=', only ?? 0))
    .where('status', '=', 'active')
    .where('dihapus_pada', 'is', null)
    .orderBy('id');

export const listIds = (db: Db, after: number, limit: number, only: number | null) =>
  activeIds(db, only).where('id', '>', after).limit(limit).execute();

/** Nobody moves, leaves or changes what a house is used for until the transaction ends: that decides what months cost. */
export async function lockHouses(tx: Tx, only: number | null): Promise<void> {
  await tx.dialect.forShare(activeIds(tx.db, only)).execute();
}

export type NewWaiver = Omit<Insertable<Schema['pembebasan']>, 'id' | 'akhir_id'>;

export async function insertWaivers(tx: Tx, waivers: readonly NewWaiver[]): Promise<void> {
  for (let from = 0; from < waivers.length; from += 500)
    await tx.db
      .insertInto('pembebasan')
      .values(waivers.slice(from, from + 500))
      .execute();
}

/** @returns what was ended */
export const endWaivers = (tx: Tx, user_id: number, months: readonly Period[], akhir_id: number) =>
  tx.db
    .updateTable('pembebasan')
    .set({ akhir_id })
    .where('user_id', '=', user_id)
    .where('akhir_id', 'is', null)
    .where(isOneOf(months))
    .returning(['user_id', 'tahun', 'bulan', 'jenis', 'sebab', 'jumlah'])
    .execute();

type Told = Pick<NewWaiver, 'user_id' | 'tahun' | 'bulan' | 'jenis' | 'sebab' | 'jumlah'>;

/** What an audit row says of the months that two people waived or ended, and the doctor compares. */
export function toldOf(rows: readonly Told[]) {
  const lines = rows.map((row) =>
    [row.user_id, row.tahun, row.bulan, row.jenis, row.sebab ?? '', row.jumlah].join(' '),
  );
  return {
    banyak: rows.length,
    jumlah: amountOf(rows),
    sidik: hash('sha256', lines.toSorted().join('\n')),
  };
}
