/** Malicious archives that the operator trusts: refused within memory limits, before anything is replaced. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { constants, deflateRawSync, gzipSync } from 'node:zlib';
import { type Pack, pack } from 'tar-stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStorage } from '../../storage/open.ts';
import { makeApp } from '../../testing/app.ts';
import { fillEstate } from '../../testing/full-estate.ts';
import { dump, makePlace, type Place } from '../../testing/places.ts';
import { growth } from '../../testing/traces.ts';
import { type Entry, readArchive } from './archive.ts';
import { makeBackup } from './make-backup.ts';
import { inspectArchive } from './read-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import type { Manifest } from './rules.ts';

const megabyte = 1_048_576;

let folder: string;
let place: Place;
let entries: Entry[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guyub-hostile-'));
  place = await makePlace();
  const app = await makeApp();
  await fillEstate(app);
  const { path } = await makeBackup(app.context, folder);
  await app.close();
  entries = [];
  for await (const entry of readArchive({ path })) entries.push(entry);
});
afterAll(async () => {
  await place.clear();
  await rm(folder, { recursive: true, force: true });
});

const sealOf = (bytes: Buffer): Entry => ({
  name: 'SEAL',
  content: Buffer.from(createHash('sha256').update(bytes).digest('hex')),
});

async function sealed(write: (tar: Pack) => void): Promise<string> {
  const tarOf = async (fill: (tar: Pack) => void) => {
    const tar = pack();
    fill(tar);
    tar.finalize();
    return await buffer(tar);
  };
  const bytes = (await tarOf(write)).subarray(0, -1_024);
  const { name, content } = sealOf(bytes);
  const path = join(folder, 'hostile.tar');
  await writeFile(path, Buffer.concat([bytes, await tarOf((tar) => tar.entry({ name }, content))]));
  return path;
}

/** A valid archive with other contents and a matching manifest. */
function forged(
  change: (entry: Entry) => Buffer,
  tell: (manifest: Manifest) => Partial<Manifest> = () => ({}),
) {
  const changed = entries.map((entry) => ({ name: entry.name, content: change(entry) }));
  const manifest = JSON.parse(changed.pop()?.content.toString() ?? '') as Manifest;
  const told = changed.map(({ name, content }) => {
    const sha256 = createHash('sha256').update(content).digest('hex');
    return [name, { size: content.length, sha256 }] as const;
  });
  const all = { ...manifest, entries: Object.fromEntries(told), ...tell(manifest) };
  return sealed((tar) => {
    for (const { name, content } of changed) tar.entry({ name }, content);
    tar.entry({ name: 'manifest.json' }, JSON.stringify(all));
  });
}

const same = ({ content }: Entry) => content;
const restore = (path: string) =>
  restoreBackup(place.config, openStorage(place.config.storage), path, { evenUnproven: true });

async function refusedUntouched(path: string, says: string | RegExp): Promise<void> {
  const before = await dump(place.config);
  await expect(restore(path)).rejects.toThrow(says);
  expect(await dump(place.config)).toEqual(before);
}

test('refuses an archive of a few megabytes that unpacks to three gigabytes of rows, with little memory', async () => {
  const piece = (text: string) => deflateRawSync(text, { finishFlush: constants.Z_FULL_FLUSH });
  const rows = piece('[1]\n'.repeat(megabyte / 4));
  const header = gzipSync('').subarray(0, 10);
  const bomb = Buffer.concat([header, ...Array.from({ length: 3_072 }, () => rows)]);
  const path = await forged((entry) => (entry.name.startsWith('tables/users/') ? bomb : entry.content));
  expect((await stat(path)).size).toBeLessThan(20 * megabyte);
  const grown = await growth(() => refusedUntouched(path, 'users has more rows than the manifest says'));
  expect(grown).toBeLessThan(150);
});

test('refuses an endless row, with little memory', async () => {
  const piece = deflateRawSync(Buffer.alloc(megabyte, 0x20), { finishFlush: constants.Z_FULL_FLUSH });
  const header = gzipSync('').subarray(0, 10);
  const bomb = Buffer.concat([header, ...Array.from({ length: 1_024 }, () => piece)]);
  const path = await forged((entry) => (entry.name.startsWith('tables/users/') ? bomb : entry.content));
  const grown = await growth(() => refusedUntouched(path, 'has a row that is too long'));
  expect(grown).toBeLessThan(150);
});

test('refuses longer rows than in the manifest', async () => {
  const path = await forged(same, ({ tables }) => ({
    tables: tables.map((table) => (table.name === 'users' ? { ...table, bytes: 100 } : table)),
  }));
  await refusedUntouched(path, 'users has more rows than the manifest says');
});

test.each([
  ['no packed text', Buffer.from('halo'), 'cannot be unpacked'],
  ['no row', gzipSync('{"nama":"x"}\n'), 'has a row that is none'],
  ['a row of another width', gzipSync('[1,2]\n'), 'has a row that is none'],
])('refuses %s instead of rows', async (_, content, says) => {
  const path = await forged((entry) => (entry.name.startsWith('tables/users/') ? content : entry.content));
  await refusedUntouched(path, says);
});

test('refuses more rows than the disk has space for at once', async () => {
  const path = await forged(same, ({ tables }) => ({
    tables: tables.map((table) => ({ ...table, rows: 1e12 })),
  }));
  await refusedUntouched(path, /^The disk is full\. Nothing was restored/);
});

test('refuses a manifest with a wrong file size', async () => {
  const path = await forged(same, (manifest) => ({
    entries: Object.fromEntries(
      Object.entries(manifest.entries).map(([name, told]) => [name, { ...told, size: told.size + 1 }]),
    ),
  }));
  await refusedUntouched(path, 'is not what the manifest says');
});

test.each([
  [
    'a symbolic link',
    { name: 'files/uploads/a.jpg', type: 'symlink', linkname: '/etc/passwd' },
    'is not a file but',
  ],
  [
    'a hard link',
    { name: 'files/uploads/a.jpg', type: 'link', linkname: '../guyub.db' },
    'is not a file but',
  ],
  ['a folder', { name: 'files/uploads/', type: 'directory' }, 'is not a file but'],
  ['an absolute path', { name: '/etc/cron.d/x' }, 'is no file of an estate'],
  ['a path that leads out', { name: '../../x.jpg' }, 'is no file of an estate'],
  ['a table outside of the tables', { name: 'tables/../users/0000001.ndjson.gz' }, 'is no file of an estate'],
  ['the name of every object', { name: '__proto__' }, 'is no file of an estate'],
  [
    'a very long header',
    { name: 'files/uploads/a.jpg', pax: { comment: 'x'.repeat(5 * megabyte) } },
    'damaged',
  ],
] as const)('one with %s is refused', async (_, header, says) => {
  const path = await sealed((tar) => {
    if ('type' in header) tar.entry({ ...header });
    else tar.entry({ ...header }, 'x');
    for (const { name, content } of entries) tar.entry({ name }, content);
  });
  await refusedUntouched(path, says);
});

test('refuses a duplicate file', async () => {
  const [first] = entries;
  if (!first) throw new Error('the archive is empty');
  const path = await sealed((tar) => {
    for (const { name, content } of [first, ...entries]) tar.entry({ name }, content);
  });
  await refusedUntouched(path, 'is in the archive twice');
});

test('refuses an enormous manifest before parsing it', async () => {
  const path = await sealed((tar) => {
    tar.entry({ name: 'manifest.json' }, Buffer.alloc(100 * megabyte, 0x20));
  });
  const grown = await growth(() => refusedUntouched(path, 'tells of more than the archive holds'));
  expect(grown).toBeLessThan(450);
});

test('reads archives of earlier versions', async () => {
  const headerOf = (name: string, size: number) => {
    const header = Buffer.alloc(512);
    const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
    header.write(name, 0);
    header.write(octal(0o600, 7) + octal(0, 7) + octal(0, 7) + octal(size, 11) + octal(0, 11), 100);
    header.write(' '.repeat(8) + '0', 148);
    header.write('ustar\x0000', 257);
    header.write(
      `${octal(
        header.reduce((total, byte) => total + byte, 0),
        6,
      )} `,
      148,
    );
    return header;
  };
  const packed = ({ name, content }: Entry) =>
    Buffer.concat([
      headerOf(name, content.length),
      content,
      Buffer.alloc((512 - (content.length % 512)) % 512),
    ]);
  const bytes = Buffer.concat(entries.map(packed));
  const path = join(folder, 'earlier.tar');
  await writeFile(path, Buffer.concat([bytes, packed(sealOf(bytes)), Buffer.alloc(1_024)]));
  expect((await inspectArchive({ path })).manifest.format).toBe(1);
});
