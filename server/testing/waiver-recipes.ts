import { dateIn, monthIn, monthKey, monthOf, shiftMonth } from '../../contract/format.ts';
import * as waivers from '../../contract/waivers.ts';
import { insertProposal } from '../areas/approvals/queries.ts';
import { listWaived } from '../areas/waivers/queries.ts';
import { waiver } from '../areas/waivers/waive-months.ts';
import type { Context } from '../context.ts';
import type { People, Person } from './people.ts';
import { about, plain, type Recipe } from './recipe.ts';

export function waiverRecipes(context: Context, as: People['as']): Recipe[] {
  const { db, write, clock, config } = context;
  const monthAhead = (count: number) => monthKey(shiftMonth(monthIn(config.timeZone, clock()), count));
  const forgetProposals = () =>
    write('system', (tx) => tx.db.deleteFrom('persetujuan').where('keputusan', 'is', null).execute());

  /** A month to come, which two people have waived. */
  const waived = async ({ id }: Person): Promise<string> => {
    const bulan = monthAhead(2);
    if ((await listWaived(db, id, [monthOf(bulan)])).length > 0) return bulan;
    await write('system', async (tx) => {
      const empty = { tentang: String(id), permintaan: '{}', isi: '{}', sidik: '' };
      const decided = { keputusan: 'setuju', diputuskan_oleh: id, diputuskan_pada: tx.now } as const;
      const persetujuan_id = await insertProposal(tx, {
        ...empty,
        ...decided,
        jenis: waiver.jenis,
        diajukan_oleh: id,
        diajukan_pada: tx.now,
      });
      const request = {
        user_id: id,
        bulan: [bulan],
        sebab: 'pengurus',
        keterangan: null,
        zona: config.timeZone,
      } as const;
      const tanggal = dateIn(config.timeZone, new Date(tx.now));
      await waiver.carryOut(tx, request, { by: id, tanggal, persetujuan_id });
    });
    return bulan;
  };

  return [
    about(waivers.listWaivers, ({ id }) => ({ params: { userId: id } })),
    about(waivers.proposeWaiver, async ({ id }) => {
      await forgetProposals();
      return { body: { user_id: id, bulan: [monthAhead(1)], sebab: 'lain' as const, keterangan: 'Musibah' } };
    }),
    about(waivers.endWaiver, async (owner) => {
      await forgetProposals();
      return { body: { user_id: owner.id, bulan: [await waived(owner)], keterangan: 'Salah rumah' } };
    }),
    plain(waivers.summarizeOldMonths, () => ({ query: { sebelum: '2019-06' } })),
    plain(waivers.settleOldMonths, async () => {
      await forgetProposals();
      const { id } = await as.person('warga', { blok: 'Z1', created_at: '2018-01-10T03:00:00.000Z' });
      return { body: { sebelum: '2019-06', user_id: id } };
    }),
  ];
}
