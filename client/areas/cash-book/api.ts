import { getBalance } from '../../../contract/cash-book.ts';
import { useRead } from '../../shared/queries.ts';

export const useBalance = () => useRead('cash-book', getBalance, {});
