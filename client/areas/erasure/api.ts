import { eraseAccount, listFormerAccounts } from '../../../contract/erasure.ts';
import { usePages, useSend } from '../../shared/queries.ts';

export const useFormerAccounts = (search: string) =>
  usePages('officers', listFormerAccounts, { query: { q: search.trim() || undefined } });

export const useEraseAccount = () => useSend(eraseAccount);
