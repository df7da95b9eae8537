/** Checks all rows and files against the invariants of `contract/health.ts`. */
import { setImmediate, setTimeout } from 'node:timers/promises';
import pLimit from 'p-limit';
import { type Invariant, invariants } from '../../../contract/health.ts';
import type { Database, Db } from '../../database/open.ts';
import { keysOf } from '../../http/files/files.ts';
import type { Storage } from '../../storage/storage.ts';
import { readBalance } from '../../areas/cash-book/queries.ts';
import * as queries from './queries.ts';

export interface Violation {
  invariant: Invariant;
  table: string;
  id: number | string | null;
  says: string;
}

export interface Findings {
  counts: Record<Invariant, number>;
  violations: Violation[];
}

interface Estate {
  database: Pick<Database, 'read' | 'snapshot'>;
  storage: Pick<Storage, 'open'>;
}

interface Options {
  /** Share of the time that the check may take, 0 to 1; the rest is left to requests. */
  share?: number;
}

const idsAtOnce = 1_000;
const filesAtOnce = 200;
const openAtOnce = 16;
/** Per rule; further violations are only counted. */
const kept = 20;

export async function findViolations({ database, storage }: Estate, { share = 1 }: Options = {}) {
  const findings: Findings = {
    counts: Object.fromEntries(invariants.map((invariant) => [invariant, 0])) as Findings['counts'],
    violations: [],
  };
  const report = (violation: Violation) => {
    if ((findings.counts[violation.invariant] += 1) <= kept) findings.violations.push(violation);
  };
  const pace = paced(share);
  for (const rule of queries.rowRules) {
    for (const ids of ranges(await queries.lastId(database.read, rule.table))) {
      const { invariant, says } = rule;
      const broken = await pace(() => queries.findBroken(database.read, rule, ids));
      for (const row of broken) report({ invariant, ...row, says });
    }
  }
  for (const id of await queries.findBrokenDues(database.read))
    report({ invariant: 'amount', table: 'dues', id, says: 'the amount is not a positive whole number' });
  for await (const { nama, says } of lostFiles(database.read, storage, pace)) {
    const isShown = findings.counts.file < kept;
    const owner = isShown ? await queries.findOwner(database.read, nama) : { table: 'files', id: nama };
    report({ invariant: 'file', ...owner, says });
  }
  for (const violation of await database.snapshot((db) => wrongMonths(db, pace))) report(violation);
  const says = await database.snapshot(findImbalance);
  if (says !== '') report({ invariant: 'balance', table: 'payments, expenses', id: null, says });
  return findings;
}

function* ranges(last: number): Generator<queries.Ids> {
  for (let from = 1; from <= last; from += idsAtOnce) yield { from, to: from + idsAtOnce - 1 };
}

type Pace = <T>(work: () => Promise<T>) => Promise<T>;

const paced = (share: number): Pace => {
  return async (work) => {
    const began = performance.now();
    const result = await work();
    const rest = (performance.now() - began) * (1 / share - 1);
    await (rest < 1 ? setImmediate() : setTimeout(rest));
    return result;
  };
};

async function* lostFiles(db: Db, storage: Estate['storage'], pace: Pace) {
  const opening = pLimit(openAtOnce);
  for await (const files of queries.listFiles(db, filesAtOnce)) {
    const lost = await pace(() => Promise.all(files.map((file) => opening(() => whatIsLost(storage, file)))));
    yield* lost.flat();
  }
}

async function whatIsLost(storage: Estate['storage'], file: queries.NamedFile) {
  const { nama, ukuran_file } = file;
  const lost: { nama: string; says: string }[] = [];
  for (const [index, key] of keysOf(file).entries()) {
    const object = await storage.open(key, { start: 0, end: 0 });
    object?.stream.destroy();
    if (!object) lost.push({ nama, says: `its file ${key} is missing` });
    else if (index === 0 && object.size !== ukuran_file)
      lost.push({ nama, says: `its file ${key} has ${object.size} bytes instead of ${ukuran_file}` });
  }
  return lost;
}

/** Months whose precomputed income differs from the sum of their payments. */
async function wrongMonths(db: Db, pace: Pace): Promise<Violation[]> {
  const right = new Map<string, { banyak: number; jumlah: number }>();
  for (const ids of ranges(await queries.lastId(db, 'payments'))) {
    for (const { bulan_kas, banyak, jumlah } of await pace(() => queries.sumIncome(db, ids))) {
      const sofar = right.get(bulan_kas) ?? { banyak: 0, jumlah: 0 };
      right.set(bulan_kas, { banyak: sofar.banyak + banyak, jumlah: sofar.jumlah + jumlah });
    }
  }
  const kept = new Map((await queries.listIncome(db)).map((row) => [row.bulan_kas, row]));
  const none = { banyak: 0, jumlah: 0 };
  return [...new Set([...kept.keys(), ...right.keys()])].flatMap((id) => {
    const [says, is] = [kept.get(id) ?? none, right.get(id) ?? none];
    if (says.banyak === is.banyak && says.jumlah === is.jumlah) return [];
    const wrong = `it says ${says.jumlah} of ${says.banyak} payments, the payments ${is.jumlah} of ${is.banyak}`;
    return [{ invariant: 'sum', table: 'income_by_month', id, says: wrong } as const];
  });
}

/** Compares three ways to compute the sums: shown to users, cash book by date, and all rows. */
async function findImbalance(db: Db): Promise<string> {
  const { totalPemasukan, totalPengeluaran, saldo } = await readBalance(db);
  const income = await sumUp(db, 'payments');
  const spending = await sumUp(db, 'expenses');
  const comparisons = [
    ['income', totalPemasukan, income.booked, income.total],
    ['expenses', totalPengeluaran, spending.booked, spending.total],
    ['balance', saldo, income.booked - spending.booked, income.total - spending.total],
  ] as const;
  return comparisons
    .filter(([, seen, book, rows]) => seen !== book || seen !== rows)
    .map(
      ([what, seen, book, rows]) =>
        `${what}: people see ${seen}, the cash book has ${book}, the rows ${rows}`,
    )
    .join('; ');
}

async function sumUp(db: Db, table: 'payments' | 'expenses') {
  const sums = { total: 0, booked: 0 };
  for (const ids of ranges(await queries.lastId(db, table))) {
    const { total, booked } = await queries.sumRows(db, table, ids);
    sums.total += total;
    sums.booked += booked;
    await setImmediate();
  }
  return sums;
}
