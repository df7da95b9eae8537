import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { failureOf } from '../failures.ts';
import { type Storage, StorageUnavailable } from './storage.ts';
import { syncFolder } from './sync-folder.ts';

export function localStorage(folder: string): Storage {
  const pathOf = (key: string) => join(folder, key);
  // If the folder existed at start and is now missing, its disk is gone, and a missing file is an error
  // instead of a 404.
  const wasThere = existsSync(folder);
  return {
    put: (key, content) =>
      withStorageErrors(async () => {
        const path = pathOf(key);
        await mkdir(dirname(path), { recursive: true });
        const half = `${path}.${randomUUID()}.part`;
        try {
          await writeDurably(half, content);
          await rename(half, path);
        } catch (error) {
          await rm(half, { force: true }).catch(() => {});
          throw error;
        }
        await syncFolder(dirname(path));
      }),
    open: (key, range) =>
      withStorageErrors(async () => {
        const info = await stat(pathOf(key)).catch(absent);
        if (!info?.isFile()) {
          if (wasThere) await stat(folder);
          return null;
        }
        const file = await open(pathOf(key)).catch(absent);
        return file && { size: info.size, stream: file.createReadStream(range) };
      }),
    remove: (key) => withStorageErrors(() => rm(pathOf(key), { force: true })),
    list: async function* (prefix) {
      const entries = (await readdir(pathOf(prefix), { withFileTypes: true }).catch(absent)) ?? [];
      for (const entry of entries) {
        const info = entry.isFile() ? await stat(join(pathOf(prefix), entry.name)).catch(absent) : null;
        if (info) yield { key: `${prefix}/${entry.name}`, writtenAt: info.mtime };
      }
    },
  };
}

async function writeDurably(path: string, content: Buffer | Blob) {
  const file = await open(path, 'w');
  try {
    await file.writeFile(content instanceof Blob ? content.stream() : content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Only a full disk keeps its own error code. */
async function withStorageErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (failureOf(error)) throw error;
    throw new StorageUnavailable(String(error), { cause: error });
  }
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
