import { listAccounts, listOfficers } from '../../../contract/officers.ts';
import type { Role } from '../../../contract/people.ts';
import { usePages, useRead } from '../../shared/queries.ts';

export interface AccountFilter {
  search: string;
  role: Role | '';
}

export const useOfficers = () => useRead('officers', listOfficers, {});
export const useAccounts = ({ search, role }: AccountFilter) =>
  usePages('officers', listAccounts, { query: { q: search.trim() || undefined, jenis: role || undefined } });
