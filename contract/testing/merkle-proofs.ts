/** Proofs from whole trees, as defined by RFC 6962, sections 2.1.1 and 2.1.2. */
import type { Bytes } from '../encoding.ts';
import { rootOf } from '../merkle.ts';

const largestPowerBelow = (size: number) => 2 ** Math.floor(Math.log2(size - 1));

export async function inclusionProof(entries: readonly Uint8Array[], index: number): Promise<Bytes[]> {
  if (entries.length <= 1) return [];
  const split = largestPowerBelow(entries.length);
  const [left, right] = [entries.slice(0, split), entries.slice(split)];
  return index < split
    ? [...(await inclusionProof(left, index)), await rootOf(right)]
    : [...(await inclusionProof(right, index - split)), await rootOf(left)];
}

export async function consistencyProof(
  entries: readonly Uint8Array[],
  oldSize: number,
  isWhole = true,
): Promise<Bytes[]> {
  if (oldSize === entries.length) return isWhole ? [] : [await rootOf(entries)];
  const split = largestPowerBelow(entries.length);
  const [left, right] = [entries.slice(0, split), entries.slice(split)];
  return oldSize <= split
    ? [...(await consistencyProof(left, oldSize, isWhole)), await rootOf(right)]
    : [...(await consistencyProof(right, oldSize - split, false)), await rootOf(left)];
}
