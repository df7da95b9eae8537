import { getLpj } from '../../../contract/lpj.ts';
import { useRead } from '../../shared/queries.ts';

export interface Span {
  dari: string;
  sampai: string;
}

export const useLpj = (query: Span) => useRead('cash-book', getLpj, { query });
