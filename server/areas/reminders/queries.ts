import { type SqlBool, sql } from 'kysely';
import type { Arrears } from '../../../contract/arrears.ts';
import { blockSortKey } from '../../../contract/people.ts';
import type { Scope } from '../../../contract/policy.ts';
import { insertRow } from '../../database/insert-row.ts';
import type { Db } from '../../database/open.ts';
import { inScope } from '../../database/scope.ts';
import type { AccountTx } from '../../database/write.ts';

type House = Pick<Arrears, 'user_id' | 'blok'>;

export const findPayer = (db: Db, scope: Scope, id: number) =>
  db
    .selectFrom('users')
    .select(['id as user_id', 'nama', 'blok', 'no_hp'])
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('dihapus_pada', 'is', null)
    .where(inScope(scope))
    .executeTakeFirst();

/** Accounts themselves, and those of the same houses. */
function ofHouses(houses: readonly House[]) {
  if (houses.length === 0) return sql<SqlBool>`1 = 0`;
  const keys = houses.map(({ blok }) => blockSortKey(blok)).filter((key) => key !== '');
  const ids = sql.join(houses.map(({ user_id }) => user_id));
  return keys.length === 0
    ? sql<SqlBool>`users.id IN (${ids})`
    : sql<SqlBool>`(users.id IN (${ids}) OR users.urutan_blok IN (${sql.join(keys)}))`;
}

/** The last reminder of each account of these houses. */
const lastReminders = (db: Db, houses: readonly House[]) =>
  db
    .selectFrom('users')
    .innerJoin('pengingat', (join) =>
      join.on(
        'pengingat.id',
        '=',
        sql<number>`(SELECT max(each.id) FROM pengingat AS each WHERE each.user_id = users.id)`,
      ),
    )
    .innerJoin('users as author', 'author.id', 'pengingat.dibuka_oleh')
    .select(['pengingat.user_id', 'users.blok', 'pengingat.dibuka', 'author.nama as oleh'])
    .where(ofHouses(houses))
    .orderBy('pengingat.dibuka', 'desc')
    .execute();

export async function findLastReminder(db: Db, house: House) {
  const [last] = await lastReminders(db, [house]);
  return last;
}

const withoutReminders = (db: Db, houses: readonly House[]) =>
  db
    .selectFrom('tanpa_pengingat')
    .innerJoin('users', 'users.id', 'tanpa_pengingat.user_id')
    .select(['users.id as user_id', 'users.blok'])
    .where(ofHouses(houses))
    .execute();

export const isDeclined = async (db: Db, house: House) => (await withoutReminders(db, [house])).length > 0;

export async function isWithoutReminders(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('tanpa_pengingat')
    .select('sejak')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** An account, and its house if it has one. */
const keysOf = ({ user_id, blok }: House) => [user_id, blockSortKey(blok)].filter((key) => key !== '');

/** Finds the first row of an account, or of another one of the same house. */
function byHouse<Row extends House>(rows: readonly Row[]): (house: House) => Row | undefined {
  const places = new Map<number | string, number>();
  for (const [at, row] of rows.entries())
    for (const key of keysOf(row)) if (!places.has(key)) places.set(key, at);
  return (house) => rows[Math.min(...keysOf(house).map((key) => places.get(key) ?? rows.length))];
}

/** What staff see of reminders beside the arrears of a house. */
export async function remindedHouses(
  db: Db,
  houses: readonly House[],
): Promise<(house: House) => Pick<Arrears, 'diingatkan' | 'diingatkan_oleh' | 'tanpa_pengingat'>> {
  const last = byHouse(await lastReminders(db, houses));
  const declined = byHouse(await withoutReminders(db, houses));
  return (house) => {
    const { dibuka = null, oleh = null } = last(house) ?? {};
    return {
      diingatkan: dibuka,
      diingatkan_oleh: oleh,
      tanpa_pengingat: declined(house) !== undefined,
    };
  };
}

/** Requires the lock of the reminded account, so that two reminders of one house follow one another. */
export const insertReminder = (tx: AccountTx, by: number) =>
  insertRow(tx, 'pengingat', { user_id: tx.account, dibuka_oleh: by, dibuka: tx.now });

export const declineReminders = (tx: AccountTx) =>
  tx.db.insertInto('tanpa_pengingat').values({ user_id: tx.account, sejak: tx.now }).execute();

export const allowReminders = (tx: AccountTx) =>
  tx.db.deleteFrom('tanpa_pengingat').where('user_id', '=', tx.account).execute();
