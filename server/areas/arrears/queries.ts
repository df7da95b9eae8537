import { setImmediate } from 'node:timers/promises';
import type { Arrears } from '../../../contract/arrears.ts';
import { monthKey, monthOfIndex, type Period, shiftMonth } from '../../../contract/format.ts';
import { type ArrearsAge, arrearsAgeKeys, arrearsAges } from '../../../contract/owed.ts';
import type { Scope } from '../../../contract/policy.ts';
import { byHouse } from '../../database/by-house.ts';
import type { Db } from '../../database/open.ts';
import { cutPage, type Page, type PageRequest, pageOf, readPage } from '../../database/page.ts';
import { inBlock } from '../../database/scope.ts';
import { matchesWords, payersIn } from '../../database/search.ts';
import { type Unpaid, unpaidSpans } from '../payments/owed-queries.ts';
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
  nama: string;
  blok: string | null;
  no_hp: string | null;
  urutan_blok: string;
}

const order = byHouse<Payer>('tunggakan', (row) => row.user_id);

/** Accounts whose months are counted before others are served: some 5 ms on SQLite. */
const portion = 1_000;

type Owing = Payer & Pick<Arrears, 'bulan' | 'jumlah' | 'umur' | 'sejak'>;

/** In the order of houses. Reads no more accounts than the caller asks for. */
async function* owing(
  db: Db,
  scope: Scope,
  { q, umur, blok, now, timeZone }: ArrearsOptions,
  request: PageRequest = {},
): AsyncGenerator<Owing[]> {
  const lastOverdue = shiftMonth(now, -1);
  // One more than a page, which tells whether there is another: where everybody owes, no second portion is counted.
  for (let { cursor } = request, size = Math.min(portion, (request.limit ?? portion) + 1); ; size = portion) {
    const found = db
      .selectFrom('users')
      .select(['users.id as user_id', 'users.nama', 'users.blok', 'users.no_hp', 'users.urutan_blok'])
      .where('users.status', '=', 'active')
      .where('users.dihapus_pada', 'is', null)
      .where(inBlock(scope, blok))
      .where(matchesWords(db, payersIn(scope), q));
    const { data: payers, nextCursor } = await readPage(found, order, { limit: size, cursor });
    const ids = payers.map(({ user_id }) => user_id);
    const overdue = await unpaidSpans(db, ids, lastOverdue, timeZone);
    const rows = payers.flatMap((payer, at) => owed(payer, overdue[at] ?? []));
    yield rows.filter((row) => umur === undefined || row.umur === umur);
    if (nextCursor === null) return;
    cursor = nextCursor;
    await setImmediate();
  }
}

function owed(payer: Payer, overdue: readonly Unpaid[]): Owing[] {
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
  const rows: Owing[] = [];
  for await (const some of owing(db, scope, options, request)) {
    rows.push(...some);
    if (rows.length >= fetch) break;
  }
  const { data, nextCursor } = cutPage(order, rows.slice(0, fetch), fetch);
  const reminded = await remindedHouses(db, data);
  return { data: data.map(({ urutan_blok: _, ...row }) => ({ ...row, ...reminded(row) })), nextCursor };
}

export async function countArrears(db: Db, scope: Scope, options: ArrearsOptions) {
  const all = { banyak: 0, bulan: 0, jumlah: 0 };
  const ages = new Map(arrearsAgeKeys.map((umur) => [umur, { umur, banyak: 0, jumlah: 0 }]));
  for await (const some of owing(db, scope, options))
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
