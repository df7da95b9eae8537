import { setImmediate } from 'node:timers/promises';
import type { Arrears } from '../../../contract/arrears.ts';
import { monthKey, type Period } from '../../../contract/format.ts';
import { type ArrearsAge, arrearsAgeKeys, arrearsAges } from '../../../contract/owed.ts';
import type { Scope } from '../../../contract/policy.ts';
import { byHouse } from '../../database/by-house.ts';
import type { Db } from '../../database/open.ts';
import { cutPage, type Page, type PageRequest, pageOf, readPage } from '../../database/page.ts';
import { inBlock } from '../../database/scope.ts';
import { matchesWords, people } from '../../database/search.ts';
import { countOverdue, type Overdue, unpaidMonths } from '../payments/owed-queries.ts';
import { readRates } from '../rates/queries.ts';
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

/** Accounts whose months one statement counts: 8 ms on SQLite at ten years. */
const portion = 250;

type Owing = Payer & Pick<Arrears, 'bulan' | 'jumlah' | 'umur'>;

/** Counts the months of some accounts at a time, in the order of houses, so that a page ends early and others are served in between. */
async function* owing(
  db: Db,
  scope: Scope,
  { q, umur, ...options }: ArrearsOptions,
  request: PageRequest = {},
): AsyncGenerator<Owing[]> {
  const rates = await readRates(db);
  // One more than a page, which tells whether there is another: where everybody owes, no second portion is counted.
  for (let { cursor } = request, size = Math.min(portion, (request.limit ?? portion) + 1); ; size = portion) {
    const found = db
      .selectFrom('users')
      .select(['users.id as user_id', 'users.nama', 'users.blok', 'users.no_hp', 'users.urutan_blok'])
      .where('users.status', '=', 'active')
      .where('users.dihapus_pada', 'is', null)
      .where(inBlock(scope, options.blok))
      .where(matchesWords(db, people, q));
    const { data, nextCursor } = await readPage(found, order, { limit: size, cursor });
    const counted = await countMonths(db, { ...options, rates }, data);
    yield counted.filter((row) => umur === undefined || row.umur === umur);
    if (nextCursor === null) return;
    cursor = nextCursor;
    await setImmediate();
  }
}

async function countMonths(db: Db, options: Overdue, payers: readonly Payer[]): Promise<Owing[]> {
  const ids = payers.map(({ user_id }) => user_id);
  const rows = ids.length === 0 ? [] : await countOverdue(db, ids, options);
  const byUser = new Map(rows.map((row) => [row.user_id, row]));
  return payers.flatMap((payer) => {
    const counted = byUser.get(payer.user_id);
    return counted ? [{ ...payer, ...counted, umur: ageOf(counted.bulan) }] : [];
  });
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
  return { data: await withOldest(db, options, data), nextCursor };
}

/** Accounts whose payments are read at once to find the oldest overdue month. */
const accountsAtOnce = 150;

async function withOldest(db: Db, { now, timeZone }: ArrearsOptions, rows: readonly Owing[]) {
  const full: Arrears[] = [];
  for (let from = 0; from < rows.length; from += accountsAtOnce) {
    const some = rows.slice(from, from + accountsAtOnce);
    if (from > 0) await setImmediate();
    const ids = some.map(({ user_id }) => user_id);
    const unpaid = await unpaidMonths(db, ids, now, timeZone);
    const reminded = await remindedHouses(db, some);
    for (const [at, { urutan_blok: _, ...row }] of some.entries()) {
      const [oldest = now] = unpaid[at] ?? [];
      full.push({ ...row, sejak: monthKey(oldest), ...reminded(row) });
    }
  }
  return full;
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
