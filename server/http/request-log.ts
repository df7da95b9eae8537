/** One log line per request, with the route pattern instead of the URL, which may contain names and tokens. */
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { RefusalCode } from '../../contract/messages.ts';

declare module 'fastify' {
  interface FastifyRequest {
    refusal: RefusalCode | null;
  }
}

/** Possible attacks, logged as warnings. */
const suspicious = new Set([403, 429]);

function levelOf(status: number) {
  if (status >= 500) return 'error';
  if (suspicious.has(status)) return 'warn';
  return status >= 400 ? 'info' : 'debug';
}

export class RequestLog extends LogController {
  constructor() {
    super({ disableRequestLogging: true });
  }

  override requestCompleted(_error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    const level = levelOf(reply.statusCode);
    const entry = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      account: request.caller?.actor?.id,
      code: request.refusal ?? undefined,
    };
    request.log[level](entry, level === 'debug' || level === 'error' ? 'answered' : 'refused');
  }
}
