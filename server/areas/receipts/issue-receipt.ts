import { amountOf } from '../../../contract/amount-of.ts';
import { monthIndex } from '../../../contract/format.ts';
import type { Scope } from '../../../contract/policy.ts';
import { formatReceipt } from '../../../contract/receipt.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import type { Tx } from '../../database/write.ts';
import { found, Refusal } from '../../http/refusal.ts';
import { readSettings } from '../settings/queries.ts';
import { type FoundReceipt, findReceipt, insertReceipt, listBookedWith, nextNumber } from './queries.ts';

/**
 * Gives the receipt of a payment, and of the months that were confirmed together with it, its number and signs it, once.
 * @throws Refusal 404 out of scope, 409 no_receipt for a payment that is not confirmed, or no longer
 */
export async function issueReceipt(
  { write, signer }: Pick<Context, 'write' | 'signer'>,
  actor: Author,
  scope: Scope,
  paymentId: number,
): Promise<FoundReceipt> {
  return await write(actor, async (tx) => {
    await tx.dialect.serialize(tx.db, 'receipts');
    const payment = found(await findReceipt(tx.db, scope, paymentId));
    if (payment.catatan !== null) return payment; // asked for twice at the same time
    const months = await monthsWith(tx, payment);
    const [first] = months;
    const receipt = {
      nomor: await nextNumber(tx),
      perumahan: (await readSettings(tx.db)).estateName,
      rumah: first.blok,
      untuk: months,
      jumlah: amountOf(months),
      tanggal: first.tanggal,
      entri: months.map(({ entri }) => entri),
    };
    const { nomor, jumlah } = receipt;
    await insertReceipt(
      tx,
      { nomor, payment_id: first.id, entri: first.entri, catatan: signer.sign(formatReceipt(receipt)) },
      months.map(({ id, entri }) => ({ payment_id: id, entri })),
    );
    await tx.audit('receipt.issued', 'receipts', nomor, { sesudah: { payment_id: first.id, jumlah } });
    return found(await findReceipt(tx.db, scope, paymentId));
  });
}

type Paid = FoundReceipt & { entri: number; jumlah: number; tanggal: string };

/** Whose money is in the book, and who has no receipt yet. */
const isPaid = (payment: FoundReceipt): payment is Paid =>
  payment.batal_nomor === null &&
  payment.kuitansi === null &&
  payment.entri !== null &&
  payment.jumlah !== null &&
  payment.tanggal !== null;

/** Confirmed together: entered by one write, at the same instant and one after the other in the order of the months. */
async function monthsWith({ db }: Tx, payment: FoundReceipt): Promise<[Paid, ...Paid[]]> {
  if (!isPaid(payment)) throw new Refusal('no_receipt');
  const booked = payment.kelompok === null ? [payment] : await listBookedWith(db, payment.kelompok);
  let together: FoundReceipt[] = [];
  for (const next of booked) {
    if (!follows(together.at(-1), next)) {
      if (together.some(({ id }) => id === payment.id)) break;
      together = [];
    }
    together.push(next);
  }
  const [first = payment, ...later] = together.filter(isPaid);
  return [first, ...later];
}

const follows = (before: FoundReceipt | undefined, next: FoundReceipt) =>
  before !== undefined &&
  next.entri === (before.entri ?? 0) + 1 &&
  next.dibuat_pada === before.dibuat_pada &&
  next.blok === before.blok &&
  monthIndex(next) > monthIndex(before);
