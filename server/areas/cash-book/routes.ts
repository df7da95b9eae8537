import * as contract from '../../../contract/cash-book.ts';
import { categoryTitle } from '../../../contract/categories.ts';
import { formatMonth, monthIn, monthName } from '../../../contract/format.ts';
import type { Actor } from '../../../contract/people.ts';
import { can, scopeOf } from '../../../contract/policy.ts';
import type { Context } from '../../context.ts';
import { found } from '../../http/refusal.ts';
import { route } from '../../http/route.ts';
import { listBarred } from '../payments/barred-payers.ts';
import * as queries from './queries.ts';
import { yearBalance } from './rules.ts';

export function routes({ db, clock, config }: Context) {
  const barredFor = async (actor: Actor) =>
    can(actor, 'book.write') ? await listBarred({ db, now: clock().toISOString() }, actor.id) : undefined;
  return [
    route(contract.getBalance, async () => ({ data: await queries.readBalance(db) })),
    route(contract.getYearBalance, async ({ params }) => {
      const sums = await queries.sumByMonth(db, params.year);
      return { data: yearBalance(params.year, sums, monthIn(config.timeZone, clock())) };
    }),
    route(contract.exportCashBook, async ({ actor, params, query }) => {
      const span = spanOf(params.year, query);
      const before = await queries.balanceBefore(db, span);
      const { data: entries } = await queries.listBook(db, span, proofsFor(actor), {});
      const data = withBalance(before, entries.toReversed(), config.publicUrl);
      const isShown =
        query.format === 'xlsx' ? () => true : ({ jenis }: { jenis: string }) => jenis !== openingLabel;
      return { title: titleOf(params.year, span), data: data.filter(isShown) };
    }),
    route(contract.listCashBook, async ({ actor, params, query }) =>
      queries.listBook(
        db,
        { ...spanOf(params.year, query), reversed: query.pembatalan === '1' },
        { ...proofsFor(actor), barred: await barredFor(actor) },
        query,
      ),
    ),
    route(contract.getTotalIncome, async () => ({
      data: { totalIncome: (await queries.readBalance(db)).totalPemasukan },
    })),
  ];
}

function spanOf(
  year: number,
  { dari, sampai }: { dari?: string | undefined; sampai?: string | undefined },
): queries.Span {
  const first = `${year}-01-01`;
  const last = `${year}-12-31`;
  return { dari: dari && dari > first ? dari : first, sampai: sampai && sampai < last ? sampai : last };
}

/** `Buku Kas 2026` or `Buku Kas 1 Jul - 31 Agu 2026`. */
function titleOf(year: number, { dari, sampai }: queries.Span): string {
  const [first, last] = [dari, sampai].map(
    (date) => `${Number(date.slice(8))} ${monthName(Number(date.slice(5, 7))).slice(0, 3)}`,
  );
  const isWhole = dari === `${year}-01-01` && sampai === `${year}-12-31`;
  const days = isWhole ? '' : `${first === last ? first : `${first} - ${last}`} `;
  return `Buku Kas ${days}${year}`;
}

/** Of payments, staff see the proofs in their scope, residents only their own. */
const proofsFor = (actor: Actor) => ({
  proofs: found(scopeOf(actor, 'payments.read') ?? scopeOf(actor, 'payments.own-warga')),
  reversedProofs: can(actor, 'audit.read'),
});

const openingLabel = contract.entryKindLabels[contract.openingKind];

const openingRow = (tanggal: string, saldo: number) => ({
  tanggal,
  bulan: monthName(Number(tanggal.slice(5, 7))),
  jenis: openingLabel,
  keterangan: '',
  pemasukan: 0,
  pengeluaran: 0,
  saldo,
  foto: null,
  kategori: '',
  saksi: null,
});

/** Begins with the opening balance; a later one has a row on its day. */
function withBalance(
  { tanggal: begin, saldo: before, opened }: Awaited<ReturnType<typeof queries.balanceBefore>>,
  entries: readonly contract.CashBookEntry[],
  publicUrl: string,
) {
  const booked = entries.map((entry) => ({ ...entry, row: exportRow(entry, publicUrl) }));
  const openings = opened.map((opening) => ({ ...opening, row: null }));
  const all = [...openings, ...booked].toSorted(
    (a, b) => Number(a.tanggal > b.tanggal) - Number(a.tanggal < b.tanggal) || a.nomor - b.nomor,
  );
  let saldo = before;
  const rows = all.map(({ tanggal, jumlah, row }) => {
    saldo += row ? row.pemasukan - row.pengeluaran : jumlah;
    return row ? { ...row, saldo } : openingRow(tanggal, saldo);
  });
  const [first] = rows;
  return [openingRow(first && first.tanggal < begin ? first.tanggal : begin, before), ...rows];
}

function exportRow(entry: contract.CashBookEntry, publicUrl: string) {
  const income = entry.type === 'pemasukan';
  const image = entry.bukti_transfer ?? entry.foto;
  const payer = entry.blok ? `${entry.nama} (${entry.blok})` : `${entry.nama}`;
  const dues = `Iuran ${formatMonth(entry)} - ${payer}`;
  return {
    tanggal: entry.tanggal,
    bulan: monthName(Number(entry.tanggal.slice(5, 7))),
    jenis: income ? 'Pemasukan' : 'Pengeluaran',
    keterangan: entry.judul ?? (entry.jumlah < 0 ? `Pembatalan: ${dues}` : dues),
    pemasukan: income ? entry.jumlah : 0,
    pengeluaran: income ? 0 : entry.jumlah,
    foto: image ? `${publicUrl}/assets/${image.endsWith('.pdf') ? 'documents' : 'uploads'}/${image}` : null,
    kategori: categoryTitle(entry.kategori),
    saksi: entry.saksi,
  };
}
