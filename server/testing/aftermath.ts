/** Invariants after a crash; each violation is returned as one line. */
import { type Selectable } from 'kysely';
import pg from 'pg';
import { amountOf } from '../../contract/amount-of.ts';
import { headOf } from '../areas/log/find-head.ts';
import type { Database } from '../database/open.ts';
import type { Schema } from '../database/schema.ts';
import { keysOf } from '../http/files/files.ts';
import { sweepOrphans } from '../http/files/sweep.ts';
import { findViolations } from '../operations/doctor/find-violations.ts';
import type { Storage } from '../storage/storage.ts';
import { eventually } from './eventually.ts';
import { type Ledger, monthOf, type Step } from './storm-ledger.ts';
import { recordTables } from './storm-records.ts';

/** PostgreSQL notices a dead client only after a while; its transaction may still commit. */
export async function untilNobodyWrites(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await eventually(async () => {
    const { rowCount } = await client.query(
      `SELECT 1 FROM pg_stat_activity WHERE application_name = 'guyub' AND datname = current_database()`,
    );
    if (rowCount !== 0) throw new Error(`${rowCount} connections are open`);
  });
  await client.end();
}

type Row = Selectable<Schema['payments']>;

const stories: Record<string, readonly string[]> = {
  menunggu_konfirmasi: ['uploaded'],
  dikonfirmasi: ['uploaded confirmed', 'recorded'],
  ditolak: ['uploaded rejected'],
  'menunggu_konfirmasi withdrawn': ['uploaded withdrawn'],
  'ditolak withdrawn': ['uploaded rejected withdrawn'],
};

export async function brokenPromises(
  database: Database,
  storage: Storage,
  ledger: Ledger,
): Promise<string[]> {
  const { read, dialect } = database;
  const rows: Row[] = await read.selectFrom('payments').selectAll().orderBy('id').execute();
  await sweepOrphans(read, storage, new Date(Date.now() + 60_000));
  const { violations } = await findViolations({ database, storage });
  return [
    ...ledger.surprises,
    ...compare(rows, ledger),
    ...oneLiveAMonth(rows),
    ...(await auditAndNotices(read, rows)),
    ...(await lostRecords(read, ledger)),
    ...(await lostClosings(read, ledger)),
    ...(await changedHeads(read, ledger)),
    ...(await lostCash(read, ledger)),
    ...(await orphans(read, storage)),
    ...violations.map(({ table, id, says }) => `${table} ${id}: ${says}`),
    ...(await dialect.findDamage(database.writer)),
  ];
}

/** Every acknowledged change exists; nothing exists that nobody sent. */
function compare(rows: readonly Row[], { payments, attempts }: Ledger): string[] {
  const broken: string[] = [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const { id, userId, tried, acknowledged } of payments) {
    const row = byId.get(id);
    const happened = row ? stepsOf(row) : new Set<Step>();
    if (row?.user_id !== userId) broken.push(`payment ${id} was acknowledged and is gone`);
    for (const step of acknowledged) {
      const isThere = step === 'upload' || step === 'record' || happened.has(step);
      if (!isThere) broken.push(`payment ${id}: ${step} was acknowledged and is gone`);
    }
    for (const step of happened)
      if (!tried.has(step)) broken.push(`payment ${id}: nobody tried to ${step} it`);
  }
  for (const row of rows) {
    if (!attempts.has(monthOf(row.user_id, row)))
      broken.push(`payment ${row.id}: nobody paid for that month`);
  }
  return broken;
}

function stepsOf({
  status,
  dihapus_pada,
  dikonfirmasi_oleh,
  tanggal_upload,
  tanggal_konfirmasi,
}: Row): Set<Step> {
  const steps = new Set<Step>();
  const recorded = dikonfirmasi_oleh !== null && tanggal_upload === tanggal_konfirmasi;
  if (status === 'dikonfirmasi') steps.add(recorded ? 'record' : 'confirm');
  if (status === 'ditolak') steps.add('reject');
  if (dihapus_pada !== null) steps.add('withdraw');
  return steps;
}

function oneLiveAMonth(rows: readonly Row[]): string[] {
  const live = rows.filter(({ status, dihapus_pada }) => status !== 'ditolak' && dihapus_pada === null);
  const months = live.map((row) => monthOf(row.user_id, row));
  return months
    .filter((month, index) => months.indexOf(month) !== index)
    .map((month) => `${month} is paid twice`);
}

async function auditAndNotices(read: Database['read'], rows: readonly Row[]): Promise<string[]> {
  const audit = await read
    .selectFrom('audit')
    .select(['entitas_id', 'aksi'])
    .where('entitas', '=', 'payments')
    .orderBy('id')
    .execute();
  const notices = await read
    .selectFrom('notifications')
    .select('user_id')
    .where('jenis', '=', 'payment-confirmed')
    .execute();
  const broken: string[] = [];
  const actions = Map.groupBy(audit, ({ entitas_id }) => entitas_id);
  for (const { id, status, dihapus_pada } of rows) {
    const story = (actions.get(id) ?? []).map(({ aksi }) => aksi.replace('payment.', '')).join(' ');
    const state = dihapus_pada === null ? status : `${status} withdrawn`;
    if (!stories[state]?.includes(story)) broken.push(`payment ${id} is ${state}, its audit says: ${story}`);
  }
  if (actions.size !== rows.length) broken.push('the audit log tells of payments that are not there');
  const told = Map.groupBy(notices, ({ user_id }) => user_id);
  for (const [userId, decided] of Map.groupBy(
    rows.filter(({ tanggal_konfirmasi }) => tanggal_konfirmasi),
    ({ user_id }) => user_id,
  )) {
    const heard = told.get(userId)?.length ?? 0;
    if (heard !== decided.length)
      broken.push(`resident ${userId} heard ${heard} of ${decided.length} decisions`);
  }
  return broken;
}

/** A created record exists until its deletion was sent, and is gone after it was acknowledged. */
async function lostRecords(read: Database['read'], { records }: Ledger): Promise<string[]> {
  const broken: string[] = [];
  for (const table of recordTables) {
    const rows = await read.selectFrom(table).select(['id', 'dihapus_pada']).execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const { id, removal } of records.filter((record) => record.table === table)) {
      const row = byId.get(id);
      if (!row) broken.push(`${table} ${id} was acknowledged and is gone`);
      else if (row.dihapus_pada === null && removal === 'acknowledged')
        broken.push(`${table} ${id} was deleted and is back`);
      else if (row.dihapus_pada !== null && removal === 'none')
        broken.push(`${table} ${id}: nobody tried to delete it`);
    }
  }
  return broken;
}

async function lostClosings(read: Database['read'], { closings }: Ledger): Promise<string[]> {
  const kept = await read.selectFrom('tutup_buku').select('bulan').orderBy('bulan').execute();
  const months = new Set(kept.map(({ bulan }) => bulan));
  return closings
    .filter((bulan) => !months.has(bulan))
    .map((bulan) => `the closing of ${bulan} was acknowledged and is gone`);
}

/** A head that somebody has seen is the head of that size for good. */
async function changedHeads(read: Database['read'], { heads }: Ledger): Promise<string[]> {
  const kept = await read.selectFrom('log_kepala').select('catatan').execute();
  const known = new Map(
    kept.map(({ catatan }) => headOf(catatan)).map(({ ukuran, kepala }) => [ukuran, kepala]),
  );
  return [...heads]
    .filter(([size, head]) => known.get(size) !== head)
    .map(([size]) => `the head of size ${size} was given out and is another one now`);
}

/** Every acknowledged tap is booked once; what collectors hold is what they took less what was accepted. */
async function lostCash(read: Database['read'], { taps, handovers }: Ledger): Promise<string[]> {
  const broken: string[] = [];
  const booked = await read
    .selectFrom('payments')
    .select(['ketukan', 'jumlah', 'status'])
    .where('ketukan', 'is not', null)
    .execute();
  const byTap = Map.groupBy(booked, ({ ketukan }) => ketukan);
  for (const { ketukan, jumlah } of taps) {
    const rows = byTap.get(ketukan) ?? [];
    if (rows.length !== 1 || rows[0]?.jumlah !== jumlah)
      broken.push(`tap ${ketukan} was acknowledged and is booked ${rows.length} times`);
  }
  const accepted = await read
    .selectFrom('setoran')
    .select(['id', 'dihitung'])
    .where('status', '=', 'diterima')
    .execute();
  const known = new Set(accepted.map(({ id }) => id));
  for (const id of handovers)
    if (!known.has(id)) broken.push(`the acceptance of hand-over ${id} was acknowledged and is gone`);
  const { held } = await read
    .selectFrom('kas_entri')
    .innerJoin('akun', 'akun.id', 'kas_entri.akun_id')
    .where('akun.pemegang_id', 'is not', null)
    .where('kas_entri.jenis', '<>', 'selisih')
    .select((eb) => eb.fn.sum<number | null>('kas_entri.jumlah').as('held'))
    .executeTakeFirstOrThrow();
  const taken = amountOf(booked.filter(({ status }) => status === 'dikonfirmasi'));
  const given = accepted.reduce((sum, { dihitung }) => sum + (dihitung ?? 0), 0);
  if ((held ?? 0) !== taken - given) broken.push(`collectors hold ${held}, which should be ${taken - given}`);
  return broken;
}

/** Unreferenced files after the sweep. Missing files are found by the data check. */
async function orphans(read: Database['read'], storage: Storage): Promise<string[]> {
  const named = await read.selectFrom('files').select(['nama', 'kind']).execute();
  const expected = new Set(named.flatMap(keysOf));
  const broken: string[] = [];
  for (const folder of ['uploads', 'thumbnails', 'documents'])
    for await (const { key } of storage.list(folder))
      if (!expected.has(key)) broken.push(`${key} belongs to nothing`);
  return broken;
}
