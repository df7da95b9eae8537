import type * as z from 'zod/mini';
import { notificationTitles } from '../../../contract/events.ts';
import { dateIn, formatRupiah } from '../../../contract/format.ts';
import {
  type decideHandover as endpoint,
  type Handover,
  shortestHandoverReason,
} from '../../../contract/handovers.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import type { Tx } from '../../database/write.ts';
import { found, invalidFields, Refusal } from '../../http/refusal.ts';
import { areOnePerson } from '../approvals/queries.ts';
import { bookTransfer } from '../book/book-entry.ts';
import { listPlaceBalances } from '../places/queries.ts';
import { choosePlace } from '../places/rules.ts';
import { handoverTopics } from './changes.ts';
import { type Decided, decide, findHandover } from './queries.ts';

type Decision = z.output<typeof endpoint.body>;

/**
 * Less than was handed over needs a reason: the rest stays in the coordinator's account, until it is handed over, too, or
 * a closing of the month finds it missing. More is refused: nobody's money is booked.
 * @throws Refusal 403 for an own one or one of an account that is not another person, 409 with the present one if it was
 *   decided, 409 cash_changed if the account holds less by now
 */
export async function decideHandover(
  { write, config }: Context,
  actor: Author,
  id: number,
  { status, dihitung, alasan = '', akun_id }: Decision,
): Promise<Handover> {
  return await write(actor, async (tx) => {
    await tx.dialect.serialize(tx.db, 'book'); // of two who decide at once, the second one reads the decision
    const handover = found(await findHandover(tx.db, id));
    if (handover.dari_id === actor.id) throw new Refusal('own_handover');
    if (await areOnePerson(tx.db, actor.id, handover.dari_id, tx.now)) throw new Refusal('same_person');
    if (handover.status !== 'menunggu') throw new Refusal('handover_decided', { data: handover });
    const by = actor.id;
    if (status === 'ditolak') {
      needReason(alasan, 'Tulis alasannya');
      await decideOnce(tx, id, { status, by, alasan });
      await tx.audit('handover.refused', 'setoran', id, { sesudah: { status, alasan } });
    } else {
      const tanggal = dateIn(config.timeZone, new Date(tx.now));
      await acceptSum(tx, handover, { by, dihitung, alasan, tanggal, akun_id });
    }
    const after = found(await findHandover(tx.db, id));
    await tellHolder(tx, after, actor.nama);
    handoverTopics(tx, after);
    return after;
  });
}

interface Counted {
  by: number;
  dihitung: number | undefined;
  alasan: string | null;
  tanggal: string;
  akun_id?: number | undefined;
}

/** Books what was counted from the coordinator's account into the treasurer's. */
export async function acceptSum(
  tx: Tx,
  { id, akun_id: from, akun, jumlah }: Handover,
  { by, dihitung, alasan, tanggal, akun_id }: Counted,
): Promise<void> {
  if (dihitung === undefined) throw invalidFields({ dihitung: 'Isi jumlah uang yang dihitung' });
  if (dihitung > jumlah)
    throw invalidFields({
      dihitung: `Lebih dari yang disetor. Kembalikan kelebihan ${formatRupiah(dihitung - jumlah)}.`,
    });
  if (dihitung < jumlah)
    needReason(alasan ?? '', `Kurang ${formatRupiah(jumlah - dihitung)}. Tulis alasannya`);
  const balances = (await listPlaceBalances(tx.db)).filter(
    (place) => place.akun_id === from && place.saldo > 0,
  );
  if (balances.reduce((sum, { saldo }) => sum + saldo, 0) < dihitung)
    throw new Refusal('cash_changed', {
      message:
        'Uang di tangan penyetor menurut buku sudah kurang dari jumlah ini. Minta setoran diajukan lagi.',
    });
  const { akun_id: to } = await choosePlace(tx.db, { akun_id, kind: 'kas' });
  let left = dihitung;
  const entries: number[] = [];
  for (const { dana_id, saldo } of balances) {
    const part = Math.min(left, saldo);
    if (part === 0) break;
    const places = { from: { akun_id: from, dana_id }, to: { akun_id: to, dana_id } };
    const keterangan = `Setoran ${akun}`;
    const { id: entry } = await bookTransfer(tx, { ...places, jumlah: part, tanggal, keterangan, by });
    entries.push(entry);
    left -= part;
  }
  const entri = found(entries[0]);
  await decideOnce(tx, id, { status: 'diterima', by, dihitung, alasan: alasan || null, entri });
  await tx.audit('handover.accepted', 'setoran', id, {
    sebelum: { status: 'menunggu' },
    sesudah: { status: 'diterima', jumlah, dihitung, alasan: alasan || null, nomor: entri, akun_id: to },
  });
  tx.changed('cash-book');
}

/** @throws Refusal 409 with the present one if it was decided, also by somebody who did not wait for the book */
export async function decideOnce(tx: Tx, id: number, decided: Decided): Promise<void> {
  if (await decide(tx, id, decided)) return;
  throw new Refusal('handover_decided', { data: found(await findHandover(tx.db, id)) });
}

function needReason(alasan: string, message: string): void {
  if (alasan.length < shortestHandoverReason)
    throw invalidFields({ alasan: `${message}, minimal ${shortestHandoverReason} karakter.` });
}

async function tellHolder(tx: Tx, { dari_id, status, jumlah, dihitung, alasan }: Handover, by: string) {
  const accepted = status === 'diterima';
  const rest = dihitung !== null && dihitung < jumlah;
  const parts = [
    accepted
      ? `${by} menerima ${formatRupiah(dihitung ?? jumlah)} dari setoran Anda.`
      : `${by} menolak setoran Anda ${formatRupiah(jumlah)}.`,
    rest ? `Sisa ${formatRupiah(jumlah - dihitung)} masih tercatat di tangan Anda.` : '',
    alasan ? `Alasan: ${alasan}` : '',
  ];
  await tx.notify({
    user_id: dari_id,
    jenis: 'approval',
    judul: notificationTitles[accepted ? 'handover-accepted' : 'handover-refused'],
    pesan: parts.filter(Boolean).join(' '),
    halaman: 'keliling',
  });
}
