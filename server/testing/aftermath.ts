/** What must hold after any crash; each broken promise is one line. */
import { sql } from 'kysely';
import type { Database } from '../platform/db/open.ts';
import type { Payments } from '../platform/db/schema.ts';
import { sweepOrphans } from '../platform/files/sweep.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { type Ledger, monthOf, type Step } from './storm.ts';

type Row = Omit<Payments, 'id'> & { id: number };

/** The audit log of a payment tells how it came to be what it is. */
const stories: Record<string, readonly string[]> = {
  menunggu_konfirmasi: ['uploaded'],
  dikonfirmasi: ['uploaded confirmed', 'recorded'],
  ditolak: ['uploaded rejected'],
  'menunggu_konfirmasi withdrawn': ['uploaded withdrawn'],
  'ditolak withdrawn': ['uploaded rejected withdrawn'],
};

/** Also sweeps the storage, as if the crash were long ago. */
export async function brokenPromises(
  { read, dialect }: Database,
  storage: Storage,
  ledger: Ledger,
): Promise<string[]> {
  const broken = [...ledger.surprises];
  const rows: Row[] = await read.selectFrom('payments').selectAll().orderBy('id').execute();
  broken.push(...compare(rows, ledger), ...oneLiveAMonth(rows), ...(await auditAndNotices(read, rows)));
  broken.push(...(await filesOf(read, storage)));
  if (dialect.name === 'sqlite') {
    const { rows: found } = await sql<{ integrity_check: string }>`PRAGMA integrity_check`.execute(read);
    for (const { integrity_check } of found) if (integrity_check !== 'ok') broken.push(integrity_check);
  }
  return broken;
}

/** Everything acknowledged is there; nothing happened that nobody tried. */
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

/** Every named file is there and whole; after the sweep there is no other. */
async function filesOf(read: Database['read'], storage: Storage): Promise<string[]> {
  const broken: string[] = [];
  const named = await read.selectFrom('files').select(['nama', 'ukuran_file']).execute();
  await sweepOrphans(read, storage, new Date(Date.now() + 60_000));
  const lying = new Set<string>();
  for (const prefix of ['uploads', 'thumbnails']) {
    for await (const { key } of storage.list(prefix)) lying.add(key);
  }
  for (const { nama, ukuran_file } of named) {
    const file = await storage.open(`uploads/${nama}`);
    file?.stream.destroy();
    if (file?.size !== ukuran_file) broken.push(`file ${nama} is not whole`);
    for (const key of [`uploads/${nama}`, `thumbnails/${nama}`])
      if (!lying.delete(key)) broken.push(`${key} is lost`);
  }
  for (const key of lying) broken.push(`${key} belongs to nothing`);
  return broken;
}
