/** Storage in a folder of the server's own disk. */
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Storage } from './storage.ts';

export function localStorage(folder: string): Storage {
  const pathOf = (key: string) => join(folder, key);
  return {
    put: async (key, content) => {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const half = `${path}.part`;
      const file = await open(half, 'w');
      try {
        await file.writeFile(content);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(half, path);
      await syncFolder(dirname(path));
    },
    open: async (key, range) => {
      const info = await stat(pathOf(key)).catch(absent);
      if (!info?.isFile()) return null;
      return { size: info.size, stream: createReadStream(pathOf(key), range) };
    },
    remove: async (key) => {
      await rm(pathOf(key), { force: true });
    },
    list: async function* (prefix) {
      const entries = (await readdir(pathOf(prefix), { withFileTypes: true }).catch(absent)) ?? [];
      for (const entry of entries) {
        const info = entry.isFile() ? await stat(join(pathOf(prefix), entry.name)).catch(absent) : null;
        if (info) yield { key: `${prefix}/${entry.name}`, writtenAt: info.mtime };
      }
    },
  };
}

/** The name of a new file survives a power cut only once its folder is synced, too. */
async function syncFolder(folder: string) {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
