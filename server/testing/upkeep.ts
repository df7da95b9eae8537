/** What the server does by itself, done now. */
import { basename, join } from 'node:path';
import { makeBackup } from '../areas/backup/make-backup.ts';
import { checkEstate } from '../areas/health/check-estate.ts';
import { tellOfBackup } from '../background.ts';
import type { TestApp } from './app.ts';

export const checkNow = ({ context }: TestApp) => checkEstate(context);

/** @returns the name of the archive */
export async function backUpNow({ context, folder }: TestApp): Promise<string> {
  const { path } = await makeBackup(context, join(folder, 'backups'));
  tellOfBackup(context.realtime);
  return basename(path);
}
