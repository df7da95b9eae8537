import { setImmediate } from 'node:timers/promises';
import type { RawBuilder, SelectQueryBuilder, SqlBool } from 'kysely';
import type { Arrears } from '../../../contract/arrears.ts';
import { monthKey, monthOfIndex, type Period, shiftMonth } from '../../../contract/format.ts';
import { type ArrearsAge, arrearsAgeKeys, arrearsAges } from '../../../contract/owed.ts';
import type { Scope } from '../../../contract/policy.ts';
import { byHouse } from '../../database/by-house.ts';
import type { Db } from '../../database/open.ts';
import { cutPage, type Order, type Page, type PageRequest, pageOf, readPage } from '../../database/page.ts';
import type { Schema } from '../../database/schema.ts';
import { inBlock } from '../../database/scope.ts';
import { matchesWords, payersIn } from '../../database/search.ts';
import { isAmong, type Unpaid, unpaidSpans } from '../payments/owed-queries.ts';
import { remindedHouses } from '../reminders/queries.ts';

export interface ArrearsOptions {
  now: Period;
  timeZone: string;
  blok?: string | undefined;
  q?: string | undefined;
  umur?: ArrearsAge | undefined;
}

interface Payer {
  user_id: number;
}

interface Listed extends Payer {
  nama: string;
  blok: string | null;
  no_hp: string | null;
  urutan_blok: string;
}

const order = byHouse<Listed>('tunggakan', (row) => row.user_id);
/** To count: ids that follow each other are read as one range. */
const byId: Order<Payer> = {
  name: 'tunggakan',
  columns: ['users.id'],
  kinds: ['id'],
  descending: false,
  keyOf: (row) => [row.user_id],
};

/** Accounts whose months are counted before others are served: some 3 ms on SQLite. */
const portion = 1_000;

type Owing<Row> = Row & Pick<Arrears, 'bulan' | 'jumlah' | 'umur' | 'sejak'>;

const payers = (db: Db, scope: Scope, { q, blok }: ArrearsOptions) =>
  db
    .selectFrom('users')
    .select('users.id as user_id')
    .where('users.status', '=', 'active')
    .where('users.dihapus_pada', 'is', null)
    .where(inBlock(scope, blok))
    .where(matchesWords(db, payersIn(scope), q));

/** Those who owe. Reads no more accounts than the caller asks for. */
async function* owing<Sorted extends Payer, Row extends Sorted>(
  db: Db,
  found: SelectQueryBuilder<Schema, 'users', Row>,
  order: Order<Sorted>,
  { umur, now, timeZone }: ArrearsOptions,
  request: PageRequest = {},
): AsyncGenerator<Owing<Row>[]> {
  const lastOverdue = shiftMonth(now, -1);
  // One more than a page, which tells whether there is another: where everybody owes, no second portion is counted.
  for (let { cursor } = request, size = Math.min(portion, (request.limit ?? portion) + 1); ; size = portion) {
    const { data, nextCursor } = await readPage(found, order, { limit: size, cursor });
    const ids = data.map(({ user_id }) => user_id);
    const overdue = await unpaidSpans(db, ids, lastOverdue, timeZone);
    const rows = data.flatMap((payer, at) => owed<Row>(payer, overdue[at] ?? []));
    yield rows.filter((row) => umur === undefined || row.umur === umur);
    if (nextCursor === null) return;
    cursor = nextCursor;
    await setImmediate();
  }
}

function owed<Row extends Payer>(payer: Row, overdue: readonly Unpaid[]): Owing<Row>[] {
  const oldest = overdue.find(({ months }) => months.length > 0)?.months[0];
  if (oldest === undefined) return [];
  let bulan = 0;
  let jumlah = 0;
  for (const span of overdue) {
    bulan += span.months.length;
    jumlah += span.months.length * span.jumlah;
  }
  return [Object.assign(payer, { bulan, jumlah, umur: ageOf(bulan), sejak: monthKey(monthOfIndex(oldest)) })];
}

const ageOf = (bulan: number): ArrearsAge =>
  arrearsAgeKeys.findLast((umur) => arrearsAges[umur].from <= bulan) ?? arrearsAgeKeys[0];

export async function listArrears(
  db: Db,
  scope: Scope,
  options: ArrearsOptions,
  request: PageRequest,
): Promise<Page<Arrears>> {
  const { fetch } = pageOf(order, request);
  const all = payers(db, scope, options).select(['nama', 'blok', 'no_hp', 'urutan_blok']);
  const found = options.umur === undefined ? all : all.where(await isOfAge(db, scope, options));
  const rows: Owing<Listed>[] = [];
  for await (const some of owing(db, found, order, options, request)) {
    rows.push(...some);
    if (rows.length >= fetch) break;
  }
  const { data, nextCursor } = cutPage(order, rows.slice(0, fetch), fetch);
  const reminded = await remindedHouses(db, data);
  return { data: data.map(({ urutan_blok: _, ...row }) => ({ ...row, ...reminded(row) })), nextCursor };
}

/** Few may owe for so long: to find them, everybody is counted, which by houses would take twice as long. */
async function isOfAge(db: Db, scope: Scope, options: ArrearsOptions): Promise<RawBuilder<SqlBool>> {
  const ids: number[] = [];
  for await (const some of owing(db, payers(db, scope, options), byId, options))
    ids.push(...some.map(({ user_id }) => user_id));
  return isAmong(ids, 'users.id');
}

export async function countArrears(db: Db, scope: Scope, options: ArrearsOptions) {
  const all = { banyak: 0, bulan: 0, jumlah: 0 };
  const ages = new Map(arrearsAgeKeys.map((umur) => [umur, { umur, banyak: 0, jumlah: 0 }]));
  for await (const some of owing(db, payers(db, scope, options), byId, options))
    for (const { bulan, jumlah, umur } of some) {
      const age = ages.get(umur);
      for (const sum of age ? [all, age] : [all]) {
        sum.banyak += 1;
        sum.jumlah += jumlah;
      }
      all.bulan += bulan;
    }
  return { ...all, perUmur: [...ages.values()] };
}
