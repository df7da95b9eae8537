import { listFormerAccounts } from '../../../contract/erasure.ts';
import { usePages } from '../../shared/queries.ts';

export const useFormerAccounts = (search: string) =>
  usePages('officers', listFormerAccounts, { query: { q: search.trim() || undefined } });
