import { listAuditors, nameAuditors } from '../../../contract/auditors.ts';
import { listResidents } from '../../../contract/residents.ts';
import { useRead, useSend } from '../../shared/queries.ts';

export const useAuditors = () => useRead('auditors', listAuditors, {});
export const useNameAuditors = () => useSend(nameAuditors);

export const useCandidates = (search: string) =>
  useRead('residents', listResidents, {
    query: { status: 'active', q: search.trim() || undefined, limit: 20 },
  });
