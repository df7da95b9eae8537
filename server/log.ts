/** The log: structured lines for the operator, without names, addresses, tokens or contents of fields. */
import { createHmac, randomBytes } from 'node:crypto';
import pino, { type DestinationStream, type Logger } from 'pino';

/** A log that cannot be written, on a full disk say, must not take the server with it; it goes on when there is room. */
function standardOutput(): DestinationStream {
  const output = pino.destination(1);
  output.on('error', () => {});
  return output;
}

export function makeLog(level: string, to?: DestinationStream): Logger {
  const options = {
    level,
    serializers: { err: describeError },
    // @fastify/multipart traces the headers of each upload, the token among them.
    redact: { paths: ['busboyOptions'], remove: true },
  };
  return pino(options, to ?? standardOutput());
}

/** PostgreSQL's errors quote whole rows in `detail` and `where`; only what points to the mistake is written down. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown };
  const reason = cause === undefined ? {} : { cause: describeError(cause) };
  return { type: name, message, stack, code, constraint, table, ...reason };
}

const key = randomBytes(32);

/** The same for the same text while the process lives, so that lines can be matched; nobody finds the text from it. */
export const pseudonym = (text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url').slice(0, 12);
