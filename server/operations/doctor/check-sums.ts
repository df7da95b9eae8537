import { balanceOf, readBalance } from '../../areas/cash-book/queries.ts';
import type { Db } from '../../database/open.ts';
import { addUpBook, nameOf, type Total } from './add-up-book.ts';
import * as queries from './queries.ts';
import type { Pace, Violation } from './violation.ts';

/** Gaps in the numbers of the book, and monthly sums that are not what its entries add up to. */
export async function wrongBook(db: Db, pace: Pace): Promise<Violation[]> {
  const violations: Violation[] = [];
  const { last, banyak } = await queries.countNumbers(db);
  if (last !== banyak) {
    const says = `buku kas berisi ${banyak} transaksi, padahal nomor terakhirnya ${last}`;
    violations.push({ invariant: 'booked', table: 'kas_entri', id: null, says });
  }
  const right = await addUpBook(db, pace);
  const kept = new Map((await queries.listTotals(db)).map((total) => [nameOf(total), total]));
  for (const id of new Set([...kept.keys(), ...right.keys()])) {
    const [says, is] = [kept.get(id) ?? none, right.get(id) ?? none];
    if (says.banyak === is.banyak && says.jumlah === is.jumlah) continue;
    const wrong = `tersimpan ${says.jumlah} dari ${says.banyak} transaksi, seharusnya ${is.jumlah} dari ${is.banyak}`;
    violations.push({ invariant: 'sum', table: 'kas_bulanan', id, says: wrong });
  }
  const says = await findImbalance(db, [...right.values()], pace);
  if (says !== '') violations.push({ invariant: 'balance', table: 'payments, expenses', id: null, says });
  return violations;
}

const none = { banyak: 0, jumlah: 0 };

/** The same sums three ways: as people see them, from the entries of the book, and from payments, expenses and other income. */
async function findImbalance(db: Db, entries: readonly Total[], pace: Pace): Promise<string> {
  const sumUp = (table: queries.MoneyTable) => sumTable(db, table, pace);
  const seen = await readBalance(db);
  const booked = balanceOf(entries);
  const ofRows = ['iuran', 'pengeluaran', 'penerimaan'];
  const otherKinds = balanceOf(entries.filter(({ jenis }) => !ofRows.includes(jenis)));
  const income = otherKinds.totalPemasukan + (await sumUp('payments')) + (await sumUp('penerimaan'));
  const spending = otherKinds.totalPengeluaran + (await sumUp('expenses'));
  const comparisons = [
    ['pemasukan', seen.totalPemasukan, booked.totalPemasukan, income],
    ['pengeluaran', seen.totalPengeluaran, booked.totalPengeluaran, spending],
    ['saldo', seen.saldo, booked.saldo, booked.saldoAwal + income - spending],
  ] as const;
  return comparisons
    .filter(([, shown, book, rows]) => shown !== book || shown !== rows)
    .map(
      ([what, shown, book, rows]) =>
        `${what}: di layar ${shown}, di buku kas ${book}, menurut datanya ${rows}`,
    )
    .join('; ');
}

async function sumTable(db: Db, table: queries.MoneyTable, pace: Pace): Promise<number> {
  let total = 0;
  for (const ids of queries.ranges(await queries.lastId(db, table)))
    total += await pace(() => queries.sumRows(db, table, ids));
  return total;
}
