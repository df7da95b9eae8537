/** A new key of the log counts because a leaf, signed under the key before it, names it; and no other key does. */
import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { copyFile, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toBase64, toUtf8 } from '../../../contract/encoding.ts';
import { checkExport } from '../../../contract/log-export.ts';
import { verifyReceipt } from '../../../contract/receipt.ts';
import { formatVerifierKey, parseVerifierKey } from '../../../contract/signed-note.ts';
import { checkpointOf, followKeys, judgeLog, type KeptHead } from '../../../contract/witness.ts';
import type { Context } from '../../context.ts';
import { makeLog } from '../../log.ts';
import { makeContext, type Running } from '../../make-context.ts';
import { findViolations } from '../../operations/doctor/find-violations.ts';
import { lockEstate } from '../../operations/in-use.ts';
import { makePlace, type Place } from '../../testing/places.ts';
import { bareEnv } from '../../testing/process.ts';
import { writeLog } from './exports.ts';
import { proveConsistency, proveRotations } from './find-proof.ts';
import { listVerifierKeys } from './list-verifier-keys.ts';
import { publicBytes, readKeyFile } from './read-key.ts';
import { latestCheckpoint } from './sign-checkpoint.ts';

let place: Place;
let running: Running | undefined;
beforeEach(async () => {
  place = await makePlace();
});
afterEach(async () => {
  await stop();
  await place.clear();
});

async function stop() {
  await running?.close();
  running = undefined;
}
async function start(): Promise<Context> {
  await stop();
  running = await makeContext(place.config, makeLog('silent'));
  return running.context;
}
const command = () => {
  const path = join(import.meta.dirname, '../../operations/commands/migrate.ts');
  const env = { ...bareEnv, ...place.env };
  return promisify(execFile)(process.execPath, [path, '--new-log-key'], { env });
};
async function rotate(): Promise<Context> {
  await stop();
  await command();
  return await start();
}
const change = ({ write }: Context, kunci: string) =>
  write('system', (tx) => tx.audit('log.cosigner', 'log', null, { sesudah: { kunci } }));
const keep = async (context: Context): Promise<KeptHead> => ({
  kunci: formatVerifierKey(context.signer.key),
  catatan: (await latestCheckpoint(context)).catatan,
});

/** As a browser does at its start. */
async function judge(context: Context, { kunci, catatan }: KeptHead) {
  const dari = checkpointOf(catatan)?.size ?? 0;
  const proof = await proveConsistency(context, { dari });
  const newest = proof.catatan ?? '';
  const rotations = await proveRotations(context, { ukuran: checkpointOf(newest)?.size ?? 0 });
  const key = await followKeys(kunci, newest, rotations);
  return { key, verdict: await judgeLog({ kunci: key, catatan }, proof), rotations, newest };
}

async function exported(context: Context) {
  const chunks = (async function* () {
    for await (const portion of writeLog(context)) yield toUtf8(portion);
  })();
  return await checkExport(chunks);
}

test('whoever kept a checkpoint follows one rotation after the other, and the doctor finds nothing', async () => {
  const first = await start();
  await change(first, 'a');
  const kept = await keep(first);
  const second = await rotate();
  expect(second.signer.origin).toEqual(first.signer.origin);
  expect(second.signer.key.keyId).not.toBe(first.signer.key.keyId);
  expect(await judge(second, kept)).toMatchObject({
    verdict: 'same',
    key: formatVerifierKey(second.signer.key),
  });
  const dari = checkpointOf(kept.catatan)?.size ?? 0;
  expect(await judgeLog(kept, await proveConsistency(second, { dari }))).toBe('unsigned');
  const third = await rotate();
  await change(third, 'b');
  expect(await judge(third, kept)).toMatchObject({
    verdict: 'same',
    key: formatVerifierKey(third.signer.key),
  });
  expect((await exported(third)).keys).toHaveLength(3);
  expect((await findViolations(third)).violations).toEqual([]);
});

test('a receipt of the former key stays valid, one of a stranger stays unknown, and sessions end', async () => {
  const before = await start();
  const text = [
    'KUITANSI IURAN WARGA',
    'Nomor: 1',
    'Perumahan: Griya',
    'Rumah: A1',
    'Untuk: Iuran Januari 2026',
    'Jumlah: Rp 100.000',
    'Tanggal: 5 Januari 2026',
    'Buku Kas: nomor 1',
    '',
  ].join('\n');
  const note = before.signer.sign(text);
  const after = await rotate();
  const keys = await Promise.all((await listVerifierKeys(after.db)).map(parseVerifierKey));
  const known = keys.filter((key) => key !== undefined);
  expect(known).toHaveLength(2);
  expect(await verifyReceipt(note, known)).toMatchObject({ valid: true });
  expect(await verifyReceipt(note, known.slice(0, 1))).toMatchObject({ valid: false, reason: 'unknown_key' });
  expect(await after.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
});

/** Somebody with database and files gives the log a key that no leaf names. */
async function slipInKey(): Promise<Context> {
  const { signer, database } = await start();
  const { privateKey } = generateKeyPairSync('ed25519');
  await database.writer
    .insertInto('log_kunci')
    .values({
      asal_id: signer.origin.id,
      kunci_publik: toBase64(publicBytes(privateKey)),
      dibuat: '2026-07-15T03:00:00.000Z',
    })
    .execute();
  await writeFile(place.config.logKeyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const context = await start();
  await change(context, 'c');
  await latestCheckpoint(context);
  return context;
}

test('a key that no leaf names is refused by whoever kept a checkpoint, by the export and by the doctor', async () => {
  const honest = await start();
  await change(honest, 'a');
  const kept = await keep(honest);
  const context = await slipInKey();
  expect(await judge(context, kept)).toMatchObject({ verdict: 'unsigned', key: kept.kunci });
  await expect(exported(context)).rejects.toMatchObject({ fault: 'forged' });
  const says = (await findViolations(context)).violations.map(({ table, says }) => `${table}: ${says}`);
  expect(says).toContain('log_kunci: kunci ini dipakai, padahal log tidak mengumumkannya');
});

test('a leaf that names a key is not believed without its proof and the signature of the key before', async () => {
  const honest = await start();
  await change(honest, 'a');
  const kept = await keep(honest);
  const context = await rotate();
  const { rotations, newest } = await judge(context, kept);
  const [rotation] = rotations;
  if (!rotation) throw new Error('no rotation');
  const follow = (changed: Partial<typeof rotation>) =>
    followKeys(kept.kunci, newest, [{ ...rotation, ...changed }]);
  expect(await follow({})).not.toBe(kept.kunci);
  expect(await follow({ daun: rotation.daun.replace(/"kunci":"[^"]+"/, '"kunci":"x+00000000+AAAA"') })).toBe(
    kept.kunci,
  );
  expect(await follow({ catatan: newest })).toBe(kept.kunci);
  expect(await follow({ bukti_kini: [] })).toBe(kept.kunci);
  expect(await follow({ indeks: rotation.indeks - 1 })).toBe(kept.kunci);
});

test('while a server runs no new key is made', async () => {
  await start();
  const release = await lockEstate(place.config, 'shared');
  const before = await readFile(place.config.logKeyFile, 'utf8');
  await expect(command()).rejects.toMatchObject({ code: 1 });
  await release();
  expect(await readFile(place.config.logKeyFile, 'utf8')).toBe(before);
});

test('after a crash between the leaf and the file the next start takes the new key', async () => {
  await start();
  const { logKeyFile } = place.config;
  await copyFile(logKeyFile, `${logKeyFile}.former`);
  const { signer } = await rotate();
  await stop();
  await rename(logKeyFile, `${logKeyFile}.next`);
  await rename(`${logKeyFile}.former`, logKeyFile);
  expect((await start()).signer.key).toEqual(signer.key);
  const key = readKeyFile(logKeyFile);
  expect(key && publicBytes(key)).toEqual(signer.key.publicKey);
});
