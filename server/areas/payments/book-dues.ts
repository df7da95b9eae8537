import { formatMonth } from '../../../contract/format.ts';
import { type PaymentMethod, receivingKinds, type StaffPayment } from '../../../contract/payments.ts';
import type { Tx } from '../../database/write.ts';
import { book } from '../book/book-entry.ts';
import type { WantedPlace } from '../places/rules.ts';

/** Name and house of the payer today; the book keeps them. */
type ConfirmedPayment = Pick<StaffPayment, 'id' | 'tahun' | 'bulan' | 'jumlah' | 'nama' | 'blok'>;

/**
 * Enters a payment into the book; call it once, in the transaction that confirms it. Transfers go into the first bank
 * account and cash into the first cash account, unless the caller names another place.
 */
export async function bookDues(
  tx: Tx,
  payment: ConfirmedPayment,
  {
    on,
    by,
    metode = 'transfer',
    ...place
  }: WantedPlace & { on: string; by: number | null; metode?: PaymentMethod },
): Promise<void> {
  const { id, jumlah, nama, blok } = payment;
  const keterangan = `Iuran ${formatMonth(payment)}`;
  await book(tx, {
    tanggal: on,
    jumlah,
    jenis: 'iuran',
    keterangan,
    payment_id: id,
    nama,
    blok,
    by,
    kind: receivingKinds[metode],
    ...place,
  });
}
