import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import type { Context } from '../context.ts';
import { explain } from '../explain.ts';
import { makeFolder } from '../make-folder.ts';

/** Tells at the start what would fail in the night or with the first photo. The estate can be used nevertheless. */
export async function warnOfPlaces({
  config,
  storage,
  log,
}: Pick<Context, 'config' | 'storage' | 'log'>): Promise<void> {
  const tell = (name: string) => (error: unknown) => log.warn(`${name}: ${explain(error, config)}`);
  const { backup, storage: place } = config;
  const prepare = async () => {
    makeFolder(backup.dir, 0o700);
    await access(backup.dir, constants.W_OK);
  };
  if (backup.keep > 0) await prepare().catch(tell('No backups can be made in BACKUP_DIR'));
  const look = async () =>
    place.kind === 'folder'
      ? access(place.folder, constants.W_OK)
      : void (await storage.open('uploads/none'));
  await look().catch(tell('No photos can be stored in STORAGE'));
}
