import { type AuditSubject, listAudit, listMoneyAudit, type moneySubjects } from '../../../contract/audit.ts';
import { backupStatus } from '../../../contract/backup.ts';
import { listOfficers } from '../../../contract/officers.ts';
import { changeSettings, getSettings } from '../../../contract/settings.ts';
import { usePages, useRead, useSend } from '../../shared/queries.ts';

export const useSettings = () => useRead('settings', getSettings, {});
export const useChangeSettings = () => useSend(changeSettings);

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

export const useOfficers = () => useRead('officers', listOfficers, {});

export type MoneySubject = (typeof moneySubjects)[number];

export const useMoneyAudit = (about: MoneySubject | '') =>
  usePages('settings', listMoneyAudit, { query: { entitas: about || undefined } });
