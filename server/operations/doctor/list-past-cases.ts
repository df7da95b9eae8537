/** Decisions between two accounts of which one had lately made the other, set its password or changed its role. */
import { strangersAfterDays } from '../../../contract/policy.ts';
import { givesControl } from '../../areas/approvals/rules.ts';
import { daysAfter } from '../../clock.ts';
import type { Db } from '../../database/open.ts';

/** Since when one account had another in its hands, by `controller:controlled`. */
type Controls = Map<string, string[]>;

interface Control {
  by: number;
  over: number;
  since: string;
}

interface Decision {
  decider: string;
  decided: string | null;
}

/**
 * For people to ask about, not violations: some were decided before this rule, others because nobody else could decide.
 * Reads every audit row of accounts and every decision once.
 */
export async function listPastCases(db: Db): Promise<string[]> {
  const controls: Controls = new Map();
  const controllers = new Set<number>();
  for await (const { by, over, since } of findControls(db)) {
    const key = `${by}:${over}`;
    const known = controls.get(key);
    if (known) known.push(since);
    else controls.set(key, [since]);
    controllers.add(by);
  }
  const cases = new Set<string>();
  const add = (what: string, { decider, decided }: Decision, ...pairs: readonly string[]) => {
    for (const since of pairs.flatMap((pair) => controls.get(pair) ?? []))
      if (isWithin(since, decided)) cases.add(`${what} ${inWords(decider, decided, since)}`);
  };
  for await (const { id, payer, payer_id, isOfficer, decider_id, ...decision } of payments(db, controllers)) {
    const ofOfficer = isOfficer ? [`${decider_id}:${payer_id}`] : [];
    add(`Pembayaran ${id} milik ${payer}`, decision, `${payer_id}:${decider_id}`, ...ofOfficer);
  }
  for await (const { id, proposer, proposer_id: by, decider_id: other, ...decision } of proposals(db))
    add(`Usulan ${id} dari ${proposer}`, decision, `${by}:${other}`, `${other}:${by}`);
  return [...cases];
}

const isWithin = (since: string, decided: string | null): decided is string =>
  decided !== null && decided >= since && decided < daysAfter(since, strangersAfterDays);

const dayOf = (instant: string) => instant.slice(0, 'YYYY-MM-DD'.length);

const inWords = (decider: string, decided: string, since: string) =>
  `diputuskan ${decider} pada ${dayOf(decided)}, padahal salah satu akun itu dibuat atau diubah oleh yang lain pada ${dayOf(since)}`;

const rowsAtOnce = 1_000;

/** Row after row of a list that is read in portions of ascending ids. */
async function* inPortions<T extends { id: number }>(
  read: (after: number) => Promise<T[]>,
): AsyncGenerator<T> {
  for (let after = 0, isFull = true; isFull; ) {
    const rows = await read(after);
    yield* rows;
    isFull = rows.length === rowsAtOnce;
    after = rows.at(-1)?.id ?? after;
  }
}

async function* findControls(db: Db): AsyncGenerator<Control> {
  const rows = inPortions((after) =>
    db
      .selectFrom('audit')
      .select(['id', 'user_id', 'entitas_id', 'tanggal', 'sebelum', 'sesudah'])
      .where('entitas', '=', 'users')
      .where('aksi', 'in', ['account.created', 'account.changed'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute(),
  );
  for await (const { user_id: by, entitas_id: over, tanggal: since, ...row } of rows)
    if (by !== null && over !== null && by !== over && givesControl(row)) yield { by, over, since };
}

/** Decided payments of officers, and of whoever had another account in their hands. */
async function* payments(db: Db, controllers: ReadonlySet<number>) {
  const people = await db
    .selectFrom('users')
    .select(['id', 'nama as payer', 'jenis'])
    .where((eb) => eb.or([eb('jenis', '<>', 'warga'), eb('id', 'in', [0, ...controllers])]))
    .orderBy('id')
    .execute();
  for (const { id: payer_id, payer, jenis } of people) {
    const rows = inPortions((after) =>
      db
        .selectFrom('payments')
        .innerJoin('users as decider', 'decider.id', 'payments.dikonfirmasi_oleh')
        .select([
          'payments.id',
          'decider.id as decider_id',
          'decider.nama as decider',
          'payments.tanggal_konfirmasi as decided',
        ])
        .where('payments.user_id', '=', payer_id)
        .where('payments.id', '>', after)
        .orderBy('payments.id')
        .limit(rowsAtOnce)
        .execute(),
    );
    for await (const row of rows) yield { ...row, payer, payer_id, isOfficer: jenis !== 'warga' };
  }
}

const proposals = (db: Db) =>
  inPortions((after) =>
    db
      .selectFrom('persetujuan')
      .innerJoin('users as proposer', 'proposer.id', 'persetujuan.diajukan_oleh')
      .innerJoin('users as decider', 'decider.id', 'persetujuan.diputuskan_oleh')
      .select([
        'persetujuan.id',
        'proposer.id as proposer_id',
        'proposer.nama as proposer',
        'decider.id as decider_id',
        'decider.nama as decider',
        'persetujuan.diputuskan_pada as decided',
      ])
      .where('persetujuan.id', '>', after)
      .orderBy('persetujuan.id')
      .limit(rowsAtOnce)
      .execute(),
  );
