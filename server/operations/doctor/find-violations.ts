/** Checks all rows and files against the invariants of `contract/health.ts`. */
import { type Invariant, invariants } from '../../../contract/health.ts';
import type { Config } from '../../config.ts';
import type { Database, Db } from '../../database/open.ts';
import { checkAccounts } from './check-accounts.ts';
import { checkBills } from './check-bills.ts';
import { checkClosings } from './check-closings.ts';
import { checkEntries } from './check-entries.ts';
import { type CheckedStorage, lostFiles } from './check-files.ts';
import { checkLog } from './check-log.ts';
import { checkReceipts } from './check-receipts.ts';
import { checkSchema } from './check-schema.ts';
import { checkSessions } from './check-sessions.ts';
import { checkSettings } from './check-settings.ts';
import { wrongBook } from './check-sums.ts';
import { checkWaivers } from './check-waivers.ts';
import { incomeRules } from './income-rules.ts';
import * as queries from './queries.ts';
import { differences, type ReplayedTable } from './replay.ts';
import { listAudited, stillWrong } from './replay-queries.ts';
import { type Pace, paced, type Violation } from './violation.ts';
import { inWords } from './words.ts';

export type { Violation } from './violation.ts';

export interface Findings {
  counts: Record<Invariant, number>;
  violations: Violation[];
}

interface Estate {
  database: Database;
  storage: CheckedStorage;
  /** Where the key of the log is; without it sessions are not compared. */
  config?: Pick<Config, 'logKeyFile'>;
}

interface Options {
  /** Share of the time that the check may take, 0 to 1; the rest is left to requests. */
  share?: number;
}

/** Per rule; further violations are only counted. */
const kept = 20;

export async function findViolations({ database, storage, config }: Estate, { share = 1 }: Options = {}) {
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
  const { read } = database;
  for (const rule of [...queries.rowRules, ...incomeRules]) {
    for (const ids of queries.ranges(await queries.lastId(read, rule.table))) {
      const { invariant, says } = rule;
      const broken = await pace(() => queries.findBroken(read, rule, ids));
      for (const row of broken) report({ invariant, ...row, says });
    }
  }
  for (const id of await queries.findBrokenDues(read))
    report({ invariant: 'amount', table: 'dues', id, says: 'bukan jumlah uang yang utuh dan positif' });
  for await (const violation of alteredRecords(read, pace))
    if (!explained.has(`${violation.table} ${violation.id}`)) report(violation);
  for await (const violation of checkAccounts(read, pace)) report(violation);
  if (config) for await (const violation of checkSessions(read, pace, config)) report(violation);
  for await (const violation of checkEntries(read, pace)) report(violation);
  for await (const violation of checkLog(read, pace)) report(violation);
  for (const violation of await checkSchema(database)) report(violation);
  for await (const { nama, says } of lostFiles(read, storage, pace)) {
    const isShown = findings.counts.file < kept;
    const owner = isShown ? await queries.findOwner(read, nama) : { table: 'files', id: nama };
    report({ invariant: 'file', ...owner, says });
  }
  await database.snapshot(async (db) => {
    for (const violation of await wrongBook(db, pace)) report(violation);
    for await (const violation of checkClosings(db, pace)) report(violation);
    for await (const violation of checkBills(db, pace)) report(violation);
    for await (const violation of checkReceipts(db, pace)) report(violation);
    for (const violation of await checkWaivers(db)) report(violation);
    for (const violation of await checkSettings(db))
      if (!explained.has(`${violation.table} ${violation.id}`)) report(violation);
  });
  return findings;
}

/** Payments and expenses that are not what their audit rows tell. */
async function* alteredRecords(db: Db, pace: Pace): AsyncGenerator<Violation> {
  for (const table of ['payments', 'expenses'] as const)
    for await (const { id, wrong } of stillWrong(db, pace, table, (ids) => differing(db, table, ids))) {
      const says = `riwayat perubahan menyebut yang lain: ${inWords(wrong)}`;
      yield { invariant: 'altered', table, id, says };
    }
}

async function differing(db: Db, table: ReplayedTable, ids: queries.Ids) {
  const { records, lines } = await listAudited(db, table, ids);
  return records
    .map((record) => ({ id: record.id, wrong: differences(record, lines.get(record.id) ?? []) }))
    .filter(({ wrong }) => wrong.length > 0);
}
