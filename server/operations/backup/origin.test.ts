/** Whose archive it is, and archives that only the operator's identity opens. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatVerifierKey } from '../../../contract/signed-note.ts';
import { makeKeyFile, publicBytes } from '../../areas/log/read-key.ts';
import { readConfig } from '../../config.ts';
import { openDatabase } from '../../database/open.ts';
import { databaseSlots } from '../../database/slots.ts';
import { openStorage } from '../../storage/open.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { fillEstate } from '../../testing/full-estate.ts';
import { dump, makePlace, type Place } from '../../testing/places.ts';
import { growth } from '../../testing/traces.ts';
import { type ArchiveOptions, createArchive, type Entry, readArchive } from './archive.ts';
import { makeBackup } from './make-backup.ts';
import { inspectArchive, loadRows } from './read-backup.ts';
import { type RestoreOptions, restoreBackup } from './restore-backup.ts';
import { writeArchive } from './write-archive.ts';

const megabyte = 1_048_576;

let app: TestApp;
let folder: string;
let place: Place;
let archive: string;
let encrypted: string;
/** As `age-keygen` writes it. */
let identity: string;
let recipient: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guyub-origin-'));
  app = await makeApp();
  await fillEstate(app);
  place = await makePlace();
  await copyFile(app.context.config.logKeyFile, place.config.logKeyFile);
  archive = (await makeBackup(app.context, folder)).path;
  const secret = await generateX25519Identity();
  recipient = await identityToRecipient(secret);
  identity = `# created: 2026-11-24T18:00:00+07:00\n# public key: ${recipient}\n${secret}\n`;
  encrypted = (await makeBackup(encrypting(), join(folder, 'encrypted'))).path;
});
afterAll(async () => {
  await app.close();
  await place.clear();
  await rm(folder, { recursive: true, force: true });
});

const encrypting = () => {
  const { config } = app.context;
  return { ...app.context, config: { ...config, backup: { ...config.backup, recipient } } };
};
const restore = (path: string, options: RestoreOptions = {}, { config }: Place = place) =>
  restoreBackup(config, openStorage(config.storage), path, options);

async function refused(path: string, says: string | RegExp, options: RestoreOptions = {}): Promise<void> {
  const before = [await dump(place.config), await readdir(place.config.dataDir, { recursive: true })];
  await expect(restore(path, options)).rejects.toThrow(says);
  expect([await dump(place.config), await readdir(place.config.dataDir, { recursive: true })]).toEqual(
    before,
  );
}

async function restored(path: string, options: RestoreOptions = {}, at = place): Promise<void> {
  await restore(path, options, at);
  const { rows } = await dump(at.config);
  expect(rows.payments).toEqual((await dump(app.context.config)).rows.payments);
  await databaseSlots(at.config).dropPrevious();
}

/** Everything in the archive, packed anew. */
async function repacked(options: ArchiveOptions, change = ({ content }: Entry) => content): Promise<string> {
  const path = join(folder, 'repacked.tar');
  await rm(path, { force: true });
  const writer = await createArchive(path, options);
  for await (const entry of readArchive({ path: archive }))
    await writer.add({ name: entry.name, content: change(entry) });
  await writer.seal();
  return path;
}

function newSigner() {
  const { privateKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: publicBytes(privateKey),
    sign: (message: Uint8Array) => sign(null, message, privateKey),
  };
}

test('an archive is restored without further ado where the key of its log lies', () => restored(archive));

test('without the key it is refused, until somebody gives its public part or answers for it', async () => {
  const bare = await makePlace();
  const key = formatVerifierKey(app.context.signer.key);
  await expect(restore(archive, {}, bare)).rejects.toThrow(/the key of the log is not here: .*log\.key/);
  const mistyped = key.slice(0, -3) + (key.endsWith('AAA') ? 'BBB' : 'AAA');
  await expect(restore(archive, { verifierKey: mistyped }, bare)).rejects.toThrow('--key is mistyped');
  await restored(archive, { verifierKey: key }, bare);
  await bare.clear();
  const other = await makePlace();
  await restored(archive, { evenUnproven: true }, other);
  await other.clear();
});

test('an archive of another estate is refused', async () => {
  const theirs = await makeApp();
  const { path } = await makeBackup(theirs.context, join(theirs.folder, 'backups'));
  await refused(path, 'signed by another key');
  await refused(path, 'signed by another key', { verifierKey: formatVerifierKey(app.context.signer.key) });
  await theirs.close();
});

test('an archive packed anew is refused, whether signed by somebody else or by nobody', async () => {
  await refused(await repacked({ signer: newSigner() }), 'signed by another key');
  await refused(await repacked({}), 'The archive is not signed');
  const exchanged = (entry: Entry) =>
    entry.name === 'manifest.json'
      ? Buffer.from(entry.content.toString().replace('"created":"2026', '"created":"2025'))
      : entry.content;
  await refused(await repacked({ signer: newSigner() }, exchanged), 'signed by another key');
});

test('a signature of another archive is none', async () => {
  const path = await repacked({
    signer: {
      ...newSigner(),
      sign: () => sign(null, Buffer.from('lain'), generateKeyPairSync('ed25519').privateKey),
    },
  });
  await refused(path, 'The archive is damaged');
});

test('archives of 0.2.0, which are not signed, are restored by who answers for them', async () => {
  const path = join(folder, 'lama.tar');
  await writeArchive(app.context, path, app.clock.now);
  await refused(path, 'Archives of Guyub before 0.3.0 are like that');
  await restored(path, { evenUnproven: true });
});

test('entries that were exchanged after the archive was inspected are not loaded', async () => {
  const { manifest } = await inspectArchive({ path: archive });
  const told = Object.entries(manifest.entries).map(([name, entry]) => [name, { ...entry, sha256: 'x' }]);
  const scratch = await makePlace();
  const database = openDatabase(scratch.config);
  const loading = loadRows(database, { path: archive }, { ...manifest, entries: Object.fromEntries(told) });
  await expect(loading).rejects.toThrow('is not what the manifest says');
  await database.close();
  await scratch.clear();
});

test('without the key of the log a backup is made nevertheless, but not signed', async () => {
  const logKeyFile = join(folder, 'tidak-ada.key');
  const context = { ...app.context, config: { ...app.context.config, logKeyFile } };
  const { path, signature } = await makeBackup(context, join(folder, 'unsigned'));
  expect([signature, (await inspectArchive({ path })).signedBy]).toEqual(['none', undefined]);
});

test('a backup by another key is told to be one that no restore will believe', async () => {
  const logKeyFile = join(folder, 'lain.key');
  await makeKeyFile(logKeyFile);
  const context = { ...app.context, config: { ...app.context.config, logKeyFile } };
  expect((await makeBackup(context, join(folder, 'lain'))).signature).toBe('wrong');
  expect((await makeBackup(app.context, join(folder, 'sendiri'))).signature).toBe('right');
});

test('an encrypted archive is restored with the identity, and shows nothing without it', async () => {
  expect(basename(encrypted)).toMatch(/^guyub-\d{8}T\d{6}Z\.tar\.age$/);
  const bytes = await readFile(encrypted);
  expect(bytes.toString('latin1')).not.toMatch(/ustar|manifest\.json/);
  await refused(encrypted, 'The archive is encrypted: add --identity FILE');
  await refused(encrypted, 'cannot be decrypted', { identity: await generateX25519Identity() });
  await refused(encrypted, 'holds no AGE-SECRET-KEY', { identity: recipient });
  await restored(encrypted, { identity });
});

test('whoever knows the recipient can encrypt, but not sign', async () => {
  await refused(await repacked({ recipients: [recipient], signer: newSigner() }), 'signed by another key', {
    identity,
  });
});

test('an encrypted archive that was changed or cut anywhere is refused', async () => {
  const bytes = await readFile(encrypted);
  const path = join(folder, 'changed.tar.age');
  for (const at of [30, 100, 400, 70_000, bytes.length - 70_000, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    await writeFile(path, changed);
    await refused(path, /damaged|cannot be decrypted/, { identity });
  }
  for (const length of [22, 400, 70_000, bytes.length - 1, bytes.length - 16]) {
    await writeFile(path, bytes.subarray(0, length));
    await refused(path, /damaged|cannot be decrypted/, { identity });
  }
});

test('an endless header is refused before it is read', async () => {
  const path = join(folder, 'endless.tar.age');
  const stanza = `-> X25519 ${'A'.repeat(43)}\n${'A'.repeat(43)}\n`;
  await writeFile(path, `age-encryption.org/v1\n${stanza.repeat(100_000)}`);
  await refused(path, 'its header has no end', { identity });
});

test('an encrypted archive of 200 MB is read with little memory', async () => {
  const path = join(folder, 'large.tar.age');
  const writer = await createArchive(path, { recipients: [recipient] });
  const content = Buffer.alloc(megabyte);
  for (let index = 0; index < 200; index += 1)
    await writer.add({ name: `files/uploads/${index}.jpg`, content });
  await writer.seal();
  const grown = await growth(() => refused(path, 'The archive has no manifest', { identity }));
  expect(grown).toBeLessThan(150);
});

test('of encrypted and plain backups the oldest are deleted alike', async () => {
  const target = join(folder, 'rotated');
  for (const day of ['15', '16', '17']) {
    app.clock.set(`2027-01-${day}T03:00:00.000Z`);
    await makeBackup(day === '15' ? app.context : encrypting(), target, 2);
  }
  expect((await readdir(target)).filter((name) => name.startsWith('guyub-')).toSorted()).toEqual([
    'guyub-20270116T030000Z.tar.age',
    'guyub-20270117T030000Z.tar.age',
  ]);
});

test('a mistyped recipient is refused: nobody could open what is encrypted to it', async () => {
  expect(() => readConfig({ BACKUP_RECIPIENT: 'age1x' })).toThrow('BACKUP_RECIPIENT must be the recipient');
  const mistyped = recipient.slice(0, -1) + (recipient.endsWith('q') ? 'p' : 'q');
  const { config } = app.context;
  const context = {
    ...app.context,
    config: { ...config, backup: { ...config.backup, recipient: mistyped } },
  };
  await expect(makeBackup(context, join(folder, 'mistyped'))).rejects.toThrow('BACKUP_RECIPIENT is mistyped');
});
