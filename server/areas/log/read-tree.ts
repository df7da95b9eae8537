/** The Merkle tree over stored leaves: tiles of 256 hashes, roots and proofs of RFC 6962, hashed without waiting. */
import { hash } from 'node:crypto';
import { leafInput, nodeInput } from '../../../contract/merkle.ts';
import { tileWidth } from '../../../contract/tile-path.ts';
import type { Db } from '../../database/open.ts';
import { listLeaves, listNodes } from './queries.ts';

/** A `Hash` object for each node would prolong collecting garbage. */
const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');
const hashOfLeaf = (isi: string): Buffer => sha256(leafInput(Buffer.from(isi)));

export type TreeReader = ReturnType<typeof openTree>;

/** Reads each tile once; for one request. */
export function openTree(db: Db, asal_id: number) {
  const tiles = new Map<string, Promise<Buffer[]>>();

  const read = async (level: number, index: number) => {
    const first = index * tileWidth;
    if (level > 0) return await listNodes(db, asal_id, level, first, tileWidth);
    return (await listLeaves(db, asal_id, first, tileWidth)).map(hashOfLeaf);
  };
  /** Hashes at a level: of leaves at 0, above of complete subtrees of 256^level leaves. */
  const tile = async (level: number, index: number, width: number) => {
    const key = `${level}/${index}`;
    const known = tiles.get(key) ?? read(level, index);
    tiles.set(key, known);
    const hashes = (await known).slice(0, width);
    if (hashes.length < width)
      throw new Error(`tile ${key} of the log has ${hashes.length} of ${width} hashes`);
    return hashes;
  };

  /** A complete subtree: its length is a power of two, of which its start is a multiple. */
  const complete = async (start: number, length: number) => {
    let level = 0;
    while (length >= tileWidth ** (level + 1)) level += 1;
    const unit = tileWidth ** level;
    const [first, count] = [start / unit, length / unit];
    const hashes = await tile(level, Math.floor(first / tileWidth), (first % tileWidth) + count);
    return join(hashes.slice(first % tileWidth));
  };
  const range = async (start: number, end: number): Promise<Buffer> => {
    const split = start + largestPower(end - start);
    if (split === end) return await complete(start, end - start);
    return parent(await complete(start, split - start), await range(split, end));
  };
  const path = async (index: number, start: number, end: number): Promise<Buffer[]> => {
    if (end - start === 1) return [];
    const split = start + largestPower(end - start, true);
    return index < split
      ? [...(await path(index, start, split)), await range(split, end)]
      : [...(await path(index, split, end)), await range(start, split)];
  };
  /** SUBPROOF of RFC 6962. */
  const subproof = async (from: number, start: number, end: number, isWhole: boolean): Promise<Buffer[]> => {
    if (from === end) return isWhole ? [] : [await range(start, end)];
    const split = start + largestPower(end - start, true);
    return from <= split
      ? [...(await subproof(from, start, split, isWhole)), await range(split, end)]
      : [...(await subproof(from, split, end, false)), await range(start, split)];
  };

  return {
    tile,
    root: async (size: number) => (size === 0 ? sha256(new Uint8Array()) : await range(0, size)),
    inclusion: (index: number, size: number) => path(index, 0, size),
    consistency: (from: number, size: number) => subproof(from, 0, size, true),
  };
}

const parent = (left: Buffer, right: Buffer) => sha256(nodeInput(left, right));

/** @param hashes their number is a power of two */
function join(hashes: readonly Buffer[]): Buffer {
  let level = hashes;
  while (level.length > 1) {
    const above: Buffer[] = [];
    for (let at = 0; at < level.length; at += 2)
      above.push(parent(level[at] ?? Buffer.alloc(0), level[at + 1] ?? Buffer.alloc(0)));
    level = above;
  }
  return level[0] ?? Buffer.alloc(0);
}

export const rootOfTile = join;

/** The largest power of two that is at most the length, or smaller than it. */
function largestPower(length: number, smaller = false): number {
  const most = smaller ? length - 1 : length;
  let power = 1;
  while (power * 2 <= most) power *= 2;
  return power;
}
