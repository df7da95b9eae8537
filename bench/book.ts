// `npm run bench -- book`: the book and the log of an estate of 5,000 residents and ten years, on SQLite: what booking
// adds to a confirmation, leaves per second, what the screens of the book ask, proofs, bytes on disk, and the doctor
// against a plain read; into bench/results/. `-- --residents 500` for a quick look, which is printed and not kept. All
// that screens ask is in `npm run bench -- scale`.
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { dateIn } from '../contract/format.ts';
import { waiting } from '../contract/payments.ts';
import { scopeOf } from '../contract/policy.ts';
import { memorySettings } from '../scripts/memory-settings.ts';
import { latestCheckpoint } from '../server/areas/log/sign-checkpoint.ts';
import { refuseBarred } from '../server/areas/payments/barred-payers.ts';
import { incomeTopics } from '../server/areas/payments/changes.ts';
import { findInScope, review } from '../server/areas/payments/queries.ts';
import { reviewPayment, tellPayer } from '../server/areas/payments/review-payment.ts';
import { readConfig } from '../server/config.ts';
import type { Author } from '../server/database/author.ts';
import { found } from '../server/http/refusal.ts';
import { makeLog } from '../server/log.ts';
import { makeContext } from '../server/make-context.ts';
import { makeTemporaryFolder } from '../tools/scratch-folder.ts';
import { proofs, timeScreens, warmUp } from './book-screens.ts';
import type { Examined } from './examine.ts';
import { makeLargeEstate, sizesOf } from './large-estate.ts';
import { logOnDisk } from './log-on-disk.ts';
import { file, median } from './measure.ts';
import { describeMachine, saveResults, today, whole } from './report.ts';

const { values } = parseArgs({ options: { residents: { type: 'string', default: '5000' } } });
const residents = Number(values.residents);
const isQuick = residents !== 5_000;
const confirmations = 400;
const leaves = 2_000;
const storedFiles = 1_000;
/** Megabytes that Linux leaves of 1 GB. */
const smallServer = 960;
const run = promisify(execFile);

const dataDir = makeTemporaryFolder();
console.log(`Making an estate of ${residents} residents …`);
const readers = await makeLargeEstate({ dataDir, databaseUrl: undefined }, residents);
const { context, close } = await makeContext(
  readConfig({ DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'silent' }),
  makeLog('silent'),
);
const load = loadavg()[0] ?? 0;
await latestCheckpoint(context);
await storeFiles(dataDir);
console.log('Confirming …');
const confirming = await compareConfirmations(readers.admin.id);
console.log('Appending …');
const appended = await appendLeaves();
const { ukuran } = await latestCheckpoint(context);
const disk = logOnDisk(dataDir);
await close();
console.log('Asking …');
const asked = await timeScreens(dataDir, readers.admin, ukuran);
console.log('Examining …');
const doctor = await examine('doctor', dataDir);
const floor = await examine('floor', dataDir);
report({ load, confirming, appended, asked, disk, doctor, floor });

/** Alternately, so that other load affects both alike. */
async function compareConfirmations(adminId: number) {
  const { db } = context;
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', adminId)
    .executeTakeFirstOrThrow();
  const actor: Author = {
    id: adminId,
    nama: 'Admin',
    jenis: 'admin',
    blok: null,
    pengawas: false,
    sessionId: session.id,
    admittedTo: 'payments.review',
  };
  const scope = scopeOf(actor, 'payments.review');
  if (!scope) throw new Error('an admin may not confirm');
  const open = await db
    .selectFrom('payments')
    .select('id')
    .where('status', '=', waiting)
    .orderBy('id')
    .limit(2 * confirmations)
    .execute();
  const decision = { status: 'dikonfirmasi', catatan: null } as const;
  const withoutBook = (id: number) =>
    context.write(actor, async (tx) => {
      const before = found(await findInScope(tx.db, scope, id));
      await refuseBarred(tx, actor.id, before.user_id);
      const on = dateIn(context.config.timeZone, new Date(tx.now));
      await review(tx, id, { ...decision, by: actor.id, on });
      const payment = found(await findInScope(tx.db, scope, id));
      await tx.audit('payment.confirmed', 'payments', id, {
        sebelum: { status: waiting, catatan: null },
        sesudah: { ...decision, jumlah: payment.jumlah },
      });
      await tellPayer(tx, [payment]);
      incomeTopics(tx, before);
      return found(await findInScope(tx.db, scope, id));
    });
  const times = { product: [] as Timed[], floor: [] as Timed[] };
  for (const [index, { id }] of open.entries()) {
    const isProduct = index % 2 === 0;
    const took = await timed(() =>
      isProduct ? reviewPayment(context, actor, scope, { id, ...decision }) : withoutBook(id),
    );
    if (index >= 40) times[isProduct ? 'product' : 'floor'].push(took);
  }
  return { product: middle(times.product), floor: middle(times.floor) };
}

/** Each in a transaction of its own, as they come about; and all in one. */
async function appendLeaves() {
  const audit = (tx: Parameters<Parameters<typeof context.write>[1]>[0], count: number) =>
    tx.audit('settings.changed', 'settings', null, {
      sebelum: { estateName: `Nama ${count}` },
      sesudah: { estateName: `Nama ${count + 1}` },
    });
  const each = await timed(async () => {
    for (let count = 0; count < leaves; count += 1) await context.write('system', (tx) => audit(tx, count));
  });
  const together = await timed(() =>
    context.write('system', async (tx) => {
      for (let count = 0; count < leaves; count += 1) await audit(tx, count);
    }),
  );
  const perSecond = ({ wall, computed }: Timed) => ({
    wall: (leaves / wall) * 1_000,
    computed: (leaves / computed) * 1_000,
  });
  return { each: perSecond(each), together: perSecond(together) };
}

/** Photos of 180 kB under the names of the first rows, with their checksums. */
async function storeFiles(folder: string) {
  const uploads = join(folder, 'files/uploads');
  mkdirSync(uploads, { recursive: true });
  const rows = await context.db
    .selectFrom('files')
    .select('nama')
    .where('kind', '=', 'proof')
    .orderBy('nama')
    .limit(storedFiles)
    .execute();
  await context.write('system', async (tx) => {
    for (const { nama } of rows) {
      const content = randomBytes(180_000);
      writeFileSync(join(uploads, nama), content);
      const sha256 = createHash('sha256').update(content).digest('hex');
      await tx.db.updateTable('files').set({ sha256 }).where('nama', '=', nama).execute();
    }
  });
}

interface Timed {
  /** Milliseconds. */
  wall: number;
  computed: number;
}

async function timed(work: () => Promise<unknown>): Promise<Timed> {
  const before = process.cpuUsage();
  const began = performance.now();
  await work();
  const wall = performance.now() - began;
  const { user, system } = process.cpuUsage(before);
  return { wall, computed: (user + system) / 1_000 };
}

function middle(all: readonly Timed[]): Timed {
  return { wall: median(all.map(({ wall }) => wall)), computed: median(all.map(({ computed }) => computed)) };
}

async function examine(by: 'doctor' | 'floor', dataDir: string): Promise<Examined> {
  const { flags, env } = memorySettings(process.env, smallServer);
  const { stdout } = await run(process.execPath, [...flags, file('examine.ts'), by, dataDir], { env });
  return JSON.parse(stdout) as Examined;
}

interface Measured {
  load: number;
  confirming: Record<'product' | 'floor', Timed>;
  appended: Record<'each' | 'together', Timed>;
  asked: Awaited<ReturnType<typeof timeScreens>>;
  disk: ReturnType<typeof logOnDisk>;
  doctor: Examined;
  floor: Examined;
}

function report({ load, confirming, appended, asked, disk, doctor, floor }: Measured): void {
  const { product, floor: without } = confirming;
  const ratio = (of: number, to: number) => (of / to).toFixed(2);
  const ms = (value: number) => value.toFixed(2);
  const seconds = (value: number) => (value / 1_000).toFixed(1);
  const { screens, proof } = asked;
  const screenRows = screens.map(
    ({ name, p50, p95, bar }) => `| ${name}, ms, p95 (median: ${ms(p50)}) | **${ms(p95)}** | ${bar} |`,
  );
  const text = `# The book and the log, ${today()}, SQLite

${describeMachine()} Load of the machine at the start: ${load.toFixed(1)}.
An estate of ${whole(residents)} residents with ${whole(sizesOf(residents).payments)} payments and ${whole(disk.leaves)} leaves, made by SQL. Medians; computed is processor time of the
process, which other load lengthens less.

| what | measured | bar |
| --- | ---: | ---: |
| confirming a payment, computed, ms | ${ms(product.computed)} | |
| the same without the statements of the book (its entry, monthly sums, audit row and leaf) | ${ms(without.computed)} | |
| ratio, computed (on the clock: ${ratio(product.wall, without.wall)}) | **${ratio(product.computed, without.computed)}** | 1.3 |
| leaves per second, each in a transaction of its own, on the clock (computed: ${whole(appended.each.computed)}) | **${whole(appended.each.wall)}** | 1,000 |
| leaves per second, all in one transaction, on the clock | ${whole(appended.together.wall)} | |
| consistency proof, largest of ${proofs}, bytes | **${whole(proof.bytes)}** | 5,000 |
| the same, ms, slowest (median: ${ms(proof.p50)}) | **${ms(proof.slowest)}** | 30 |
${screenRows.join('\n')}
| log on disk (leaves, tiles, checkpoints, salts and values, indexes), MB | ${whole(disk.bytes / 1_000_000)} | |
| the same per byte of leaves, salts and values (${whole(disk.content / 1_000_000)} MB) | **${ratio(disk.bytes, disk.content)}** | 1.2 |
| the doctor, seconds (computed: ${seconds(doctor.computed)}) | ${seconds(doctor.wall)} | |
| a plain read of the same rows and ${whole(storedFiles)} files, with SQLite's integrity check, seconds (computed: ${seconds(floor.computed)}) | ${seconds(floor.wall)} | |
| ratio, computed | **${ratio(doctor.computed, floor.computed)}** | |
| memory of the doctor at most, above that of the process at its start (${whole(doctor.idle)}), MB (plain read: ${whole(floor.memory - floor.idle)}) | **${whole(doctor.memory - doctor.idle)}** | 256 |
| past cases within the doctor, seconds | ${seconds(doctor.cases)} | |

By table on disk: ${disk.tables.map(({ name, bytes }) => `${name} ${whole(bytes / 1_000_000)} MB`).join(', ')}.

Screens and proofs are asked of a deployed server through HTTP, after ${warmUp} asks that do not count. Doctor and plain read
run with the memory settings of a server with 1 GB.
Release 0.2.0 cannot run beside this one; the floor of confirming is today's transaction without the book, in turns with
the whole. The doctor found ${whole(doctor.violations)} violations: the estate was made by SQL, without most audit rows.
`;
  if (isQuick) console.log(text);
  else saveResults('book-sqlite', text);
}
