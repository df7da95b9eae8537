/** The key of the log: made at the first start, kept by its owner alone, and no other one is accepted. */
import { generateKeyPairSync } from 'node:crypto';
import { chmod, copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getLogKey } from '../../../contract/log.ts';
import { parseVerifierKey, verifyNote } from '../../../contract/signed-note.ts';
import { makeLog } from '../../log.ts';
import { makeContext } from '../../make-context.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await makeApp({ PUBLIC_URL: 'https://griya.contoh.id' });
});
afterEach(() => app.close());

const keyFile = () => app.context.config.logKeyFile;
const startAgain = async (changes: { logKeyFile?: string } = {}) => {
  const { context, close } = await makeContext({ ...app.context.config, ...changes }, makeLog('silent'));
  await close();
  return context.signer;
};

test('the first start makes a key that its owner alone can read, and an origin with the host', async () => {
  expect((await stat(keyFile())).mode & 0o777).toBe(0o600);
  expect(await readFile(keyFile(), 'utf8')).toMatch(/^-----BEGIN PRIVATE KEY-----/);
  expect(app.context.signer.origin.asal).toMatch(/^griya\.contoh\.id\/[a-z2-7]{16}$/);
});

test('anybody who is signed in reads the public key, and notes verify with it', async () => {
  const { data } = (await (await app.as.warga()).call(getLogKey)).body;
  const { asal } = app.context.signer.origin;
  expect(data).toEqual({
    asal,
    kunci: data.kunci,
    semua: [{ asal, kunci: data.kunci, sejak: expect.any(String) as string }],
  });
  const key = await parseVerifierKey(data.kunci);
  const note = app.context.signer.sign('Kuitansi 1\n');
  expect(await verifyNote(note, key ? [key] : [])).toMatchObject({ valid: true, text: 'Kuitansi 1\n' });
  expect(await verifyNote(note.replace('1', '2'), key ? [key] : [])).toMatchObject({ reason: 'forged' });
});

test('a second start takes the same key and origin', async () => {
  expect(await startAgain()).toMatchObject({
    origin: app.context.signer.origin,
    key: app.context.signer.key,
  });
});

test('without its key file a process refuses to start', async () => {
  await rm(keyFile());
  await expect(startAgain()).rejects.toThrow(`The key of the log is missing: ${keyFile()}.`);
});

test('with the key of another log a process refuses to start', async () => {
  await rm(keyFile());
  await writeFile(
    keyFile(),
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }),
  );
  await expect(startAgain()).rejects.toThrow('is the key of another log than this database');
});

test.each([
  '',
  'bukan kunci',
  generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }),
])('with %j in the file a process refuses to start', async (text) => {
  await writeFile(keyFile(), text);
  await expect(startAgain()).rejects.toThrow('holds no Ed25519 key');
});

test('LOG_KEY_FILE names another place, for example of several processes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guyub-key-'));
  const logKeyFile = join(folder, 'kunci.pem');
  await copyFile(keyFile(), logKeyFile);
  await chmod(logKeyFile, 0o600);
  await rm(keyFile());
  expect((await startAgain({ logKeyFile })).key).toEqual(app.context.signer.key);
  await rm(folder, { recursive: true });
});

test.each([
  `UPDATE log_kunci SET kunci_publik = 'x'`,
  'DELETE FROM log_kunci',
  `UPDATE log_asal SET asal = 'x'`,
  'DELETE FROM log_asal',
])('%s is refused by the database itself', async (statement) => {
  await expect(sql.raw(statement).execute(app.context.database.writer)).rejects.toThrow('append-only');
});
