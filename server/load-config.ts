/** Configuration of server and commands; also restricts file permissions to the own user. */
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, foldersOf, readConfig } from './config.ts';

export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const config = readConfig(env);
  if (process.platform === 'win32') return config; // no POSIX permissions
  process.umask(0o077);
  const { dataDir, backup } = config;
  for (const folder of foldersOf(config)) restrictToOwner(folder);
  for (const name of namesIn(dataDir)) restrictToOwner(join(dataDir, name));
  // The backup folder may contain files of others, for example on a mounted disk.
  for (const name of namesIn(backup.dir).filter((each) => each.startsWith('guyub-')))
    restrictToOwner(join(backup.dir, name));
  return config;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function restrictToOwner(path: string): void {
  try {
    const { mode } = statSync(path);
    if (mode & 0o077) chmodSync(path, mode & 0o700);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') process.emitWarning(`${path} may be open to other users of this machine: ${code}`);
  }
}
