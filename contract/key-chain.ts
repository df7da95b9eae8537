/** Keys of a log: a leaf that one key signed names the next one, and no other key counts. */
interface RotationLeaf {
  aksi?: unknown;
  entitas?: unknown;
  sesudah?: { asal?: unknown; kunci_lama?: unknown; kunci?: unknown } | null;
}

/** Leaves are canonical JSON, so that their first field is known. */
export const isRotation = (leaf: string): boolean => leaf.startsWith('{"aksi":"log.rotated"');

/** @returns the key that a leaf names as the next one of this key's log; undefined for any other leaf */
export function nextKeyIn(leaf: string, kunci: string): string | undefined {
  if (!isRotation(leaf)) return undefined;
  const { entitas, sesudah } = JSON.parse(leaf) as RotationLeaf;
  if (entitas !== 'log' || sesudah?.kunci_lama !== kunci) return undefined;
  return sesudah.asal === kunci.split('+', 1)[0] && typeof sesudah.kunci === 'string'
    ? sesudah.kunci
    : undefined;
}
