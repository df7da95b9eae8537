/** SQL about rates of the dues, and about the houses that they are for. */
import { sql } from 'kysely';
import {
  type House,
  type HouseStatus,
  Rate,
  type RateChange,
  type RateScope,
  type RateTable,
  rateTable,
} from '../../../contract/rates.ts';
import { columnsOf } from '../../database/columns-of.ts';
import { insertRow } from '../../database/insert-row.ts';
import type { Db } from '../../database/open.ts';
import { newestFirst, type PageRequest, readPage } from '../../database/page.ts';
import type { Tx } from '../../database/write.ts';
import { listDues } from '../settings/queries.ts';

export const forAllHouses: RateScope = { huruf_blok: null, rumah: null, user_id: null };

const order = newestFirst<{ id: number }>('tarif');

const columns = columnsOf('tarif', Rate, ['nama', 'blok']);

const forSome = (db: Db) =>
  db
    .selectFrom('tarif')
    .where((eb) =>
      eb.or([
        eb('tarif.huruf_blok', 'is not', null),
        eb('tarif.rumah', 'is not', null),
        eb('tarif.user_id', 'is not', null),
      ]),
    );

/** Rates that are not for all, newest first. */
export function listRates(db: Db, request: PageRequest) {
  const found = forSome(db)
    .leftJoin('users', 'users.id', 'tarif.user_id')
    .select([...columns, 'users.nama', 'users.blok']);
  return readPage(found, order, request);
}

/** All rates, in the order in which they were made. */
export async function listRateChanges(db: Db): Promise<RateChange[]> {
  const dues = (await listDues(db)).map((change) => ({ ...change, ...forAllHouses }));
  const others = await forSome(db).select(columns).orderBy('tarif.id').execute();
  return [...dues, ...others.map(({ id: _, ...change }) => change)];
}

export const readRates = async (db: Db): Promise<RateTable> => rateTable(await listRateChanges(db));

export const insertRate = (tx: Tx, change: RateChange) => insertRow(tx, 'tarif', change);

/** The newest change of one scope that begins by a month. */
export async function findRate(db: Db, { huruf_blok, rumah, user_id }: RateScope, sejak: string) {
  const row = await db
    .selectFrom('tarif')
    .select('jumlah')
    .where('huruf_blok', huruf_blok === null ? 'is' : '=', huruf_blok)
    .where('rumah', rumah === null ? 'is' : '=', rumah)
    .where('user_id', user_id === null ? 'is' : '=', user_id)
    .where('sejak', '<=', sejak)
    .orderBy('sejak', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.jumlah ?? null;
}

/** The id of the account where it has rates of its own, else null. */
export const withOwnRate = sql<number | null>`CASE WHEN user_id IN
  (SELECT user_id FROM tarif WHERE user_id IS NOT NULL) THEN user_id END`;

interface Counted extends Pick<House, 'huruf_blok' | 'rumah'> {
  user_id: number | null;
  banyak: number;
}

/** Accounts that owe dues now, by what decides about their rate. */
export async function countHouses(db: Db, also: number | null): Promise<Counted[]> {
  const { rows } = await sql<Counted>`SELECT huruf_blok, rumah, sendiri AS user_id, sum(banyak) AS banyak
    FROM (SELECT huruf_blok, rumah, banyak,
        CASE WHEN user_id = ${also ?? 0} THEN user_id ELSE ${withOwnRate} END AS sendiri
      FROM debtor_changes) AS changes
    GROUP BY huruf_blok, rumah, sendiri HAVING sum(banyak) <> 0`.execute(db);
  return rows;
}

export const findPayer = (db: Db, id: number) =>
  db
    .selectFrom('users')
    .select(['id', 'nama', 'blok'])
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('dihapus_pada', 'is', null)
    .executeTakeFirst();

export const houseStatusOf = sql<HouseStatus>`coalesce((SELECT rumah FROM status_rumah
  WHERE status_rumah.user_id = users.id ORDER BY status_rumah.id DESC LIMIT 1), 'dihuni')`;

export async function findHouseStatus(db: Db, userId: number): Promise<HouseStatus> {
  const row = await db
    .selectFrom('users')
    .select(houseStatusOf.as('rumah'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.rumah;
}

/** First instant and day from which the status of a house may change: its last change of any kind. */
export async function lastChangeOf(db: Db, userId: number) {
  const { waktu } = await db
    .selectFrom('debtor_changes')
    .select((eb) => eb.fn.max('waktu').as('waktu'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const row = await db
    .selectFrom('status_rumah')
    .select('sejak')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { waktu, sejak: row?.sejak ?? null };
}

export const insertHouseStatus = (tx: Tx, change: { user_id: number; sejak: string; rumah: HouseStatus }) =>
  insertRow(tx, 'status_rumah', change);
