import type * as z from 'zod/mini';
import { amountOf } from '../../../contract/amount-of.ts';
import { notificationTitles } from '../../../contract/events.ts';
import { dateIn, formatRupiah } from '../../../contract/format.ts';
import { formatMonths } from '../../../contract/payment-months.ts';
import { type reviewPayment as endpoint, type StaffPayment, waiting } from '../../../contract/payments.ts';
import type { Scope } from '../../../contract/policy.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import type { Tx } from '../../database/write.ts';
import { found, Refusal } from '../../http/refusal.ts';
import { refuseBarred } from './barred-payers.ts';
import { bookDues } from './book-dues.ts';
import { incomeTopics, paymentTopics } from './changes.ts';
import { listWaitingOf } from './group-queries.ts';
import { findInScope, review } from './queries.ts';

/** With `kelompok` about all waiting payments of this proof, not just the one with `id`; `jumlah`: their sum as the reader saw it. */
type Decision = Omit<z.output<typeof endpoint.body>, 'catatan'> & { id: number; catatan: string | null };

/**
 * @returns the payment with `id`
 * @throws Refusal 404 out of scope, 403 for an own payment or that of an account that is not another person, 409 with the
 * current record if already reviewed, or if the waiting payments of the proof are no longer those that the reader saw
 */
export async function reviewPayment(
  { write, config }: Context,
  actor: Author,
  scope: Scope,
  { id, status, catatan, kelompok, jumlah, akun_id, dana_id }: Decision,
) {
  return await write(actor, async (tx) => {
    const before = found(await findInScope(tx.db, scope, id));
    await refuseBarred(tx, actor.id, before.user_id);
    if (kelompok !== undefined && kelompok !== before.kelompok)
      throw new Refusal('payment_group_changed', { data: before });
    const on = dateIn(config.timeZone, new Date(tx.now));
    const decided = [];
    for (const one of kelompok === undefined ? [id] : await listWaitingOf(tx.db, scope, kelompok)) {
      const won = await review(tx, one, { status, catatan, by: actor.id, on });
      const current = await findInScope(tx.db, scope, one);
      const isOtherGone = !current && one !== id; // withdrawn meanwhile
      if (isOtherGone) throw new Refusal('payment_group_changed', { data: before });
      const payment = found(current);
      if (!won) throw new Refusal('payment_already_reviewed', { data: payment });
      decided.push(payment);
    }
    if (decided.length === 0) throw new Refusal('payment_already_reviewed', { data: before });
    if (jumlah !== undefined && jumlah !== amountOf(decided))
      throw new Refusal('payment_group_changed', { data: before });
    for (const payment of decided) {
      if (status === 'dikonfirmasi') await bookDues(tx, payment, { on, by: actor.id, akun_id, dana_id });
      await tx.audit(
        status === 'dikonfirmasi' ? 'payment.confirmed' : 'payment.rejected',
        'payments',
        payment.id,
        { sebelum: { status: waiting, catatan: null }, sesudah: { status, catatan, jumlah: payment.jumlah } },
      );
    }
    await tellPayer(tx, decided);
    if (status === 'dikonfirmasi') incomeTopics(tx, before);
    else paymentTopics(tx, before);
    return found(await findInScope(tx.db, scope, id));
  });
}

type Told = Pick<StaffPayment, 'user_id' | 'tahun' | 'bulan' | 'jumlah' | 'status' | 'catatan' | 'metode'>;

/**
 * @param payments of one payer, decided together
 * @param reversed they were confirmed before
 */
export async function tellPayer(tx: Tx, payments: readonly Told[], reversed = false): Promise<void> {
  const [first] = payments;
  if (!first) return;
  const { user_id, status, catatan, metode } = first;
  const confirmed = status === 'dikonfirmasi';
  const judul =
    notificationTitles[confirmed ? 'payment-confirmed' : reversed ? 'payment-reversed' : 'payment-rejected'];
  const message = confirmed
    ? `Pembayaran ${formatMonths(payments)} sebesar ${formatRupiah(amountOf(payments))} telah dikonfirmasi.`
    : reversed
      ? `Pembayaran ${metode === 'tunai' ? 'tunai ' : ''}${formatMonths(payments)} dibatalkan.`
      : `Pembayaran ${formatMonths(payments)} ditolak. Silakan kirim ulang bukti transfer.`;
  const pesan = catatan ? `${message} Catatan: ${catatan}` : message;
  const halaman = 'payments';
  const id = await tx.notify({ user_id, jenis: 'payment-confirmed', judul, pesan, halaman });
  tx.after({
    kind: 'event',
    userId: user_id,
    event: 'payment-confirmed',
    payload: { id, status, judul, message, catatan, halaman },
  });
}
