import type { LineStatus } from '../../../contract/statement-audit.ts';
import {
  forgetKnownPayer,
  getStatementRadar,
  importStatement,
  listKnownPayers,
  listStatementLines,
  markStatementLine,
  matchStatementLines,
} from '../../../contract/statements.ts';
import { usePages, useRead, useSend } from '../../shared/queries.ts';

export interface LineFilter {
  status: LineStatus;
  arah?: 'masuk' | 'keluar' | undefined;
  akun_id?: string | undefined;
}

export const useLines = (query: LineFilter) => usePages('statements', listStatementLines, { query });
export const useKnownPayers = () => usePages('statements', listKnownPayers, {});
export const useRadar = () => useRead('statements', getStatementRadar, {});

export const useImport = () => useSend(importStatement);
export const useMatch = () => useSend(matchStatementLines);
export const useMark = () => useSend(markStatementLine);
export const useForget = () => useSend(forgetKnownPayer);
