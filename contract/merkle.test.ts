import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromBase64, toHex, toUtf8 } from './encoding.ts';
import * as merkle from './merkle.ts';
import published from './testing/merkle-proofs.json' with { type: 'json' };
import { consistencyProof, inclusionProof } from './testing/merkle-proofs.ts';

const nothing = new Uint8Array();
const bytesOf = (base64: string) => fromBase64(base64) ?? nothing;
const proofOf = (proof: readonly string[] | null) => (proof ?? []).map(bytesOf);

describe('published proofs of transparency-dev/merkle', () => {
  test('are 98 of each kind, good and bad', () => {
    for (const proofs of [published.inclusion, published.consistency]) {
      expect(proofs).toHaveLength(98);
      expect(new Set(proofs.map(({ wantErr }) => wantErr)).size).toBe(2);
    }
  });

  test.each(published.inclusion)('$file', async ({ leafHash, leafIdx, treeSize, root, proof, wantErr }) => {
    const inclusion = {
      leafHash: bytesOf(leafHash),
      index: leafIdx,
      size: treeSize,
      root: bytesOf(root),
      proof: proofOf(proof),
    };
    expect(await merkle.verifyInclusion(inclusion)).toBe(!wantErr);
  });

  test.each(published.consistency)('$file', async ({ size1, size2, root1, root2, proof, wantErr }) => {
    const consistency = {
      oldSize: size1,
      oldRoot: bytesOf(root1),
      size: size2,
      root: bytesOf(root2),
      proof: proofOf(proof),
    };
    expect(await merkle.verifyConsistency(consistency)).toBe(!wantErr);
  });
});

const entriesUpTo = (maxLength: number) =>
  fc.array(fc.uint8Array({ maxLength: 20 }), { minLength: 1, maxLength });

/** Entries and a number below their count. */
const entriesAndIndex = fc
  .tuple(entriesUpTo(70), fc.nat())
  .map(([entries, number]) => ({ entries, index: number % entries.length }));

/** A byte that may be anywhere in these, changed in at least one bit. */
interface Flip {
  at: number;
  mask: number;
}
const flips = fc.record({ at: fc.nat(), mask: fc.integer({ min: 1, max: 255 }) });

function withFlip(parts: readonly Uint8Array[], { at, mask }: Flip) {
  let place = at % parts.reduce((sum, { length }) => sum + length, 0);
  return parts.map((part) => {
    const copy = new Uint8Array(part);
    if (place >= 0 && place < copy.length) copy[place] = (copy[place] ?? 0) ^ mask;
    place -= part.length;
    return copy;
  });
}

test('the tree of no entries has the hash of nothing', async () => {
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  expect(toHex(await merkle.rootOf([]))).toBe(empty);
});

test('a tree that grows in portions has the root of all entries, as the definition of RFC 6962 says', async () => {
  const define = async (entries: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> => {
    const [first = nothing] = entries;
    if (entries.length <= 1) return await merkle.hashLeaf(first);
    const split = 2 ** Math.floor(Math.log2(entries.length - 1));
    return await merkle.hashNode(await define(entries.slice(0, split)), await define(entries.slice(split)));
  };
  await fc.assert(
    fc.asyncProperty(entriesUpTo(70), fc.array(fc.nat({ max: 9 })), async (entries, portions) => {
      const tree = merkle.makeTree();
      const hashes = await Promise.all(entries.map(merkle.hashLeaf));
      for (const portion of portions) await tree.append(hashes.splice(0, portion));
      await tree.append(hashes);
      expect(tree.size).toBe(entries.length);
      expect(await tree.root()).toEqual(await define(entries));
    }),
  );
});

test('inclusion: holds for each entry, and for no other entry, index or size, nor after any flipped byte', async () => {
  await fc.assert(
    fc.asyncProperty(entriesAndIndex, flips, async ({ entries, index }, flip) => {
      const size = entries.length;
      const root = await merkle.rootOf(entries);
      const proof = await inclusionProof(entries, index);
      const leafHash = await merkle.hashLeaf(entries[index] ?? nothing);
      const good = { leafHash, index, size, root, proof };
      expect(await merkle.verifyInclusion(good)).toBe(true);
      const [badLeaf = nothing, badRoot = nothing, ...badProof] = withFlip([leafHash, root, ...proof], flip);
      const bad = [
        { ...good, leafHash: badLeaf, root: badRoot, proof: badProof },
        { ...good, leafHash: await merkle.hashLeaf(toUtf8('other entry, longer than 20 bytes')) },
        { ...good, index: index + size },
        { ...good, index: -1 - index },
        { ...good, index: index + 0.5 },
        { ...good, proof: [...proof, root] },
        { ...good, proof: proof.map((hash) => hash.subarray(1)), root: size === 1 ? nothing : root },
      ];
      for (const inclusion of bad) expect(await merkle.verifyInclusion(inclusion)).toBe(false);
    }),
  );
});

test('consistency: holds for each earlier size, and for no other tree, nor after any flipped byte', async () => {
  await fc.assert(
    fc.asyncProperty(entriesAndIndex, flips, async ({ entries, index }, flip) => {
      const size = entries.length;
      const oldSize = index + 1;
      const root = await merkle.rootOf(entries);
      const oldRoot = await merkle.rootOf(entries.slice(0, oldSize));
      const proof = await consistencyProof(entries, oldSize);
      const good = { oldSize, oldRoot, size, root, proof };
      expect(await merkle.verifyConsistency(good)).toBe(true);
      const [badOld = nothing, badRoot = nothing, ...badProof] = withFlip([oldRoot, root, ...proof], flip);
      const bad = [
        { ...good, oldRoot: badOld, root: badRoot, proof: badProof },
        { ...good, oldSize: 0, oldRoot: await merkle.rootOf([]) },
        { ...good, oldSize: 0, oldRoot: await merkle.rootOf([]), proof: [] },
        { ...good, oldSize: size + 1 },
        { ...good, proof: [...proof, root] },
        {
          ...good,
          oldRoot: await merkle.rootOf([...entries.slice(0, index), toUtf8('exchanged, 21 bytes or more')]),
        },
      ];
      for (const consistency of bad) expect(await merkle.verifyConsistency(consistency)).toBe(false);
    }),
  );
});

test('node:crypto comes to the same hashes', async () => {
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  const [left, right] = [await merkle.hashLeaf(toUtf8('a')), await merkle.hashLeaf(toUtf8('b'))];
  expect(sha256(merkle.leafInput(toUtf8('a')))).toBe(toHex(left));
  expect(sha256(merkle.nodeInput(left, right))).toBe(toHex(await merkle.hashNode(left, right)));
});
