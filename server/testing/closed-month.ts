import { proposeClosing } from '../../contract/closings.ts';
import { closeMonth } from '../areas/closings/close-in-bulk.ts';
import { findClosing, insertVersion } from '../areas/closings/queries.ts';
import { nextMonth } from '../areas/closings/rules.ts';
import { summarizeMonth } from '../areas/closings/summarize-month.ts';
import type { Context } from '../context.ts';
import type { Person } from './people.ts';

/** Before all entries, so that opening balances stay possible. */
const bulan = '2019-12';

type Officer = Pick<Person, 'id' | 'nama'>;

/** Closes a month once, with a version beside it. */
export async function closeEarlyMonth({ db, write }: Context, { id, nama }: Officer): Promise<string> {
  if (await findClosing(db, bulan)) return bulan;
  await write('system', async (tx) => {
    const signed = { id, nama, pada: tx.now };
    const tutup_buku_id = await closeMonth(tx, { bulan, disusun: signed, disetujui: signed });
    const month = { tahun: 2019, bulan: 12 };
    await tx.audit('month.closed', 'closings', tutup_buku_id, { sesudah: month });
    await tx.audit('closing.amended', 'closings', tutup_buku_id, { sesudah: { ...month, versi: 2 } });
    const proposal = tx.db.selectFrom('persetujuan').select('id').where('keputusan', 'is not', null);
    await insertVersion(tx, {
      tutup_buku_id,
      versi: 2,
      penjelasan: 'Kuitansi tertukar',
      disusun_oleh: id,
      disusun_oleh_nama: nama,
      disusun_pada: tx.now,
      disetujui_oleh: id,
      disetujui_oleh_nama: nama,
      disetujui_pada: tx.now,
      persetujuan_id: (await proposal.limit(1).executeTakeFirstOrThrow()).id,
    });
  });
  return bulan;
}

/** A valid request to close the month after it. */
export async function nextRequest(context: Context, officer: Officer) {
  await closeEarlyMonth(context, officer);
  const next = (await nextMonth(context.db)) ?? '';
  const { akun } = await summarizeMonth(context.db, next);
  return { bulan: next, akun: akun.map(({ akun_id, saldo }) => ({ akun_id, jumlah: saldo })) };
}

export async function proposeNextMonth(context: Context, officer: Person): Promise<void> {
  const { status } = await officer.call(proposeClosing, { body: await nextRequest(context, officer) });
  if (status !== 200) throw new Error(`The proposal was answered ${status}`);
}
