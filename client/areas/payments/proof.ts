import * as z from 'zod/mini';
import { type Payment, uploadPayment } from '../../../contract/payments.ts';

const proofPicture = (file: string) => `/assets/uploads/${file}`;
export const proofThumbnail = (file: string) => `/assets/uploads/${file}?size=thumb`;

export const proofField = {
  bukti_transfer: z.instanceof(File, { error: uploadPayment.files.bukti_transfer.required }),
};

export function proofItems<P extends Payment>(payments: readonly P[], title: (payment: P) => string) {
  return payments.flatMap((payment) =>
    payment.bukti_transfer
      ? {
          key: payment.id,
          src: proofPicture(payment.bukti_transfer),
          thumb: proofThumbnail(payment.bukti_transfer),
          alt: `Bukti transfer ${title(payment)}`,
          title: title(payment),
          payment,
        }
      : [],
  );
}
