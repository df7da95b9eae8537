import {
  type CashBookEntry,
  exportCashBook,
  getBalance,
  getTotalIncome,
  getYearBalance,
  listCashBook,
} from '../../../contract/cash-book.ts';
import { formatMonth, monthIn, monthName } from '../../../contract/format.ts';
import type { Actor } from '../../../contract/people.ts';
import { scopeOf } from '../../../contract/policy.ts';
import type { Context } from '../../platform/context.ts';
import { found } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import * as queries from './queries.ts';
import { yearBalance } from './rules.ts';

export function cashBookRoutes({ db, clock, config }: Context) {
  return [
    route(getBalance, async () => ({ data: await queries.readBalance(db) })),
    route(getYearBalance, async ({ params }) => {
      const sums = await queries.sumByMonth(db, params.year);
      return { data: yearBalance(params.year, sums, monthIn(config.timeZone, clock())) };
    }),
    route(exportCashBook, async ({ actor, params, query }) => {
      const span = spanOf(params.year, query);
      const { data } = await queries.listBook(db, span, proofsFor(actor), {});
      return {
        title: titleOf(params.year, span),
        data: data.map((entry) => exportRow(entry, config.publicUrl)),
      };
    }),
    route(listCashBook, async ({ actor, params, query }) =>
      queries.listBook(db, spanOf(params.year, query), proofsFor(actor), query),
    ),
    route(getTotalIncome, async () => ({ data: { totalIncome: await queries.totalIncome(db) } })),
  ];
}

/** The year, narrowed to the days asked for. */
function spanOf(
  year: number,
  { dari, sampai }: { dari?: string | undefined; sampai?: string | undefined },
): queries.Span {
  const first = `${year}-01-01`;
  const last = `${year}-12-31`;
  return { dari: dari && dari > first ? dari : first, sampai: sampai && sampai < last ? sampai : last };
}

/** `Buku Kas 2026`, of days in it `Buku Kas 1 Jul - 31 Agu 2026`. */
function titleOf(year: number, { dari, sampai }: queries.Span): string {
  const [first, last] = [dari, sampai].map(
    (date) => `${Number(date.slice(8))} ${monthName(Number(date.slice(5, 7))).slice(0, 3)}`,
  );
  const isWhole = dari === `${year}-01-01` && sampai === `${year}-12-31`;
  const days = isWhole ? '' : `${first === last ? first : `${first} - ${last}`} `;
  return `Buku Kas ${days}${year}`;
}

/** Own proofs, and for staff those in scope; everybody else's are private (decisions §5). */
const proofsFor = (actor: Actor) =>
  found(scopeOf(actor, 'payments.read') ?? scopeOf(actor, 'payments.own-warga'));

function exportRow(entry: CashBookEntry, publicUrl: string) {
  const income = entry.type === 'pemasukan';
  const image = entry.bukti_transfer ?? entry.foto;
  const payer = entry.blok ? `${entry.nama} (${entry.blok})` : `${entry.nama}`;
  return {
    tanggal: entry.tanggal,
    bulan: monthName(Number(entry.tanggal.slice(5, 7))),
    jenis: income ? 'Pemasukan' : 'Pengeluaran',
    keterangan: income ? `Iuran ${formatMonth(entry)} - ${payer}` : (entry.judul ?? ''),
    pemasukan: income ? entry.jumlah : 0,
    pengeluaran: income ? 0 : entry.jumlah,
    foto: image ? `${publicUrl}/assets/uploads/${image}` : null,
  };
}
