import type { LineStatus } from '../../../contract/statement-audit.ts';
import { getStatementRadar, listKnownPayers, listStatementLines } from '../../../contract/statements.ts';
import { usePages, useRead } from '../../shared/queries.ts';

export interface LineFilter {
  status: LineStatus;
  arah?: 'masuk' | 'keluar' | undefined;
  akun_id?: string | undefined;
}

export const useLines = (query: LineFilter) => usePages('statements', listStatementLines, { query });
export const useKnownPayers = () => usePages('statements', listKnownPayers, {});
export const useRadar = () => useRead('statements', getStatementRadar, {});
