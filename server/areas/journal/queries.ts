/** SQL about single entries of the book. */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { amountOf } from '../../../contract/amount-of.ts';
import type { TotalledKind } from '../../../contract/cash-book.ts';
import { shiftDay } from '../../../contract/format.ts';
import { JournalEntry, type JournalFilter } from '../../../contract/journal.ts';
import { columnsOf } from '../../database/columns-of.ts';
import type { Db } from '../../database/open.ts';
import { cutPage, inOrder, latestDayFirst, type PageRequest, pageOf } from '../../database/page.ts';
import { matchesWords } from '../../database/search.ts';
import { waitsForReversal } from '../book/queries.ts';
import { sumsBefore } from '../places/queries.ts';

const order = latestDayFirst('entries');
const searched = { text: ['kas_entri.keterangan', 'kas_entri.nama'], house: 'kas_entri.blok' };

function filtered(db: Db, { dari, sampai, akun, dana, jenis, kategori, q }: JournalFilter) {
  return db
    .selectFrom('kas_entri')
    .$if(dari !== undefined, (query) => query.where('kas_entri.tanggal', '>=', dari ?? ''))
    .$if(sampai !== undefined, (query) => query.where('kas_entri.tanggal', '<=', sampai ?? ''))
    .$if(akun !== undefined, (query) => query.where('kas_entri.akun_id', '=', akun ?? 0))
    .$if(dana !== undefined, (query) => query.where('kas_entri.dana_id', '=', dana ?? 0))
    .$if(jenis !== undefined, (query) => query.where('kas_entri.jenis', '=', jenis ?? 'iuran'))
    .$if(kategori !== undefined, (query) =>
      query.where('kas_entri.kategori', '<>', '').where('kas_entri.kategori', '=', kategori ?? ''),
    )
    .where(matchesWords(db, searched, q));
}

/** Days whose texts one statement of a search reads: 120 took SQLite up to 10.6 ms at the design size. */
const daysAtOnce = 90;

/** The period of a search in parts, newest first. Without a search a statement reads one page, so that one part will do. */
async function portionsOf(db: Db, filter: JournalFilter): Promise<JournalFilter[]> {
  if (!filter.q) return [filter];
  const dayAt = (direction: 'asc' | 'desc') =>
    db.selectFrom('kas_entri').select('tanggal').orderBy('tanggal', direction).limit(1).executeTakeFirst();
  const [first, last] = [(await dayAt('asc'))?.tanggal, (await dayAt('desc'))?.tanggal];
  if (first === undefined || last === undefined) return [];
  const { dari = first, sampai = last } = filter;
  const from = dari > first ? dari : first;
  const portions = [];
  for (let to = sampai < last ? sampai : last; to >= from; to = shiftDay(to, -daysAtOnce)) {
    const start = shiftDay(to, 1 - daysAtOnce);
    portions.push({ ...filter, dari: start > from ? start : from, sampai: to });
  }
  return portions;
}

export async function listEntries(db: Db, filter: JournalFilter, { limit = 200, cursor }: PageRequest) {
  const { behind, fetch } = pageOf(order, { limit, cursor });
  const rows = [];
  for (const portion of await portionsOf(db, filter)) {
    const found = inOrder(shown(db, portion), order).where(behind);
    rows.push(...(await found.limit(fetch - rows.length).execute()));
    if (rows.length === fetch) break;
    await setImmediate();
  }
  const { data, nextCursor } = cutPage(order, rows, fetch);
  return {
    data: data.map((row) => ({ ...row, pembatalan_menunggu: row.pembatalan_menunggu === 1 })),
    nextCursor,
  };
}

function shown(db: Db, filter: JournalFilter) {
  return filtered(db, filter).select([
    ...columnsOf('kas_entri', JournalEntry, [
      'saldo',
      'dibatalkan_oleh',
      'dibuat_oleh_nama',
      'pembatalan_menunggu',
    ]),
    sql<number | null>`(SELECT later.nomor FROM kas_entri AS later
        WHERE later.membatalkan = kas_entri.nomor)`.as('dibatalkan_oleh'),
    sql<string | null>`(SELECT author.nama FROM users AS author
        WHERE author.id = kas_entri.dibuat_oleh)`.as('dibuat_oleh_nama'),
    waitsForReversal(sql`CASE WHEN kas_entri.pasangan < kas_entri.nomor THEN kas_entri.pasangan
        ELSE kas_entri.nomor END`),
  ]);
}

const most = 10_000;

export async function countEntries(db: Db, filter: JournalFilter) {
  const some = filtered(db, filter)
    .select('kas_entri.nomor')
    .limit(most + 1);
  const { total } = await db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { total: Math.min(total, most), lebih: total > most };
}

/** What lies in an account and a fund (or in all) after an entry, in the order of days. */
export async function balanceAfter(
  db: Db,
  { akun, dana }: JournalFilter,
  { tanggal, nomor }: Pick<JournalEntry, 'tanggal' | 'nomor'>,
): Promise<number> {
  const before = await sumsBefore(db, tanggal, { akun_id: akun, dana_id: dana });
  const thatDay = await filtered(db, { akun, dana, dari: tanggal, sampai: tanggal })
    .select(sql<number>`coalesce(sum(jumlah), 0)`.as('jumlah'))
    .where('nomor', '<=', nomor)
    .executeTakeFirstOrThrow();
  return amountOf([...before, thatDay]);
}

/** In the order of numbers. `asal` is the kind of the entry, of a reversal that of what it reverses. */
export function listBooked(db: Db, after: number, limit: number) {
  return db
    .selectFrom('kas_entri')
    .innerJoin('akun', 'akun.id', 'kas_entri.akun_id')
    .innerJoin('dana', 'dana.id', 'kas_entri.dana_id')
    .leftJoin('kas_entri as original', 'original.nomor', 'kas_entri.membatalkan')
    .select([
      'kas_entri.nomor',
      'kas_entri.tanggal',
      'kas_entri.jumlah',
      'kas_entri.kategori',
      'kas_entri.keterangan',
      'kas_entri.nama',
      'kas_entri.blok',
      'kas_entri.akun_id',
      'kas_entri.dana_id',
      'kas_entri.membatalkan',
      'akun.nama as akun',
      'dana.nama as dana',
      sql<TotalledKind>`coalesce(original.jenis, kas_entri.jenis)`.as('asal'),
    ])
    .where('kas_entri.nomor', '>', after)
    .orderBy('kas_entri.nomor')
    .limit(limit)
    .execute();
}
export type Booked = Awaited<ReturnType<typeof listBooked>>[number];
