import { IconReceipt } from '@tabler/icons-react';
import { formatMonth, type Period } from '../../../contract/format.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { RowAction } from '../../ui/RowAction.tsx';

interface Props {
  payment: Period & { id: number };
  /** Whose, in lists of several people. */
  of?: string;
  onOpen(paymentId: number): void;
}

/** For confirmed payments. `ReceiptSheet` belongs to the page, because printing replaces the rows of the list. */
export function ReceiptAction({ payment, of = '', onOpen }: Props) {
  const about = `${of} ${formatMonth(payment)}`.trim();
  return <RowAction label="Kuitansi" icon={IconReceipt} of={about} onClick={() => onOpen(payment.id)} />;
}

export const ReceiptSheet = lazyPart(() => import('./ReceiptSheet.tsx'));
