/** Why the server did not start, as a sentence for the operator. */
import type { Config } from './config.ts';
import { failureOf } from './platform/failures.ts';

interface SystemError extends Error {
  code?: string;
  path?: string;
}

export function explain(error: unknown, config: Config | undefined): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path, message } = error as SystemError;
  if (code === 'EADDRINUSE')
    return `Port ${config?.port} is taken: is Guyub running already? Stop that one, or set PORT.`;
  if (path && ['EACCES', 'EEXIST', 'ENOTDIR', 'EPERM', 'EROFS'].includes(code ?? ''))
    return `${path} cannot be written (${code}): it must be a folder of whoever runs Guyub.`;
  switch (failureOf(error)) {
    case 'storage_full':
      return `The disk is full (${message}): make room under DATA_DIR. Nothing was lost.`;
    case 'busy':
      return `Another program holds the database for long (${message}): stop it, or wait until it is done.`;
    case 'database_unavailable':
      return config?.databaseUrl
        ? `PostgreSQL cannot be used: ${message}.`
        : `The database in ${config?.dataDir} cannot be used: ${message}. If it is damaged: npm run restore.`;
    case 'storage_unavailable':
    case null:
      return message;
  }
}
