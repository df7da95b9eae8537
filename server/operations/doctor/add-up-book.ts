import { setImmediate } from 'node:timers/promises';
import { sumEntries } from '../../areas/cash-book/queries.ts';
import type { Db } from '../../database/open.ts';
import { countNumbers, ranges } from './queries.ts';

export type Total = Awaited<ReturnType<typeof sumEntries>>[number];

/** Month, kind, category, account and fund of a monthly sum. */
export const nameOf = ({ bulan, jenis, kategori, akun_id, dana_id }: Omit<Total, 'side'>) =>
  `${bulan} ${jenis}${kategori && ` ${kategori}`} ${akun_id}/${dana_id}`;

type Pace = <T>(work: () => Promise<T>) => Promise<T>;

const pauseAfter: Pace = async (work) => {
  const result = await work();
  await setImmediate();
  return result;
};

/** The monthly sums by name, added up from the entries of the book, a thousand at a time. */
export async function addUpBook(db: Db, pace: Pace = pauseAfter): Promise<Map<string, Total>> {
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
