/** Proofs computed from stored tiles, verified by the code of the browser, and a log of others served byte for byte. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bytes } from '../../../contract/encoding.ts';
import { hashLeaf, makeTree, verifyConsistency, verifyInclusion } from '../../../contract/merkle.ts';
import { consistencyProof, inclusionProof } from '../../../contract/testing/merkle-proofs.ts';
import tessera from '../../../contract/testing/tessera-log.json' with { type: 'json' };
import { makeApp, type TestApp } from '../../testing/app.ts';
import { insertCheckpoint, insertOrigin, listLeaves } from './queries.ts';
import { openTree, type TreeReader } from './read-tree.ts';
import { latestCheckpoint } from './sign-checkpoint.ts';

let app: TestApp;
let token: string;
/** Leaves of the account that reads. */
let first: string[];
beforeAll(async () => {
  app = await makeApp();
  ({ token } = await app.as.warga());
  await latestCheckpoint(app.context);
  first = await listLeaves(app.context.db, app.context.signer.origin.id, 0, 10);
});
afterAll(() => app.close());

const bytes = (hash: Uint8Array): Bytes => new Uint8Array(hash);

/** Leaves as if they had been logged, and signed. */
async function grow(size: number): Promise<TreeReader> {
  const { id } = app.context.signer.origin;
  await app.context.write('system', async ({ db, dialect }) => {
    const numbers =
      dialect.name === 'sqlite'
        ? sql`WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${sql.lit(size)})`
        : sql`WITH n AS (SELECT i::integer FROM generate_series(0, ${sql.lit(size - 1)}) AS g (i))`;
    await sql`${numbers} INSERT INTO log_daun (asal_id, indeks, audit_id, isi)
      SELECT ${sql.lit(id)}, i, i + 1, 'daun ' || i FROM n
      WHERE i > (SELECT coalesce(max(indeks), -1) FROM log_daun WHERE asal_id = ${sql.lit(id)})`.execute(db);
  });
  await latestCheckpoint(app.context);
  return openTree(app.context.db, id);
}

const leafHash = (index: number) => hashLeaf(new TextEncoder().encode(first[index] ?? `daun ${index}`));

describe('a tree with a complete tile of the second level', () => {
  const size = 65_536 + 300;
  const steps = [1, 2, 3, 255, 256, 257, 511, 512, 700, 65_535, 65_536, 65_537, size - 1, size];
  const roots = new Map<number, Bytes>();
  let tree: TreeReader;
  beforeAll(async () => {
    const whole = makeTree();
    for (const step of steps) {
      const added = Array.from({ length: step - whole.size }, (_, at) => leafHash(whole.size + at));
      await whole.append(await Promise.all(added));
      roots.set(step, await whole.root());
    }
    tree = await grow(size);
  });
  const rootOf = (step: number) => roots.get(step) ?? new Uint8Array();

  test.each(steps)('the root of %i leaves is that of the whole tree', async (step) => {
    expect(bytes(await tree.root(step))).toEqual(rootOf(step));
  });

  test.each(steps)(
    'inclusion in %i leaves is proved for the first, the last and some between',
    async (step) => {
      for (const index of new Set(
        [0, 1, 255, 256, 300, 65_535, 65_600, step - 1].filter((at) => at < step),
      )) {
        const proof = await tree.inclusion(index, step);
        const claim = { leafHash: await leafHash(index), index, size: step, root: rootOf(step), proof };
        expect([index, await verifyInclusion(claim)]).toEqual([index, true]);
        expect(await verifyInclusion({ ...claim, leafHash: await leafHash(index + 1) })).toBe(false);
      }
    },
  );

  test('consistency is proved between any two of them, in few hashes', async () => {
    for (const [at, oldSize] of steps.entries()) {
      for (const step of steps.slice(at + 1)) {
        const proof = await tree.consistency(oldSize, step);
        expect(proof.length).toBeLessThanOrEqual(20);
        const claim = { oldSize, oldRoot: rootOf(oldSize), size: step, root: rootOf(step), proof };
        expect([oldSize, step, await verifyConsistency(claim)]).toEqual([oldSize, step, true]);
        expect(await verifyConsistency({ ...claim, oldRoot: rootOf(step) })).toBe(false);
      }
    }
  });
});

test('proofs of all small trees are those of RFC 6962', async () => {
  const { id } = app.context.signer.origin;
  const entries = (await listLeaves(app.context.db, id, 0, 40)).map((leaf) => new TextEncoder().encode(leaf));
  const tree = openTree(app.context.db, id);
  for (let size = 1; size <= entries.length; size += 1) {
    const own = entries.slice(0, size);
    for (let index = 0; index < size; index += 1)
      expect((await tree.inclusion(index, size)).map(bytes)).toEqual(await inclusionProof(own, index));
    for (let oldSize = 1; oldSize < size; oldSize += 1)
      expect((await tree.consistency(oldSize, size)).map(bytes)).toEqual(
        await consistencyProof(own, oldSize),
      );
  }
});

test('the sample log of transparency-dev/tessera is served byte for byte', async () => {
  const files: Record<string, string> = tessera.files;
  const fileOf = (name: string) => Buffer.from(files[name] ?? '', 'base64');
  const asal = 'example.com/log/testdata';
  const bundle = fileOf('tile/entries/000.p/15');
  const entries: string[] = [];
  for (let at = 0; at < bundle.length; at += 2 + bundle.readUInt16BE(at))
    entries.push(bundle.subarray(at + 2, at + 2 + bundle.readUInt16BE(at)).toString());
  await app.context.write('system', async (tx) => {
    const asal_id = await insertOrigin(tx, asal);
    const rows = entries.map((isi, indeks) => ({ asal_id, indeks, audit_id: indeks + 1, isi }));
    await tx.db.insertInto('log_daun').values(rows).execute();
    await insertCheckpoint(tx, { asal_id, ukuran: 15, catatan: fileOf('checkpoint.15').toString() });
  });
  const names = Object.keys(files).filter((name) => name.startsWith('tile/'));
  expect(names).toHaveLength(30);
  for (const name of names) {
    const response = await fetch(`${app.url}/api/log/${name}?asal=${encodeURIComponent(asal)}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([name, Buffer.from(await response.arrayBuffer())]).toEqual([name, fileOf(name)]);
  }
});
