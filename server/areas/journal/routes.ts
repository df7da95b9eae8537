import { dateIn } from '../../../contract/format.ts';
import { countEntries, exportJournal, type JournalFilter, listEntries } from '../../../contract/journal.ts';
import type { Context } from '../../context.ts';
import { route } from '../../http/route.ts';
import { writeJournal } from './exports.ts';
import * as queries from './queries.ts';

export function routes({ db, clock, config }: Context) {
  /** A search reads every text, so without a beginning it covers one year. */
  const bounded = (filter: JournalFilter): JournalFilter => {
    if (!filter.q || filter.dari) return filter;
    const until = filter.sampai ?? dateIn(config.timeZone, clock());
    return { ...filter, dari: `${Number(until.slice(0, 4)) - 1}${until.slice(4)}` };
  };
  return [
    route(listEntries, async ({ query }) => {
      const { limit, cursor, ...filter } = query;
      const page = await queries.listEntries(db, bounded(filter), { limit, cursor });
      const [newest] = page.data;
      const isWhole = !(filter.jenis ?? filter.kategori ?? filter.q);
      if (!newest || !isWhole) return { ...page, data: page.data.map((row) => ({ ...row, saldo: null })) };
      let after = await queries.balanceAfter(db, filter, newest);
      const data = page.data.map((row) => {
        const saldo = after;
        after -= row.jumlah;
        return { ...row, saldo };
      });
      return { ...page, data };
    }),
    route(countEntries, async ({ query }) => ({ data: await queries.countEntries(db, bounded(query)) })),
    route(exportJournal, async () => writeJournal(db)),
  ];
}
