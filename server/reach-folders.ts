import { stat } from 'node:fs/promises';
import { type Config, foldersOf } from './config.ts';

const patience = 10_000;

/**
 * Waits until each folder of an estate has answered, without blocking the thread: access to a network disk that is gone
 * hangs without an error. Other faults of a folder are reported where it is used.
 */
export async function reachFolders(
  config: Pick<Config, 'dataDir' | 'storage' | 'backup'>,
  tell: (line: string) => void,
  look: (folder: string) => Promise<unknown> = stat,
): Promise<void> {
  const reach = async (folder: string) => {
    const late = setTimeout(
      () => tell(`${folder} does not answer: is its disk connected? Guyub starts as soon as it does.`),
      patience,
    );
    await look(folder).catch(() => {});
    clearTimeout(late);
  };
  await Promise.all(foldersOf(config).map(reach));
}
