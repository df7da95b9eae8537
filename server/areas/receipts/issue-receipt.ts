import { formatReceipt } from '../../../contract/receipt.ts';
import type { Scope } from '../../../contract/policy.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import type { Tx } from '../../database/write.ts';
import { found, Refusal } from '../../http/refusal.ts';
import { readSettings } from '../settings/queries.ts';
import { findReceipt, type FoundReceipt, insertReceipt, nextNumber } from './queries.ts';

/**
 * Gives the receipt of a payment its number and signs it, once.
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
    const receipt = await draw(tx, payment);
    const catatan = signer.sign(formatReceipt(receipt));
    const { nomor, entri, jumlah } = receipt;
    await insertReceipt(tx, { nomor, payment_id: paymentId, entri, catatan });
    await tx.audit({
      aksi: 'receipt.issued',
      entitas: 'receipts',
      entitas_id: nomor,
      sesudah: { payment_id: paymentId, jumlah },
    });
    return { ...payment, catatan };
  });
}

async function draw(tx: Tx, payment: FoundReceipt) {
  const { tahun, bulan, entri, jumlah, tanggal, blok, batal_nomor, dihapus_pada } = payment;
  const isIn = batal_nomor === null && dihapus_pada === null;
  if (!isIn || entri === null || jumlah === null || tanggal === null) throw new Refusal('no_receipt');
  const { estateName } = await readSettings(tx.db);
  const nomor = await nextNumber(tx);
  return { nomor, perumahan: estateName, rumah: blok, untuk: { tahun, bulan }, jumlah, tanggal, entri };
}
