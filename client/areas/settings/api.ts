/** What the settings screens read and send. */
import { type AuditSubject, listAudit } from '../../../contract/audit.ts';
import { backupStatus } from '../../../contract/backup.ts';
import { changeSettings, getSettings } from '../../../contract/settings.ts';
import { usePages, useRead, useSend } from '../../lib/queries.ts';

export const useSettings = () => useRead('settings', getSettings, {});
export const useChangeSettings = () =>
  useSend(changeSettings, ['settings', 'dashboard', 'reports', 'payments']);

/** The last backup that was found good. */
export const useBackupStatus = () => useRead('settings', backupStatus, {});

/** Who changed what, newest first; about everything when blank. */
export const useAudit = (entitas: AuditSubject | '') =>
  usePages('settings', listAudit, { query: { entitas: entitas || undefined } });
