import { notificationTitles } from '../../../contract/events.ts';
import { dateIn, formatRupiah } from '../../../contract/format.ts';
import type { Handover } from '../../../contract/handovers.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import { found, Refusal } from '../../http/refusal.ts';
import { listAsked } from '../approvals/find-obstacle.ts';
import { listOthersWhoMay } from '../approvals/queries.ts';
import { cashOf, findHeld } from '../places/queries.ts';
import { handoverTopics } from './changes.ts';
import { acceptSum } from './decide-handover.ts';
import { findHandover, insertHandover } from './queries.ts';

/**
 * All cash in the own hands. In an estate where nobody else may accept it, it is booked at once, and says who did both.
 * @throws Refusal 409 no_cash, cash_changed, handover_waiting
 */
export async function makeHandover(
  { write, config }: Context,
  actor: Author,
  jumlah: number,
): Promise<Handover> {
  return await write(actor, async (tx) => {
    await tx.dialect.serialize(tx.db, 'book');
    const account = await findHeld(tx.db, actor.id);
    const { saldo } = await cashOf(tx.db, actor.id);
    if (!account || saldo <= 0) throw new Refusal('no_cash');
    if (saldo !== jumlah) {
      const message = `Menurut buku, uang tunai di tangan Anda ${formatRupiah(saldo)}. Periksa jumlahnya, lalu setor lagi.`;
      throw new Refusal('cash_changed', { message });
    }
    const id = await insertHandover(tx, { akun_id: account.id, dari_id: actor.id, jumlah });
    await tx.audit('handover.made', 'setoran', id, { sesudah: { jumlah } });
    const others = await listOthersWhoMay(tx.db, 'handovers.accept', actor.id);
    if (others.length === 0)
      await acceptSum(tx, found(await findHandover(tx.db, id)), {
        by: actor.id,
        dihitung: jumlah,
        alasan: null,
        tanggal: dateIn(config.timeZone, new Date(tx.now)),
      });
    const { now } = tx;
    const { timeZone } = config;
    const question = { by: actor.id, others, verb: 'menerima', now, timeZone } as const;
    for (const { id: user_id, halangan } of await listAsked(tx.db, question))
      await tx.notify({
        user_id,
        jenis: 'approval',
        judul: notificationTitles['handover-made'],
        pesan: `${actor.nama} menyetor ${formatRupiah(jumlah)} tunai. ${halangan ?? 'Hitung uangnya, lalu terima.'}`,
        halaman: 'setoran',
        tentang: id,
      });
    handoverTopics(tx, { dari_id: actor.id });
    return found(await findHandover(tx.db, id));
  });
}
