import { randomUUID } from 'node:crypto';
import { dateIn, monthIn, monthKey } from '../../contract/format.ts';
import * as handovers from '../../contract/handovers.ts';
import * as rounds from '../../contract/rounds.ts';
import { insertHandover } from '../areas/handovers/queries.ts';
import { bookDues } from '../areas/payments/book-dues.ts';
import { unpaidMonths } from '../areas/payments/owed-queries.ts';
import { cashOf, findHeld } from '../areas/places/queries.ts';
import { heldAccount } from '../areas/places/save-place.ts';
import type { Context } from '../context.ts';
import type { People, Person } from './people.ts';
import { about, plain, type Recipe, showing } from './recipe.ts';

export function cashRecipes(context: Context, as: People['as']): Recipe[] {
  const { db, config } = context;
  let count = 0;

  /** A person with cash of a neighbour in their hands, of which nothing waits. */
  const holding = async (holder: Person): Promise<number> => {
    const payer = await as.person('warga', { blok: `Z${((count += 1) % 999) + 1}` });
    await context.write('system', async (tx) => {
      await tx.db
        .updateTable('setoran')
        .set({ status: 'ditarik', diputuskan_oleh: holder.id, diputuskan_pada: tx.now })
        .where('dari_id', '=', holder.id)
        .where('status', '=', 'menunggu')
        .execute();
      const on = dateIn(config.timeZone, new Date(tx.now));
      const payment = await tx.db
        .insertInto('payments')
        .values({
          user_id: payer.id,
          ...monthIn(config.timeZone, new Date(tx.now)),
          jumlah: 100_000,
          status: 'dikonfirmasi',
          metode: 'tunai',
          tanggal_upload: tx.now,
          tanggal_konfirmasi: tx.now,
          tanggal_kas: on,
        })
        .returning(['id', 'tahun', 'bulan', 'jumlah'])
        .executeTakeFirstOrThrow();
      const akun_id = await heldAccount(tx, holder);
      await bookDues(tx, { ...payer, ...payment }, { on, by: null, metode: 'tunai', akun_id, held: true });
    });
    return (await cashOf(db, holder.id)).saldo;
  };

  const waiting = async (holder: Person): Promise<{ id: number; jumlah: number }> => {
    const jumlah = await holding(holder);
    const account = await findHeld(db, holder.id);
    const handover = { akun_id: account?.id ?? 0, dari_id: holder.id, jumlah };
    return { id: await context.write('system', (tx) => insertHandover(tx, handover)), jumlah };
  };

  const firstOwed = async ({ id }: Person) => {
    const now = monthIn(config.timeZone, context.clock());
    const [[first] = []] = await unpaidMonths(db, [id], now, config.timeZone);
    return first ?? { ...now, jumlah: 100_000 };
  };

  return [
    showing(rounds.getRound, (owner) => [
      { query: { blok: owner.blok?.charAt(0) ?? 'A' } },
      ({ data }) => data.rumah.some(({ user_id }) => user_id === owner.id),
    ]),
    about(rounds.collectDues, async (owner, actor) => {
      await context.write('system', (tx) => heldAccount(tx, actor)); // which the first tap makes
      const { jumlah, ...month } = await firstOwed(owner);
      const bulan = [monthKey(month)];
      const waktu = '2026-07-15T02:00:00.000Z';
      return { body: { ketukan: randomUUID(), user_id: owner.id, bulan, jumlah, waktu } };
    }),
    showing(handovers.listHandovers, async (owner) => {
      const { id } = await waiting(owner);
      return [{}, ({ data }) => data.some((handover) => handover.id === id)];
    }),
    plain(handovers.makeHandover, async (actor) => ({ body: { jumlah: await holding(actor) } })),
    about(handovers.decideHandover, async (owner) => {
      const { id, jumlah } = await waiting(owner);
      return { params: { id }, body: { status: 'diterima' as const, dihitung: jumlah } };
    }),
    about(handovers.withdrawHandover, async (owner) => ({ params: { id: (await waiting(owner)).id } })),
  ];
}
