import * as z from 'zod/mini';
import { type Payment, uploadPayment } from '../../../contract/payments.ts';
import { pictureItem } from '../../shared/uploads.ts';

export const proofField = {
  bukti_transfer: z.instanceof(File, { error: uploadPayment.files.bukti_transfer.required }),
};

export function proofItems<P extends Payment>(payments: readonly P[], title: (payment: P) => string) {
  return payments.flatMap((payment) => {
    const { id, bukti_transfer } = payment;
    const name = title(payment);
    const items = pictureItem(id, bukti_transfer, `Bukti transfer ${name}`, name);
    return items.map((item) => ({ ...item, payment }));
  });
}
