import { stat } from 'node:fs/promises';
import type { Config } from './config.ts';

const patience = 10_000;

/**
 * The first look at the folders of an estate, without blocking the thread: a network disk that has gone holds up whoever
 * touches it, without an error. What else is wrong with a folder is told where it is used.
 */
export async function reachFolders(
  { dataDir, storage, backup }: Pick<Config, 'dataDir' | 'storage' | 'backup'>,
  tell: (line: string) => void,
  look: (folder: string) => Promise<unknown> = stat,
): Promise<void> {
  const folders = [dataDir, backup.dir, ...(storage.kind === 'folder' ? [storage.folder] : [])];
  const reach = async (folder: string) => {
    const late = setTimeout(
      () => tell(`${folder} does not answer: is its disk connected? Guyub starts as soon as it does.`),
      patience,
    );
    await look(folder).catch(() => {});
    clearTimeout(late);
  };
  await Promise.all(folders.map(reach));
}
