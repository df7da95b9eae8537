import { notificationTitles } from '../../../contract/events.ts';
import { dateIn, formatMonth, formatRupiah } from '../../../contract/format.ts';
import type { StaffPayment } from '../../../contract/payments.ts';
import type { Scope } from '../../../contract/policy.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import type { Tx } from '../../database/write.ts';
import { found, Refusal } from '../../http/refusal.ts';
import type { WantedPlace } from '../places/rules.ts';
import { bookDues } from './book-dues.ts';
import { incomeTopics, paymentTopics } from './changes.ts';
import { findInScope, review } from './queries.ts';
import { refusePuppet } from './refuse-puppet.ts';

interface Decision extends WantedPlace {
  id: number;
  status: 'dikonfirmasi' | 'ditolak';
  catatan: string | null;
}

/** @throws Refusal 404 out of scope, 403 for an own payment or that of an account that is not another person, 409 with the current record if already reviewed */
export async function reviewPayment(
  { write, config }: Context,
  actor: Author,
  scope: Scope,
  decision: Decision,
) {
  const { id, status, catatan, akun_id, dana_id } = decision;
  return await write(actor, async (tx) => {
    const before = found(await findInScope(tx.db, scope, id));
    if (before.user_id === actor.id) throw new Refusal('own_payment');
    await refusePuppet(tx, actor, before.user_id);
    const on = dateIn(config.timeZone, new Date(tx.now));
    const won = await review(tx, id, { status, catatan, by: actor.id, on });
    const after = found(await findInScope(tx.db, scope, id));
    if (!won) throw new Refusal('payment_already_reviewed', { data: after });
    if (status === 'dikonfirmasi') await bookDues(tx, after, { on, by: actor.id, akun_id, dana_id });
    await tx.audit({
      aksi: status === 'dikonfirmasi' ? 'payment.confirmed' : 'payment.rejected',
      entitas: 'payments',
      entitas_id: id,
      sebelum: { status: before.status, catatan: before.catatan },
      sesudah: { status, catatan, jumlah: after.jumlah },
    });
    await tellPayer(tx, after);
    if (status === 'dikonfirmasi') incomeTopics(tx, after);
    else paymentTopics(tx, after);
    return after;
  });
}

export async function tellPayer(tx: Tx, payment: StaffPayment): Promise<void> {
  const confirmed = payment.status === 'dikonfirmasi';
  const judul = notificationTitles[confirmed ? 'payment-confirmed' : 'payment-rejected'];
  const message = confirmed
    ? `Pembayaran ${formatMonth(payment)} sebesar ${formatRupiah(payment.jumlah)} telah dikonfirmasi.`
    : `Pembayaran ${formatMonth(payment)} ditolak. Silakan unggah ulang bukti transfer.`;
  const pesan = payment.catatan ? `${message} Catatan: ${payment.catatan}` : message;
  const halaman = 'payments';
  const id = await tx.notify({ user_id: payment.user_id, jenis: 'payment-confirmed', judul, pesan, halaman });
  tx.after({
    kind: 'event',
    userId: payment.user_id,
    event: 'payment-confirmed',
    payload: { id, status: payment.status, judul, message, catatan: payment.catatan, halaman },
  });
}
