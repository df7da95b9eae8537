/** Unpaid months by age, from the same history as the targets of the reports. */

export const ages: readonly { uraian: string; from: number; to: number }[] = [
  { uraian: '1 bulan', from: 1, to: 1 },
  { uraian: '2–3 bulan', from: 2, to: 3 },
  { uraian: '4–6 bulan', from: 4, to: 6 },
  { uraian: 'Lebih dari 6 bulan', from: 7, to: Number.POSITIVE_INFINITY },
];

interface Change {
  user_id: number;
  waktu: string;
  banyak: 1 | -1;
}

/**
 * Residents per age. Counts those who owe dues at the last of the month ends: months at whose end they owed, less months
 * that they have paid.
 * @param monthEnds ascending instants
 */
export function countByAge(
  changes: readonly Change[],
  paid: ReadonlyMap<number, number>,
  monthEnds: readonly string[],
): number[] {
  const counts = ages.map(() => 0);
  for (const [id, own] of Map.groupBy(changes, ({ user_id }) => user_id)) {
    const owesAt = (end: string) =>
      own.reduce((owes, { waktu, banyak }) => (waktu < end ? owes + banyak : owes), 0) > 0;
    if (!owesAt(monthEnds.at(-1) ?? '')) continue;
    const unpaid = monthEnds.filter(owesAt).length - (paid.get(id) ?? 0);
    const age = ages.findIndex(({ from, to }) => unpaid >= from && unpaid <= to);
    if (age >= 0) counts[age] = (counts[age] ?? 0) + 1;
  }
  return counts;
}
