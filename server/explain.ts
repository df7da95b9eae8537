import { accessSync, constants } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from './config.ts';
import { sqliteFile } from './database/open.ts';
import { failureOf } from './failures.ts';
import { Refusal } from './http/refusal.ts';

interface SystemError extends Error {
  code?: string;
  path?: string;
  syscall?: string;
  hostname?: string;
}

export function explain(error: unknown, config: Config | undefined): string {
  if (!(error instanceof Error)) return String(error);
  // People are told in Indonesian; what made the server refuse says more.
  if (error instanceof Refusal && error.cause && failureOf(error.cause)) return explain(error.cause, config);
  const { path, syscall, hostname, message } = error as SystemError;
  let { code = '' } = error as SystemError;
  // mkdir reports ENOENT for the parent on a read-only or protected path.
  if (path && syscall === 'mkdir' && code === 'ENOENT') code = accessError(dirname(path)) ?? code;
  if (config && (syscall === 'listen' || (syscall === 'getaddrinfo' && hostname === config.host)))
    return notListening(code, config);
  const isNotMade = syscall === 'mkdir' && code === 'ENOENT';
  if (path && (isNotMade || ['EACCES', 'EEXIST', 'ENOTDIR', 'EPERM', 'EROFS'].includes(code)))
    return refused({ path, code, folder: config && isWithin(path, config.dataDir) ? config.dataDir : path });
  if (code === '42501')
    return `PostgreSQL refuses: ${message}. The database must belong to the user of its address: ALTER DATABASE name OWNER TO user.`;
  // SQLite errors do not name the file.
  if (config && /^SQLITE_(CANTOPEN|READONLY)/.test(code)) {
    const place = findRefused(config);
    if (place) return refused(place);
  }
  switch (failureOf(error)) {
    case 'storage_full':
      return `The disk is full (${message}): make room where the data and the backups lie. Nothing was lost.`;
    case 'busy':
      return `Another program holds the database for long (${message}): stop it, or wait until it is done.`;
    case 'database_unavailable':
      if (!config || code.startsWith('SQLITE_') === Boolean(config.databaseUrl)) return message;
      return config.databaseUrl
        ? `PostgreSQL cannot be used: ${message}.`
        : `The database in ${config.dataDir} cannot be used: ${message}. If it is damaged: npm run restore.`;
    case 'storage_unavailable':
    case null:
      return message;
  }
}

const isWithin = (path: string, folder: string) => path.startsWith(join(folder, '/'));

function notListening(code: string, { host, port }: Config): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken: is Guyub running already? Stop that one, or set PORT.`;
  if (code === 'EACCES')
    return `Port ${port} is for root alone: set PORT to 1024 or more; a reverse proxy answers in front of it.`;
  return `HOST ${host} is no address of this machine (${code}): behind a reverse proxy leave it out.`;
}

interface Place {
  path: string;
  code: string;
  folder: string;
}

function refused({ path, code, folder }: Place): string {
  if (code === 'EROFS')
    return `${path} lies where nothing can be written: its disk is mounted read-only, or systemd keeps Guyub out (ReadWritePaths).`;
  if (code === 'EEXIST' || code === 'ENOTDIR' || code === 'ENOENT')
    return `${path} cannot be written (${code}): it must be a folder of whoever runs Guyub.`;
  return `${path} cannot be used (${code}): it must belong to whoever runs Guyub: chown -R USER: ${folder}`;
}

/** For example after a command was run as root. */
function findRefused({ dataDir, backup }: Config): Place | undefined {
  const database = sqliteFile(dataDir);
  const ofData = [
    dataDir,
    lockIn(dataDir),
    join(dataDir, 'serving.lock'),
    database,
    `${database}-wal`,
    `${database}-shm`,
  ];
  for (const [folder, paths] of [
    [dataDir, ofData],
    [backup.dir, [backup.dir, lockIn(backup.dir)]],
  ] as const) {
    for (const path of paths) {
      const code = accessError(path);
      if (code && code !== 'ENOENT') return { path, code, folder };
    }
  }
  return undefined;
}

const lockIn = (folder: string) => join(folder, 'in-use.lock');

function accessError(path: string): string | undefined {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return undefined;
  } catch (error) {
    return (error as SystemError).code;
  }
}
