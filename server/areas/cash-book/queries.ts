import { type SqlBool, sql } from 'kysely';
import { amountOf } from '../../../contract/amount-of.ts';
import { reversalWaits } from '../../../contract/approvals.ts';
import {
  type Balance,
  type CashBookEntry,
  type EntryKind,
  entryKindLabels,
  type TotalledKind,
} from '../../../contract/cash-book.ts';
import type { Scope } from '../../../contract/policy.ts';
import type { Db } from '../../database/open.ts';
import { allPages, latestDayFirst, type PageRequest, readPage } from '../../database/page.ts';
import type { Schema } from '../../database/schema.ts';
import { inScope } from '../../database/scope.ts';
import { waitsForReversal } from '../book/queries.ts';
import { type Barred, obstacleIn } from '../payments/barred-payers.ts';
import { sumsBefore } from '../places/queries.ts';

export type Side = 'saldo_awal' | 'pemasukan' | 'pengeluaran' | null;

/** Which side of the cash book a monthly sum is on; transfers are on none. */
const side = sql<Side>`CASE
  WHEN jenis = 'saldo_awal' THEN 'saldo_awal'
  WHEN jenis IN ('iuran', 'penerimaan') OR (jenis = 'selisih' AND kategori = 'lebih') THEN 'pemasukan'
  WHEN jenis = 'pengeluaran' OR jenis = 'selisih' THEN 'pengeluaran' END`;

const sum = sql<number>`coalesce(sum(jumlah), 0)`;

export async function readBalance(db: Db): Promise<Balance> {
  const sums = db.selectFrom('kas_bulanan').select([side.as('side'), sum.as('jumlah')]);
  return balanceOf(await sums.groupBy(side).execute());
}

export function balanceOf(sums: readonly { side: Side; jumlah: number }[]): Balance {
  const on = (wanted: Side) => amountOf(sums.filter(({ side }) => side === wanted));
  const [saldoAwal, totalPemasukan, spent] = [on('saldo_awal'), on('pemasukan'), on('pengeluaran')];
  const totalPengeluaran = 0 - spent; // not -0
  return {
    saldoAwal,
    totalPemasukan,
    totalPengeluaran,
    saldo: saldoAwal + totalPemasukan - totalPengeluaran,
  };
}

/** Sums of these months (`YYYY-MM`). */
export function sumsWithin(db: Db, { dari, sampai }: Pick<Span, 'dari' | 'sampai'>) {
  return db
    .selectFrom('kas_bulanan')
    .select([
      'akun_id',
      'dana_id',
      'jenis',
      'kategori',
      side.as('side'),
      sql<number>`sum(jumlah)`.as('jumlah'),
    ])
    .where('bulan', '>=', dari)
    .where('bulan', '<=', sampai)
    .groupBy(['akun_id', 'dana_id', 'jenis', 'kategori'])
    .execute();
}

/**
 * What the monthly sums must be: the entries of the book added up, a reversal under the kind of what it reverses.
 * @param numbers only these entries
 */
export function sumEntries(db: Db, numbers?: { from: number; to: number }) {
  const totalled = db
    .selectFrom('kas_entri')
    .leftJoin('kas_entri as reversed', 'reversed.nomor', 'kas_entri.membatalkan')
    .select([
      sql<string>`substr(kas_entri.tanggal, 1, 7)`.as('bulan'),
      'kas_entri.akun_id',
      'kas_entri.dana_id',
      sql<TotalledKind>`coalesce(reversed.jenis, kas_entri.jenis)`.as('jenis'),
      'kas_entri.kategori',
      sql<number>`CASE WHEN reversed.nomor IS NULL THEN 1 ELSE -1 END`.as('banyak'),
      'kas_entri.jumlah',
    ])
    .$if(numbers !== undefined, (query) =>
      query
        .where('kas_entri.nomor', '>=', numbers?.from ?? 0)
        .where('kas_entri.nomor', '<=', numbers?.to ?? 0),
    );
  return db
    .selectFrom(totalled.as('totalled'))
    .select([
      'bulan',
      'akun_id',
      'dana_id',
      'jenis',
      'kategori',
      side.as('side'),
      sql<number>`sum(banyak)`.as('banyak'),
      sql<number>`sum(jumlah)`.as('jumlah'),
    ])
    .groupBy(['bulan', 'akun_id', 'dana_id', 'jenis', 'kategori'])
    .execute();
}

/** `banyak` counts confirmed payments, `jumlah` is their sum in rupiah. */
export function confirmedIncome(db: Db): Promise<{ banyak: number; jumlah: number }> {
  return db
    .selectFrom('kas_bulanan')
    .select([sql<number>`coalesce(sum(banyak), 0)`.as('banyak'), sum.as('jumlah')])
    .where('jenis', '=', 'iuran')
    .executeTakeFirstOrThrow();
}

/** An entry of one of these kinds, or the reversal of one. */
const isOf = (...kinds: EntryKind[]) => sql<SqlBool>`(kas_entri.jenis IN (${sql.join(kinds)}) OR EXISTS (
  SELECT 1 FROM kas_entri AS original
  WHERE original.nomor = kas_entri.membatalkan AND original.jenis IN (${sql.join(kinds)})))`;

type Opening = Pick<Schema['kas_entri'], 'tanggal' | 'nomor' | 'jumlah'>;

/**
 * Balance at the start of a span, or on the day in it on which the book begins. Opening balances of the first month of
 * the book, and reversals of that month, count as if they had been there before; later ones count from their day
 * (`opened`, oldest first).
 */
export async function balanceBefore(
  db: Db,
  { dari, sampai }: Span,
): Promise<{ tanggal: string; saldo: number; opened: Opening[] }> {
  const before = await sumsBefore(db, dari);
  const openings = await db
    .selectFrom('kas_entri')
    .select(['tanggal', 'nomor', 'jumlah'])
    .where('tanggal', '>=', dari)
    .where('tanggal', '<=', sampai)
    .where(isOf('saldo_awal'))
    .orderBy('tanggal')
    .orderBy('nomor')
    .execute();
  const { first } = await db
    .selectFrom('kas_bulanan')
    .select((eb) => eb.fn.min<string | null>('bulan').as('first'))
    .executeTakeFirstOrThrow();
  const isFirst = ({ tanggal }: Opening) => tanggal.slice(0, 'YYYY-MM'.length) === first;
  const [begun, opened] = [openings.filter(isFirst), openings.filter((opening) => !isFirst(opening))];
  const tanggal = amountOf(before) === 0 ? (begun[0]?.tanggal ?? dari) : dari;
  return { tanggal, saldo: amountOf([...before, ...begun]), opened };
}

/**
 * Sums by month (1–12), income and spending both positive; `saldoAwal` is the balance before, with opening balances of the
 * first month of the book, and `opened` has later ones.
 */
export interface SumsOfYear {
  saldoAwal: number;
  opened: ReadonlyMap<number, number>;
  income: ReadonlyMap<number, number>;
  spending: ReadonlyMap<number, number>;
}

export async function sumByMonth(db: Db, tahun: number): Promise<SumsOfYear> {
  const rows = await db
    .selectFrom('kas_bulanan')
    .select(['bulan', side.as('side'), sql<number>`sum(jumlah)`.as('jumlah')])
    .where('bulan', '<=', `${tahun}-12`)
    .groupBy(['bulan', side])
    .execute();
  const opened = new Map<number, number>();
  const [income, spending] = [new Map<number, number>(), new Map<number, number>()];
  const [first] = rows.map(({ bulan }) => bulan).toSorted();
  let saldoAwal = 0;
  for (const { bulan, side, jumlah } of rows) {
    const month = Number(bulan.slice('YYYY-'.length));
    if (bulan < `${tahun}` || (side === 'saldo_awal' && bulan === first)) saldoAwal += jumlah;
    else if (side === 'saldo_awal') opened.set(month, jumlah);
    else if (side === 'pemasukan') income.set(month, jumlah);
    else if (side === 'pengeluaran') spending.set(month, -jumlah);
  }
  return { saldoAwal, opened, income, spending };
}

export interface Span {
  dari: string;
  sampai: string;
  /** With entries that were reversed in their own month, and their reversals. */
  reversed?: boolean;
}

const order = latestDayFirst('cash-book');

/**
 * A mistake of the same month and its reversal cancel out; across months both are shown, as both sums need them. So is
 * one of them whose other is dated outside of the span: the balance of that day contains one only. Counted, because
 * PostgreSQL reads the whole span for an EXISTS.
 */
const isOfPair = (other: string, { dari, sampai }: Span) => sql`
  substr(${sql.ref(`${other}.tanggal`)}, 1, 7) = substr(kas_entri.tanggal, 1, 7)
  AND ${sql.ref(`${other}.tanggal`)} BETWEEN ${dari} AND ${sampai}`;
const isCancelled = (span: Span) => sql<SqlBool>`(SELECT count(*) FROM kas_entri AS reversal
  WHERE reversal.membatalkan = kas_entri.nomor AND ${isOfPair('reversal', span)}) > 0
  OR (SELECT count(*) FROM kas_entri AS reversed
  WHERE reversed.nomor = kas_entri.membatalkan AND ${isOfPair('reversed', span)}) > 0`;

/** The side on which `kas_bulanan` adds a listed entry, which for a reversal is that of what it reverses. */
const isIncome = sql<SqlBool>`(kas_entri.payment_id IS NOT NULL OR kas_entri.penerimaan_id IS NOT NULL
  OR (kas_entri.expense_id IS NULL AND kas_entri.kategori = 'lebih'))`;

/** Null for dues; a listed entry with no record behind it is a difference. */
const title = sql`coalesce(expenses.judul, penerimaan.judul,
  CASE WHEN kas_entri.payment_id IS NULL THEN ${sql.lit(entryKindLabels.selisih)} END)`;

/**
 * Without `limit` the whole span is returned: clients check sums against it.
 * @param proofs scope in which the reader may see proofs and notes of payments
 * @param reversedProofs whether the reader may see those of reversed spending and other income
 * @param barred payers whose payments the reader, who may reverse others, cannot reverse; undefined for other readers
 */
export async function listBook(
  db: Db,
  span: Span,
  reader: { proofs: Scope; reversedProofs: boolean; barred?: Barred | undefined },
  request: PageRequest,
): Promise<{ data: CashBookEntry[]; nextCursor: string | null }> {
  if (request.limit === undefined && request.cursor === undefined) {
    const data = await allPages((each) => listBook(db, span, reader, each));
    return { data, nextCursor: null };
  }
  const { proofs, reversedProofs, barred } = reader;
  const found = db
    .selectFrom('kas_entri')
    .leftJoin('payments', 'payments.id', 'kas_entri.payment_id')
    .leftJoin('users', 'users.id', 'payments.user_id')
    .leftJoin('expenses', 'expenses.id', 'kas_entri.expense_id')
    .leftJoin('penerimaan', 'penerimaan.id', 'kas_entri.penerimaan_id')
    .select([
      'kas_entri.nomor',
      'payments.user_id',
      sql<CashBookEntry['type']>`CASE WHEN ${isIncome} THEN 'pemasukan' ELSE 'pengeluaran' END`.as('type'),
      sql<number>`coalesce(kas_entri.payment_id, kas_entri.expense_id, kas_entri.penerimaan_id,
        kas_entri.nomor)`.as('id'),
      'kas_entri.tanggal',
      sql<number>`CASE WHEN ${isIncome} THEN kas_entri.jumlah ELSE -kas_entri.jumlah END`.as('jumlah'),
      sql<number>`coalesce(payments.tahun, expenses.tahun, CAST(substr(kas_entri.tanggal, 1, 4) AS INTEGER))`.as(
        'tahun',
      ),
      sql<number>`coalesce(payments.bulan, expenses.bulan, CAST(substr(kas_entri.tanggal, 6, 2) AS INTEGER))`.as(
        'bulan',
      ),
      'kas_entri.nama',
      'kas_entri.blok',
      sql<
        string | null
      >`CASE WHEN kas_entri.membatalkan IS NULL THEN ${title} ELSE 'Pembatalan: ' || ${title} END`.as(
        'judul',
      ),
      'kas_entri.kategori',
      'expenses.saksi',
      sql<EntryKind>`coalesce((SELECT original.jenis FROM kas_entri AS original
        WHERE original.nomor = kas_entri.membatalkan), kas_entri.jenis)`.as('jenis'),
      sql<
        string | null
      >`CASE WHEN kas_entri.membatalkan IS NOT NULL OR kas_entri.jenis = 'selisih' THEN kas_entri.keterangan
        WHEN kas_entri.expense_id IS NOT NULL THEN expenses.deskripsi
        WHEN ${inScope(proofs)} THEN payments.keterangan END`.as('deskripsi'),
      sql<string | null>`CASE WHEN ${inScope(proofs)} THEN payments.bukti_transfer END`.as('bukti_transfer'),
      sql<string | null>`CASE WHEN ${sql.lit(reversedProofs ? 1 : 0)} = 1
        OR coalesce(expenses.dihapus_pada, penerimaan.dihapus_pada) IS NULL
        THEN coalesce(expenses.foto, penerimaan.bukti) END`.as('foto'),
      sql<number | null>`(SELECT later.nomor FROM kas_entri AS later
        WHERE later.membatalkan = kas_entri.nomor)`.as('dibatalkan_oleh'),
      sql<string | null>`(SELECT decider.nama FROM persetujuan JOIN users AS decider
        ON decider.id = persetujuan.diputuskan_oleh WHERE persetujuan.id = kas_entri.persetujuan_id)`.as(
        'disetujui_oleh',
      ),
      waitsForReversal(sql.ref('kas_entri.nomor')),
    ])
    .where('kas_entri.tanggal', '>=', span.dari)
    .where('kas_entri.tanggal', '<=', span.sampai)
    .where(sql<SqlBool>`NOT ${isOf('saldo_awal', 'pindah')}`)
    .$if(span.reversed !== true, (query) => query.where(sql<SqlBool>`NOT (${isCancelled(span)})`));
  const { data, nextCursor } = await readPage(found, order, request);
  const obstacleOf = ({ user_id, jumlah, dibatalkan_oleh, pembatalan_menunggu }: (typeof data)[number]) => {
    if (!barred || jumlah < 0 || dibatalkan_oleh !== null) return null;
    if (pembatalan_menunggu === 1) return reversalWaits;
    return user_id === null ? null : obstacleIn(barred, [{ user_id }]);
  };
  return {
    data: data.map((row) => {
      const { user_id: _, pembatalan_menunggu: __, ...entry } = row;
      return { ...entry, halangan: obstacleOf(row) };
    }),
    nextCursor,
  };
}
