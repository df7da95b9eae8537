import type { Payment } from '../../../contract/payments.ts';
import { thumbnailAddress } from '../../shared/uploads.ts';
import { Thumbnail } from '../../ui/Thumbnail.tsx';

interface Props {
  payment: Pick<Payment, 'bukti_transfer'>;
  /** Part of the accessible name: a person or a month, such as 'Juli 2026'. */
  of: string;
  onOpen(): void;
}

export function ProofThumbnail({ payment, of, onOpen }: Props) {
  if (!payment.bukti_transfer) return null;
  return (
    <Thumbnail
      src={thumbnailAddress(payment.bukti_transfer)}
      label={`Lihat bukti transfer ${of}`}
      onOpen={onOpen}
    />
  );
}
