/** Checks all rows and files against the invariants of `contract/health.ts`. */
import { setImmediate, setTimeout } from 'node:timers/promises';
import pLimit from 'p-limit';
import { type Invariant, invariants } from '../../../contract/health.ts';
import type { Database, Db } from '../../database/open.ts';
import { keysOf } from '../../http/files/files.ts';
import type { Storage } from '../../storage/storage.ts';
import { balanceOf, readBalance } from '../../areas/cash-book/queries.ts';
import { addUpBook, nameOf, type Total } from './add-up-book.ts';
import { incomeRules } from './income-rules.ts';
import * as queries from './queries.ts';
import { differences } from './replay.ts';
import { listAudited, replayRanges } from './replay-queries.ts';

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

const filesAtOnce = 200;
const openAtOnce = 16;
/** Per rule; further violations are only counted. */
const kept = 20;

export async function findViolations({ database, storage }: Estate, { share = 1 }: Options = {}) {
  const findings: Findings = {
    counts: Object.fromEntries(invariants.map((invariant) => [invariant, 0])) as Findings['counts'],
    violations: [],
  };
  /** Records whose audit rows are wrong already: what else differs follows from that. */
  const explained = new Set<string>();
  const report = (violation: Violation) => {
    if (violation.invariant === 'audited' || violation.invariant === 'amount')
      explained.add(`${violation.table} ${violation.id}`);
    if ((findings.counts[violation.invariant] += 1) <= kept) findings.violations.push(violation);
  };
  const pace = paced(share);
  for (const rule of [...queries.rowRules, ...incomeRules]) {
    for (const ids of queries.ranges(await queries.lastId(database.read, rule.table))) {
      const { invariant, says } = rule;
      const broken = await pace(() => queries.findBroken(database.read, rule, ids));
      for (const row of broken) report({ invariant, ...row, says });
    }
  }
  for await (const violation of alteredRecords(database.read, pace))
    if (!explained.has(`${violation.table} ${violation.id}`)) report(violation);
  for (const id of await queries.findBrokenDues(database.read))
    report({ invariant: 'amount', table: 'dues', id, says: 'the amount is not a positive whole number' });
  for await (const { nama, says } of lostFiles(database.read, storage, pace)) {
    const isShown = findings.counts.file < kept;
    const owner = isShown ? await queries.findOwner(database.read, nama) : { table: 'files', id: nama };
    report({ invariant: 'file', ...owner, says });
  }
  for (const violation of await database.snapshot((db) => wrongBook(db, pace))) report(violation);
  return findings;
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

/** Payments and expenses that are not what their audit rows tell. */
async function* alteredRecords(db: Db, pace: Pace): AsyncGenerator<Violation> {
  for (const table of ['payments', 'expenses'] as const) {
    for (const ids of replayRanges(await queries.lastId(db, table))) {
      const altered = await pace(async () => {
        const { records, lines } = await listAudited(db, table, ids);
        return records.map(({ id, ...fields }) => ({
          id,
          wrong: differences({ id, ...fields }, lines.get(id) ?? []),
        }));
      });
      for (const { id, wrong } of altered)
        if (wrong.length > 0)
          yield {
            invariant: 'altered',
            table,
            id,
            says: `the audit log tells otherwise: ${wrong.join(', ')}`,
          };
    }
  }
}

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

/** Gaps in the numbers of the book, and monthly sums that are not what its entries add up to. */
async function wrongBook(db: Db, pace: Pace): Promise<Violation[]> {
  const violations: Violation[] = [];
  const { last, banyak } = await queries.countNumbers(db);
  if (last !== banyak) {
    const says = `the book has ${banyak} entries, and its last number is ${last}`;
    violations.push({ invariant: 'booked', table: 'kas_entri', id: null, says });
  }
  const right = await addUpBook(db, pace);
  const kept = new Map((await queries.listTotals(db)).map((total) => [nameOf(total), total]));
  for (const id of new Set([...kept.keys(), ...right.keys()])) {
    const [says, is] = [kept.get(id) ?? none, right.get(id) ?? none];
    if (says.banyak === is.banyak && says.jumlah === is.jumlah) continue;
    const wrong = `it says ${says.jumlah} of ${says.banyak} entries, the entries ${is.jumlah} of ${is.banyak}`;
    violations.push({ invariant: 'sum', table: 'kas_bulanan', id, says: wrong });
  }
  const says = await findImbalance(db, [...right.values()]);
  if (says !== '') violations.push({ invariant: 'balance', table: 'payments, expenses', id: null, says });
  return violations;
}

const none = { banyak: 0, jumlah: 0 };

/** The same sums three ways: as people see them, from the entries of the book, and from payments, expenses and other income. */
async function findImbalance(db: Db, entries: readonly Total[]): Promise<string> {
  const seen = await readBalance(db);
  const booked = balanceOf(entries);
  const ofRows = ['iuran', 'pengeluaran', 'penerimaan'];
  const otherKinds = balanceOf(entries.filter(({ jenis }) => !ofRows.includes(jenis)));
  const income = otherKinds.totalPemasukan + (await sumUp(db, 'payments')) + (await sumUp(db, 'penerimaan'));
  const spending = otherKinds.totalPengeluaran + (await sumUp(db, 'expenses'));
  const comparisons = [
    ['income', seen.totalPemasukan, booked.totalPemasukan, income],
    ['expenses', seen.totalPengeluaran, booked.totalPengeluaran, spending],
    ['balance', seen.saldo, booked.saldo, booked.saldoAwal + income - spending],
  ] as const;
  return comparisons
    .filter(([, shown, book, rows]) => shown !== book || shown !== rows)
    .map(
      ([what, shown, book, rows]) => `${what}: people see ${shown}, the book has ${book}, the rows ${rows}`,
    )
    .join('; ');
}

async function sumUp(db: Db, table: queries.MoneyTable): Promise<number> {
  let total = 0;
  for (const ids of queries.ranges(await queries.lastId(db, table))) {
    total += await queries.sumRows(db, table, ids);
    await setImmediate();
  }
  return total;
}
