/** Tiles, leaves and proofs over HTTP, checked by the code that browsers run and by a client that reads tiles alone. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { parseCheckpoint, verifyCheckpoint } from '../../../contract/checkpoint.ts';
import { type Bytes, fromBase64 } from '../../../contract/encoding.ts';
import * as contract from '../../../contract/log.ts';
import { hashLeaf, rootOf, verifyConsistency, verifyInclusion } from '../../../contract/merkle.ts';
import { changeSettings } from '../../../contract/settings.ts';
import { parseNote, parseVerifierKey } from '../../../contract/signed-note.ts';
import { inclusionProof } from '../../../contract/testing/merkle-proofs.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { onPostgres } from '../../testing/databases.ts';
import type { Person } from '../../testing/people.ts';
import { hold, untilWaiting } from '../../testing/until-waiting.ts';
import { signedHead } from './find-head.ts';
import { openTree } from './read-tree.ts';
import { latestCheckpoint, sign } from './sign-checkpoint.ts';

/** More than a tile of level 1 would need a database of 65,536 leaves; `read-tree.test.ts` has those. */
const leaves = 700;

let app: TestApp;
let siti: Person;
let size: number;
beforeAll(async () => {
  app = await makeApp();
  siti = await app.as.warga();
  await appendLeaves(app, leaves);
  size = (await siti.call(contract.getCheckpoint)).body.data.ukuran;
});
afterAll(() => app.close());

const appendLeaves = ({ context }: TestApp, count: number) =>
  context.write('system', async (tx) => {
    for (let at = 0; at < count; at += 1) await tx.audit('post.deleted', 'posts', at + 1);
  });

async function fetchBytes(path: string, token: string | null = siti.token) {
  const response = await fetch(`${app.url}/api/log/${path}`, {
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  });
  return {
    status: response.status,
    headers: response.headers,
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
}

const split = (bytes: Bytes, length: number) =>
  Array.from({ length: bytes.length / length }, (_, at) => bytes.slice(at * length, (at + 1) * length));

function bundled(bytes: Bytes): Bytes[] {
  const entries: Bytes[] = [];
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < bytes.length; ) {
    const length = view.getUint16(at);
    entries.push(bytes.slice(at + 2, at + 2 + length));
    at += 2 + length;
  }
  return entries;
}

test('entries and hashes of all tiles are those of the signed tree', async () => {
  const paths = ['000', '001', `002.p/${size - 512}`];
  const entries: Bytes[] = [];
  const hashes: Bytes[] = [];
  for (const path of paths) {
    entries.push(...bundled((await fetchBytes(`tile/entries/${path}`)).bytes));
    hashes.push(...split((await fetchBytes(`tile/0/${path}`)).bytes, 32));
  }
  expect(hashes).toEqual(await Promise.all(entries.map(hashLeaf)));
  const { catatan } = (await siti.call(contract.getCheckpoint)).body.data;
  const signed = parseCheckpoint(parseNote(catatan)?.text ?? '');
  expect([size, await rootOf(entries)]).toEqual([signed?.size, signed?.root]);
  const above = split((await fetchBytes('tile/1/000.p/2')).bytes, 32);
  expect(above).toEqual([await rootOf(entries.slice(0, 256)), await rootOf(entries.slice(256, 512))]);
  const proof = await inclusionProof(entries, 600);
  const leafHash = await hashLeaf(entries[600] ?? new Uint8Array());
  expect(
    await verifyInclusion({ leafHash, index: 600, size, root: signed?.root ?? new Uint8Array(), proof }),
  ).toBe(true);
});

test('full tiles are octets that never change, partial ones are not kept', async () => {
  for (const path of ['tile/0/000', 'tile/entries/001']) {
    const { status, headers } = await fetchBytes(path);
    expect([status, headers.get('content-type'), headers.get('cache-control'), headers.get('vary')]).toEqual([
      200,
      'application/octet-stream',
      'private, max-age=31536000, immutable',
      'authorization',
    ]);
  }
  expect((await fetchBytes('tile/0/000')).bytes).toHaveLength(8192);
  for (const path of ['tile/0/002.p/3', 'tile/entries/000.p/12'])
    expect((await fetchBytes(path)).headers.get('cache-control')).toBe('no-store');
});

test('a partial tile is the beginning of the full one', async () => {
  const [part, full] = [await fetchBytes('tile/0/000.p/7'), await fetchBytes('tile/0/000')];
  expect(part.bytes).toEqual(full.bytes.slice(0, 7 * 32));
});

test('a head that another process signs during the request is returned, not the one before', async () => {
  const own = await makeApp();
  const reader = await own.as.warga();
  await reader.call(contract.getCheckpoint);
  await appendLeaves(own, 1);
  const release = await hold(own, async (tx) => {
    if (onPostgres) await sql`LOCK TABLE log_antrean IN ACCESS EXCLUSIVE MODE`.execute(tx.db);
    await sign(tx, own.context.signer);
  });
  const asked = reader.call(contract.getCheckpoint);
  await untilWaiting(own, 1);
  await release();
  expect((await asked).body.data).toMatchObject(await signedHead(own.context));
  await own.close();
});

test.each([
  'tile/0/002',
  'tile/0/003.p/1',
  'tile/1/000',
  'tile/1/000.p/3',
  'tile/2/000.p/1',
  'tile/63/000.p/1',
])('%s is beyond the tree', async (path) => {
  const { status } = await fetchBytes(path);
  expect(status).toBe(404);
});

test('what is not signed yet is beyond the tree', async () => {
  await appendLeaves(app, 1);
  const path = (width: number) => `tile/entries/002.p/${width - 512}`;
  expect((await fetchBytes(path(size + 1))).status).toBe(404);
  size = (await latestCheckpoint(app.context)).ukuran;
  expect((await fetchBytes(path(size))).status).toBe(200);
});

test.each([
  'tile/0/0',
  'tile/64/000',
  'tile/0/000.p/256',
  'tile/0/000.p/0',
  'tile/0/x000/001',
  'tile/entries/1',
  'tile/entries',
  'tile/0/..%2f000',
  'tile/entries/000.p/a',
])('%s is refused with 400', async (path) => {
  const response = await fetch(`${app.url}/api/log/${path}`, {
    headers: { authorization: `Bearer ${siti.token}` },
  });
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
    400,
    'invalid_path',
  ]);
});

test('tiles of a log that never was are not found', async () => {
  expect((await fetchBytes('tile/0/000?asal=lain.id/log')).status).toBe(404);
  const { asal } = app.context.signer.origin;
  expect((await fetchBytes(`tile/0/000?asal=${encodeURIComponent(asal)}`)).status).toBe(200);
});

describe('the proof of consistency', () => {
  const prove = async (query: Record<string, unknown>) => {
    const { status, body, refusal } = await siti.call(contract.getConsistency, { query: query as never });
    return { status, code: refusal.code, errors: refusal.errors, ...body.data };
  };

  test('holds from every kind of size, is below 5 kB, and comes with the signed note', async () => {
    const key = await parseVerifierKey((await siti.call(contract.getLogKey)).body.data.kunci);
    const tree = openTree(app.context.db, app.context.signer.origin.id);
    for (const dari of [1, 2, 3, 128, 255, 256, 257, 511, 512, 513, size - 1]) {
      const proved = await prove({ dari });
      expect(JSON.stringify(proved).length).toBeLessThan(5_000);
      const verdict = await verifyCheckpoint(proved.catatan ?? '', key ? [key] : []);
      const trees = {
        oldSize: dari,
        oldRoot: new Uint8Array(await tree.root(dari)),
        size,
        root: verdict.checkpoint?.root ?? new Uint8Array(),
        proof: proved.bukti.map((hash) => fromBase64(hash) ?? new Uint8Array()),
      };
      expect([verdict.valid, await verifyConsistency(trees)]).toEqual([true, true]);
      const [first = new Uint8Array(), ...rest] = trees.proof;
      const changed = first.map((byte, at) => (at === 0 ? byte ^ 1 : byte));
      expect(await verifyConsistency({ ...trees, proof: [changed, ...rest] })).toBe(false);
    }
  });

  test('between two sizes of the past', async () => {
    const tree = openTree(app.context.db, app.context.signer.origin.id);
    const { bukti } = await prove({ dari: 100, sampai: 300 });
    expect(
      await verifyConsistency({
        oldSize: 100,
        oldRoot: new Uint8Array(await tree.root(100)),
        size: 300,
        root: new Uint8Array(await tree.root(300)),
        proof: bukti.map((hash) => fromBase64(hash) ?? new Uint8Array()),
      }),
    ).toBe(true);
  });

  test('is empty from nothing, to the same size, and from a size that the log has not reached', async () => {
    for (const dari of [0, size, size + 1, 999_999_999_999_999])
      expect(await prove({ dari })).toMatchObject({ status: 200, dari, sampai: size, bukti: [] });
  });

  test('is refused for sizes that are none, and beyond the log', async () => {
    expect(await prove({})).toMatchObject({ status: 422, errors: { dari: 'dari wajib diisi' } });
    for (const query of [
      { dari: '-1' },
      { dari: '1.5' },
      { dari: 'a' },
      { dari: '01' },
      { dari: 1, sampai: 'x' },
    ])
      expect(await prove(query)).toMatchObject({ status: 422, code: 'invalid_fields' });
    expect(await prove({ dari: 1, sampai: size + 1 })).toMatchObject({ status: 404 });
    expect(await prove({ dari: 1, asal: 'lain.id/log' })).toMatchObject({ status: 404 });
    expect(await prove({ dari: 1, asal: 'x'.repeat(301) })).toMatchObject({ status: 422 });
  });
});

test('tlog-tiles: the note alone for who accepts plain text', async () => {
  const response = await fetch(`${app.url}/api/log/checkpoint`, {
    headers: { authorization: `Bearer ${siti.token}`, accept: 'text/plain' },
  });
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const { catatan } = (await siti.call(contract.getCheckpoint)).body.data;
  expect(await response.text()).toBe(catatan);
});

describe('without an account', () => {
  const paths = ['key', 'checkpoint', 'consistency?dari=1', 'tile/0/000', 'tile/entries/000'];
  const statuses = async (token: string | null) =>
    await Promise.all([...paths, 'export'].map(async (path) => (await fetchBytes(path, token)).status));
  let ketua: Person;
  beforeEach(async () => {
    ketua = await app.as.ketua();
  });

  test('nothing is read, until the ketua opens the log; the whole file stays for those who are signed in', async () => {
    expect(await statuses(null)).toEqual([401, 401, 401, 401, 401, 401]);
    await ketua.call(changeSettings, { body: { logPublik: true } });
    expect(await statuses(null)).toEqual([200, 200, 200, 200, 200, 401]);
    expect((await fetchBytes('tile/0/000', null)).headers.get('cache-control')).toContain('public');
    expect(await statuses('sesi-yang-berakhir')).toEqual([401, 401, 401, 401, 401, 401]);
    await ketua.call(changeSettings, { body: { logPublik: false } });
    expect(await statuses(null)).toEqual([401, 401, 401, 401, 401, 401]);
    const [entry] = (await ketua.call(listAudit)).body.data;
    expect(entry).toMatchObject({
      aksi: 'settings.changed',
      sebelum: { logPublik: true },
      sesudah: { logPublik: false },
    });
  });

  test('only the ketua opens it', async () => {
    for (const person of [await app.as.admin(), siti, await app.as.koordinator()])
      expect((await person.call(changeSettings, { body: { logPublik: true } })).status).toBe(403);
    for (const logPublik of ['ya', 1, null])
      expect((await ketua.call(changeSettings, { body: { logPublik } as never })).status).toBe(422);
    expect((await fetchBytes('key', null)).status).toBe(401);
  });
});
