import { type AuditSubject, listAudit, listMoneyAudit, type moneySubjects } from '../../../contract/audit.ts';
import { backupStatus } from '../../../contract/backup.ts';
import type { CallInput } from '../../../contract/endpoint.ts';
import { listRates, summarizeRate } from '../../../contract/rates.ts';
import { getSettings } from '../../../contract/settings.ts';
import { usePages, useRead } from '../../shared/queries.ts';

export const useSettings = () => useRead('settings', getSettings, {});
/** Rates that are not for all houses. */
export const useRates = () => usePages('settings', listRates, {});
export const useRateSummary = (
  query: NonNullable<CallInput<typeof summarizeRate>['query']>,
  enabled: boolean,
) => useRead('payments', summarizeRate, { query }, { enabled });

/** The last backup that passed its verification. */
export const useBackupStatus = () => useRead('settings', backupStatus, {});

export interface AuditFilter {
  about: AuditSubject | '';
  author: AuditAuthor | null;
}

export interface AuditAuthor {
  id: number;
  nama: string;
}

export const useAudit = ({ about, author }: AuditFilter) =>
  usePages('settings', listAudit, { query: { entitas: about || undefined, user_id: author?.id } });

export type MoneySubject = (typeof moneySubjects)[number];

export const useMoneyAudit = (about: MoneySubject | '') =>
  usePages('settings', listMoneyAudit, { query: { entitas: about || undefined } });
