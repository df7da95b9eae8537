/** The log: structured lines for the operator, without names, addresses, tokens or contents of fields. */
import pino, { type DestinationStream, type Logger } from 'pino';

export function makeLog(level: string, to?: DestinationStream): Logger {
  const options = {
    level,
    serializers: { err: describeError },
    // @fastify/multipart traces the headers of each upload, the token among them.
    redact: { paths: ['busboyOptions'], remove: true },
  };
  return to ? pino(options, to) : pino(options);
}

/** PostgreSQL's errors quote whole rows in `detail` and `where`; only what points to the mistake is written down. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown };
  const reason = cause === undefined ? {} : { cause: describeError(cause) };
  return { type: name, message, stack, code, constraint, table, ...reason };
}
