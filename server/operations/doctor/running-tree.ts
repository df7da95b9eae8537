/** A Merkle tree that is read leaf by leaf: RFC 6962, hashed without waiting, and never more than one node of each level. */
import { hash } from 'node:crypto';
import { leafInput, nodeInput } from '../../../contract/merkle.ts';
import { tileWidth } from '../../../contract/tile-path.ts';

const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');

const levelsOfTile = Math.log2(tileWidth);

/** Root of a complete subtree of 256^tingkat leaves. */
export interface TileRoot {
  tingkat: number;
  nomor: number;
  hash: Buffer;
}

export function makeRunningTree() {
  const waiting: (Buffer | undefined)[] = [];
  let size = 0;
  return {
    /** @returns roots of tiles that this leaf completes */
    append: (isi: string): TileRoot[] => {
      const roots: TileRoot[] = [];
      let node = sha256(leafInput(Buffer.from(isi)));
      size += 1;
      let level = 0;
      for (let left = waiting[level]; left; left = waiting[level]) {
        waiting[level] = undefined;
        node = sha256(nodeInput(left, node));
        level += 1;
        if (level % levelsOfTile === 0)
          roots.push({ tingkat: level / levelsOfTile, nomor: size / 2 ** level - 1, hash: node });
      }
      waiting[level] = node;
      return roots;
    },
    root: (): Buffer => {
      let right: Buffer | undefined;
      for (const left of waiting) if (left) right = right ? sha256(nodeInput(left, right)) : left;
      return right ?? sha256(new Uint8Array());
    },
  };
}
