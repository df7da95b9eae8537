/** A restore that lost leaves opens another log, which names the former one; devices that saw that one are told. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toUtf8 } from '../../../contract/encoding.ts';
import type { RestoredLog } from '../../../contract/log.ts';
import { checkExport } from '../../../contract/log-export.ts';
import { makeLoggedBook } from '../../../contract/log-money.ts';
import { formatVerifierKey } from '../../../contract/signed-note.ts';
import { checkpointOf, judgeLog, judgeRestored, type KeptHead } from '../../../contract/witness.ts';
import { writeLog } from '../../areas/log/exports.ts';
import { proveConsistency, proveRestored } from '../../areas/log/find-proof.ts';
import { rotateKey } from '../../areas/log/rotate-key.ts';
import { latestCheckpoint } from '../../areas/log/sign-checkpoint.ts';
import type { Context } from '../../context.ts';
import { auditRows, withValues } from '../../database/read-audit.ts';
import { makeLog } from '../../log.ts';
import { makeContext, type Running } from '../../make-context.ts';
import { openStorage } from '../../storage/open.ts';
import { makePeople } from '../../testing/people.ts';
import { makePlace, type Place } from '../../testing/places.ts';
import { findViolations } from '../doctor/find-violations.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { undoRestore } from './undo-restore.ts';

let place: Place;
let folder: string;
let running: Running | undefined;
beforeEach(async () => {
  place = await makePlace();
  folder = await mkdtemp(join(tmpdir(), 'guyub-restored-'));
});
afterEach(async () => {
  await running?.close();
  running = undefined;
  await place.clear();
  await rm(folder, { recursive: true, force: true });
});

async function start(at: Place = place): Promise<Context> {
  await running?.close();
  running = await makeContext(at.config, makeLog('silent'));
  return running.context;
}
async function stop() {
  await running?.close();
  running = undefined;
}

const paid = async (context: Context, bulan: number) => {
  const { as, given } = makePeople(context, '');
  const payer = await as.warga(`A${bulan}`, { email: `warga.${bulan}@contoh.id`, no_hp: null });
  await given.payment({ of: payer, bulan, status: 'dikonfirmasi' });
};
const keep = async (context: Context): Promise<KeptHead> => ({
  kunci: formatVerifierKey(context.signer.key),
  catatan: (await latestCheckpoint(context)).catatan,
});
const backUp = async (context: Context) => (await makeBackup(context, folder)).path;
/** The payments were inserted without their audit rows. */
const restore = async (path: string, options = {}, { config }: Place = place) => {
  await stop();
  await restoreBackup(config, openStorage(config.storage), path, { evenViolated: true, ...options });
};

const nameOf = ({ catatan }: KeptHead) => checkpointOf(catatan)?.origin ?? '';
const sizeOf = ({ catatan }: KeptHead) => checkpointOf(catatan)?.size ?? 0;
const judge = async (context: Context, kept: KeptHead) =>
  await judgeLog(kept, await proveConsistency(context, { asal: nameOf(kept), dari: sizeOf(kept) }));
const restoredOf = async (context: Context, kept: KeptHead) =>
  await judgeRestored(nameOf(kept), await proveRestored(context, nameOf(kept)));

async function savedIn(context: Context): Promise<number> {
  const book = makeLoggedBook();
  const chunks = (async function* () {
    for await (const portion of writeLog(context)) yield toUtf8(portion);
  })();
  await checkExport(chunks, { onLeaf: book.add });
  expect(book.contradictions).toBe(0);
  return book.saldo;
}

const undoneRows = async ({ db }: Context) =>
  (await auditRows(db).where('aksi', '=', 'estate.undone').execute())
    .map(withValues)
    .map(({ sesudah }) => sesudah);

const announcements = async ({ db }: Context) =>
  (await db.selectFrom('notifications').select('pesan').where('judul', '=', 'Data Dipulihkan').execute()).map(
    ({ pesan }) => pesan,
  );

test('leaves were lost: the new log names the last head, says how many went, and holds the whole book', async () => {
  let context = await start();
  await paid(context, 5);
  const before = await keep(context);
  const path = await backUp(context);
  await paid(context, 6);
  const lost = await keep(context);
  await restore(path);
  context = await start();
  expect(context.signer.origin.asal).not.toBe(nameOf(before));
  expect(await savedIn(context)).toBe(100_000);
  // What was kept is still proved; what was lost is admitted.
  expect(await judge(context, before)).toBe('other');
  expect(await judge(context, lost)).toBe('rewritten');
  const hilang = sizeOf(lost) - sizeOf(before);
  expect(hilang).toBeGreaterThan(0);
  for (const kept of [before, lost])
    expect(await restoredOf(context, kept)).toEqual({ tanggal: expect.any(String) as string, hilang });
  const proof = await proveRestored(context, nameOf(lost));
  expect(proof.indeks).toBe(0);
  expect(JSON.parse(proof.daun)).toMatchObject({
    sesudah: { asal: context.signer.origin.asal, asal_lama: nameOf(lost), ukuran: sizeOf(lost), hilang },
  });
  expect(await announcements(context)).toEqual([
    expect.stringMatching(new RegExp(`^Data dipulihkan dari cadangan .*\\. ${hilang} catatan sesudahnya`)),
  ]);
  const audited = (await findViolations(context)).violations.filter(({ table }) => table === 'audit');
  expect(audited).toEqual([]);
  await paid(context, 7);
  expect(await savedIn(context)).toBe(200_000);
});

test('a note that names a former log counts only as the leaf that was signed', async () => {
  let context = await start();
  await paid(context, 5);
  const path = await backUp(context);
  await paid(context, 6);
  const kept = await keep(context);
  await restore(path);
  context = await start();
  const honest = await proveRestored(context, nameOf(kept));
  const changed: Partial<RestoredLog>[] = [
    { daun: honest.daun.replace(/"hilang":\d+/, '"hilang":0') },
    { indeks: 1 },
    { catatan: kept.catatan },
    { bukti: [] },
    { asal: nameOf(kept) },
  ];
  for (const change of changed)
    expect(await judgeRestored(nameOf(kept), { ...honest, ...change })).toBeNull();
  expect(await judgeRestored('lain.id/log', honest)).toBeNull();
  expect(await judgeRestored(nameOf(kept), honest)).not.toBeNull();
});

test('nothing was lost: the log goes on', async () => {
  let context = await start();
  await paid(context, 5);
  const kept = await keep(context);
  const path = await backUp(context);
  await restore(path);
  context = await start();
  expect(await judge(context, kept)).toBe('same');
  expect(await announcements(context)).toEqual([]);
});

test('elsewhere nobody knows what was lost, unless the operator says that the backup is complete', async () => {
  const context = await start();
  await paid(context, 5);
  const kept = await keep(context);
  const path = await backUp(context);
  for (const isComplete of [false, true]) {
    const other = await makePlace();
    await copyFile(place.config.logKeyFile, other.config.logKeyFile);
    await restore(path, { isComplete }, other);
    const there = await start(other);
    if (isComplete) expect(await judge(there, kept)).toBe('same');
    else expect(await restoredOf(there, kept)).toMatchObject({ hilang: null });
    await stop();
    await other.clear();
  }
});

test('another key: the new log names the former one', async () => {
  let context = await start();
  await paid(context, 5);
  const kept = await keep(context);
  const path = await backUp(context);
  await stop();
  const other = await makePlace();
  await restore(path, { isComplete: true, verifierKey: kept.kunci }, other);
  context = await start(other);
  expect(formatVerifierKey(context.signer.key)).not.toBe(kept.kunci);
  expect(await restoredOf(context, kept)).toMatchObject({ hilang: 0 });
  expect(await savedIn(context)).toBe(100_000);
  await stop();
  await other.clear();
});

test('undone: the former log goes on, and names the one that is given up', async () => {
  let context = await start();
  await paid(context, 5);
  const path = await backUp(context);
  await paid(context, 6);
  const first = await keep(context);
  await restore(path);
  context = await start();
  await paid(context, 7);
  const second = await keep(context);
  await stop();
  await expect(undoRestore(place.config)).rejects.toThrow('1 entries of money (Rp 100.000 in all)');
  await undoRestore(place.config, { loseNewMoney: true });
  context = await start();
  expect(await undoneRows(context)).toEqual([{ banyak: 1, jumlah: 100_000 }]);
  expect(context.signer.origin.asal).toBe(nameOf(first));
  expect(await judge(context, first)).toBe('same');
  expect(await restoredOf(context, second)).toMatchObject({ hilang: null });
  expect(await savedIn(context)).toBe(200_000);
  expect(new Set(await announcements(context))).toEqual(
    new Set([expect.stringContaining('Pemulihan data dibatalkan.')]),
  );
});

test('undone after the key was exchanged: the former log cannot go on, and the new one names both', async () => {
  let context = await start();
  await paid(context, 5);
  const path = await backUp(context);
  await paid(context, 6);
  const first = await keep(context);
  await restore(path);
  await rotateKey(await start());
  const second = await keep(await start());
  await stop();
  await undoRestore(place.config);
  context = await start();
  expect([nameOf(first), nameOf(second)]).not.toContain(context.signer.origin.asal);
  expect(await restoredOf(context, first)).toMatchObject({ hilang: null });
  expect(await restoredOf(context, second)).toMatchObject({ hilang: null });
  const marks = (await findViolations(context)).violations.filter(({ invariant }) => invariant === 'session');
  expect(marks).toEqual([]);
  expect(await savedIn(context)).toBe(200_000);
});
