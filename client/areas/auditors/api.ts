import { listAuditors } from '../../../contract/auditors.ts';
import { listResidents } from '../../../contract/residents.ts';
import { useRead } from '../../shared/queries.ts';

export const useAuditors = () => useRead('auditors', listAuditors, {});

export const useCandidates = (search: string) =>
  useRead('residents', listResidents, {
    query: { status: 'active', q: search.trim() || undefined, limit: 20 },
  });
