/** What the settings screens read and send. */
import { listAudit } from '../../../contract/audit.ts';
import { backupStatus } from '../../../contract/backup.ts';
import { changeSettings, getSettings } from '../../../contract/settings.ts';
import { usePages, useRead, useSend } from '../../lib/queries.ts';

export const useSettings = () => useRead('settings', getSettings, {});
export const useChangeSettings = () =>
  useSend(changeSettings, ['settings', 'dashboard', 'reports', 'payments']);

/** The last backup that was found good. */
export const useBackupStatus = () => useRead('settings', backupStatus, {});

/** Who changed what, newest first. */
export const useAudit = () => usePages('settings', listAudit, {});
