import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** As `mkdir` with `recursive`, which never returns where a parent exists and takes no folder, as in `/proc`. */
export function makeFolder(path: string, mode?: number): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (!isFolder(path)) throw error; // another process may have made it meanwhile
  }
}
