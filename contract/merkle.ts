/** Merkle trees of RFC 6962 on WebCrypto. Proofs are verified as in RFC 9162, sections 2.1.3.2 and 2.1.4.2. */
import { areEqual, type Bytes, concat } from './encoding.ts';

export const hashLength = 32;
const leafPrefix = Uint8Array.of(0);
const nodePrefix = Uint8Array.of(1);

/** What is hashed for a leaf and for a node; `node:crypto` hashes the same bytes where the server cannot wait. */
export const leafInput = (entry: Uint8Array): Bytes => concat(leafPrefix, entry);
export const nodeInput = (left: Uint8Array, right: Uint8Array): Bytes => concat(nodePrefix, left, right);

export async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', bytes));
}
export const hashLeaf = (entry: Uint8Array) => sha256(leafInput(entry));
export const hashNode = (left: Uint8Array, right: Uint8Array) => sha256(nodeInput(left, right));

/** A tree that grows and keeps of each level only the node that still waits for its sibling. */
export function makeTree() {
  const waiting: (Bytes | undefined)[] = [];
  let size = 0;
  return {
    get size() {
      return size;
    },
    /** One call at a time. Hashes of many leaves at once are computed side by side. */
    append: async (leafHashes: readonly Bytes[]) => {
      size += leafHashes.length;
      let added = leafHashes;
      for (let level = 0; added.length > 0; level += 1) {
        const first = waiting[level];
        const nodes: readonly Bytes[] = first ? [first, ...added] : added;
        waiting[level] = nodes.length % 2 === 1 ? nodes.at(-1) : undefined;
        added = await hashPairs(nodes);
      }
    },
    root: async () => {
      let right: Bytes | undefined;
      for (const left of waiting) {
        if (left) right = right ? await hashNode(left, right) : left;
      }
      return right ?? (await sha256(new Uint8Array()));
    },
  };
}

/** An odd last node is left out. */
async function hashPairs(nodes: readonly Bytes[]): Promise<Bytes[]> {
  const pairs: Promise<Bytes>[] = [];
  for (let at = 1; at < nodes.length; at += 2) {
    const [left, right] = [nodes[at - 1], nodes[at]];
    if (left && right) pairs.push(hashNode(left, right));
  }
  return await Promise.all(pairs);
}

export async function rootOf(entries: readonly Uint8Array[]): Promise<Bytes> {
  const tree = makeTree();
  await tree.append(await Promise.all(entries.map(hashLeaf)));
  return await tree.root();
}

const isSize = (value: number) => Number.isSafeInteger(value) && value >= 0;
const areHashes = (hashes: readonly Uint8Array[]) => hashes.every(({ length }) => length === hashLength);

export interface Inclusion {
  leafHash: Uint8Array;
  index: number;
  size: number;
  root: Uint8Array;
  proof: readonly Uint8Array[];
}

export async function verifyInclusion({ leafHash, index, size, root, proof }: Inclusion): Promise<boolean> {
  if (!isSize(index) || !isSize(size) || index >= size || !areHashes([leafHash, root, ...proof]))
    return false;
  const sides = sidesOf(proof, index, size - 1);
  if (!sides) return false;
  let hash = leafHash;
  for (const { sibling, isLeft } of sides)
    hash = isLeft ? await hashNode(sibling, hash) : await hashNode(hash, sibling);
  return areEqual(hash, root);
}

/** On which side of its node each hash of a proof stands; undefined if they do not lead to the root. */
function sidesOf(path: readonly Uint8Array[], start: number, end: number) {
  let [node, last] = [start, end];
  const sides: { sibling: Uint8Array; isLeft: boolean }[] = [];
  for (const sibling of path) {
    if (last === 0) return undefined;
    const isLeft = node % 2 === 1 || node === last;
    sides.push({ sibling, isLeft });
    if (isLeft)
      while (node % 2 === 0 && node !== 0) {
        node /= 2;
        last = Math.floor(last / 2);
      }
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? sides : undefined;
}

export interface Consistency {
  oldSize: number;
  oldRoot: Uint8Array;
  size: number;
  root: Uint8Array;
  proof: readonly Uint8Array[];
}

/** Refuses size 0: everything would be consistent with an empty tree. */
export async function verifyConsistency(trees: Consistency): Promise<boolean> {
  const { oldSize, oldRoot, size, root, proof } = trees;
  if (!isSize(oldSize) || !isSize(size) || oldSize === 0 || oldSize > size) return false;
  if (oldSize === size) return proof.length === 0 && areEqual(oldRoot, root);
  if (proof.length === 0 || !areHashes([oldRoot, root, ...proof])) return false;

  let node = oldSize - 1;
  let last = size - 1;
  while (node % 2 === 1) {
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  // A complete old tree (`node` is 0) is its own first node.
  const [first = oldRoot, ...path] = node === 0 ? [oldRoot, ...proof] : proof;
  const sides = sidesOf(path, node, last);
  if (!sides) return false;
  let oldHash = first;
  let hash = first;
  for (const { sibling, isLeft } of sides) {
    if (isLeft) oldHash = await hashNode(sibling, oldHash);
    hash = isLeft ? await hashNode(sibling, hash) : await hashNode(hash, sibling);
  }
  return areEqual(oldHash, oldRoot) && areEqual(hash, root);
}
