import { sumEntries } from '../../areas/cash-book/queries.ts';
import type { Db } from '../../database/open.ts';
import { countNumbers, ranges } from './queries.ts';
import { type Pace, paced } from './violation.ts';

export type Total = Awaited<ReturnType<typeof sumEntries>>[number];

/** Month, kind, category, account and fund of a monthly sum. */
export const nameOf = ({ bulan, jenis, kategori, akun_id, dana_id }: Omit<Total, 'side'>) =>
  `${bulan} ${jenis}${kategori && ` ${kategori}`} ${akun_id}/${dana_id}`;

/** The monthly sums by name, added up from the entries of the book, a thousand at a time. */
export async function addUpBook(db: Db, pace: Pace = paced(1)): Promise<Map<string, Total>> {
  const totals = new Map<string, Total>();
  const { last } = await countNumbers(db);
  for (const numbers of ranges(last)) {
    for (const part of await pace(() => sumEntries(db, numbers))) {
      const sofar = totals.get(nameOf(part));
      const { banyak, jumlah } = sofar ?? { banyak: 0, jumlah: 0 };
      totals.set(nameOf(part), { ...part, banyak: banyak + part.banyak, jumlah: jumlah + part.jumlah });
    }
  }
  return totals;
}
