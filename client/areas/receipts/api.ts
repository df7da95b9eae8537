import { getReceipt } from '../../../contract/receipts.ts';
import { useRead } from '../../shared/queries.ts';

export const useReceipt = (payment_id: number) => useRead('payments', getReceipt, { params: { payment_id } });
