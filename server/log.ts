/** Structured log for the operator. Contains no names, addresses, tokens or field values. */
import { createHmac, randomBytes } from 'node:crypto';
import pino, { type DestinationStream, type Logger } from 'pino';

/** A failing log, for example on a full disk, must not crash the server. */
function standardOutput(): DestinationStream {
  const output = pino.destination(1);
  output.on('error', () => {});
  return output;
}

export function makeLog(level: string, to?: DestinationStream): Logger {
  const options = {
    level,
    serializers: { err: describeError },
    // @fastify/multipart logs the headers of uploads, including the token.
    redact: { paths: ['busboyOptions'], remove: true },
  };
  return pino(options, to ?? standardOutput());
}

/** PostgreSQL errors quote whole rows in `detail` and `where`: only these fields are logged. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown };
  const reason = cause === undefined ? {} : { cause: describeError(cause) };
  return { type: name, message, stack, code, constraint, table, ...reason };
}

const key = randomBytes(32);

/** Equal texts get equal pseudonyms within one process, so that log lines can be correlated. Not reversible. */
export const pseudonym = (text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url').slice(0, 12);
