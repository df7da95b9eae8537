import { basename, join } from 'node:path';
import { announceBackup } from '../operations/background.ts';
import { makeBackup } from '../operations/backup/make-backup.ts';
import { checkEstate } from '../operations/doctor/check-estate.ts';
import type { TestApp } from './app.ts';

export const checkNow = ({ context }: TestApp) => checkEstate(context);

export async function backUpNow({ context, folder }: TestApp): Promise<string> {
  const { path } = await makeBackup(context, join(folder, 'backups'));
  announceBackup(context.realtime);
  return basename(path);
}
