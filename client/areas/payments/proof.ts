import * as z from 'zod/mini';
import { type Payment, uploadPayment } from '../../../contract/payments.ts';
import { pictureOf } from '../../shared/uploads.ts';

export const proofField = {
  bukti_transfer: z.instanceof(File, { error: uploadPayment.files.bukti_transfer.required }),
};

export function proofItems<P extends Payment>(payments: readonly P[], title: (payment: P) => string) {
  return payments.flatMap((payment) =>
    payment.bukti_transfer
      ? {
          key: payment.id,
          ...pictureOf(payment.bukti_transfer),
          alt: `Bukti transfer ${title(payment)}`,
          title: title(payment),
          payment,
        }
      : [],
  );
}
