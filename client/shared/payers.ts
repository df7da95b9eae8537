import { getPayerDues, listPayers } from '../../contract/arrears.ts';
import { listResidents } from '../../contract/residents.ts';
import { useRead } from './queries.ts';

export const nameAndHouse = ({ nama, blok }: { nama: string; blok: string | null }) =>
  blok ? `${nama} (${blok})` : nama;

/** Active residents: the first matches of a search. */
export const useActiveResidents = (search: string) =>
  useRead('residents', listResidents, {
    query: { status: 'active', q: search.trim() || undefined, limit: 20 },
  });

/** All who may pay dues, officers who live here too: the first matches of a search. */
export const usePayers = (search: string) =>
  useRead('payments', listPayers, { query: { q: search.trim() || undefined, limit: 20 } });

/** What a payer owes and may pay ahead; undefined while nobody is chosen. */
export const usePayerDues = (userId: number | string | null) =>
  useRead('payments', getPayerDues, { params: { userId: Number(userId) } }, { enabled: userId !== null }).data
    ?.data;
