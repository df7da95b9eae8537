import type { Approval } from '../../../contract/approvals.ts';

/** `Jumlah: Rp 1.000 → Rp 2.000`, a line per label that differs. */
export function differences(before: Pick<Approval, 'isi'>, after: Pick<Approval, 'isi'>): string[] {
  const values = ({ isi }: Pick<Approval, 'isi'>) => new Map(isi.map(({ label, nilai }) => [label, nilai]));
  const [old, current] = [values(before), values(after)];
  return [...new Set([...old.keys(), ...current.keys()])]
    .filter((label) => old.get(label) !== current.get(label))
    .map((label) => `${label}: ${old.get(label) ?? '–'} → ${current.get(label) ?? '–'}`);
}
