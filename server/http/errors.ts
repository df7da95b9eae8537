/** Maps all errors, including those of Fastify and Node, to refusals. Internal details are never sent. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RefusalCode } from '../../contract/messages.ts';
import { failureOf } from '../failures.ts';
import { errorPage } from './html.ts';
import { Refusal } from './refusal.ts';
import { pageHeaders } from './security-headers.ts';

const knownErrors: Record<string, RefusalCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_body',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_request',
  FST_ERR_CTP_INVALID_TYPE: 'unsupported_body',
  FST_ERR_BAD_URL: 'invalid_path',
  FST_ERR_MAX_PARAM_LENGTH: 'invalid_path',
  FST_REQ_FILE_TOO_LARGE: 'file_too_large',
  FST_FILES_LIMIT: 'payload_too_large',
  FST_FIELDS_LIMIT: 'payload_too_large',
  FST_PARTS_LIMIT: 'payload_too_large',
  FST_PROTO_VIOLATION: 'malformed_request',
  FST_INVALID_JSON_FIELD_ERROR: 'malformed_request',
  FST_MP_PREMATURE_CLOSE: 'upload_interrupted',
  ERR_STREAM_PREMATURE_CLOSE: 'upload_interrupted',
  ECONNRESET: 'upload_interrupted',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'payload_too_large',
};

function toRefusal(error: Error & { code?: string; statusCode?: number }): Refusal | null {
  if (error instanceof Refusal) return error;
  const code = failureOf(error) ?? knownErrors[error.code ?? ''];
  if (code) return new Refusal(code);
  // Errors of the multipart parser have no code. "needle" is its word for the boundary.
  if (/multipart|boundary|needle|terminated early|malformed part/i.test(error.message)) {
    return new Refusal('malformed_request');
  }
  const { statusCode } = error;
  return statusCode && statusCode >= 400 && statusCode < 500 ? new Refusal('malformed_request') : null;
}

/** Seconds. */
const tryAgainAfter = 10;
const isPassing = ({ status }: Refusal) => status === 503 || status === 507;

function envelope({ message, code, errors, detail }: Refusal) {
  return {
    status: 'error',
    message,
    code,
    ...(errors ? { errors } : {}),
    ...(detail.data === undefined ? {} : { data: detail.data }),
  };
}

/** Whether a browser will display the answer as a page. */
const isNavigation = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && headers.accept?.includes('text/html');

export function addErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = toRefusal(error);
    const refusal = known ?? new Refusal('internal_error');
    request.refusal = refusal.code;
    if (refusal.status >= 500) request.log.error({ err: error }, 'request failed');
    const retryAfter = refusal.detail.retryAfter ?? (isPassing(refusal) ? tryAgainAfter : undefined);
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
    reply.code(refusal.status).header('cache-control', 'no-store');
    if (!isNavigation(request)) return reply.send(envelope(refusal));
    return reply.headers(pageHeaders).type('text/html; charset=utf-8').send(errorPage(refusal.message));
  });
  app.addHook('onSend', (request, reply, _payload, next) => {
    if (drain(request.raw, reply.raw)) reply.removeHeader('connection');
    next();
  });
  // Before the body is read, so that an unknown path is 404 for any body.
  app.addHook('onRequest', (request, _reply, next) => {
    next(request.is404 ? new Refusal('route_not_found') : undefined);
  });
  app.setNotFoundHandler(() => {
    throw new Refusal('route_not_found');
  });
}

type Headers = Readonly<Record<string, string>>;

/** For URLs that cannot be parsed: they reach no route, hook or error handler. */
export const answerBadAddress =
  (headers: Headers) =>
  (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    const refusal = toRefusal(error) ?? new Refusal('invalid_path');
    drain(request.raw, reply.raw);
    reply
      .code(refusal.status)
      .headers({ ...headers, 'cache-control': 'no-store' })
      .send(envelope(refusal));
  };

/** For invalid, too long or too slow HTTP: Node provides only the socket. */
export const answerBadConnection =
  (headers: Headers) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (socket.destroyed || error.code === 'ECONNRESET') return;
    const refusal = toRefusal(error) ?? new Refusal('malformed_request');
    const body = JSON.stringify(envelope(refusal));
    const all = {
      ...headers,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    };
    const head = [
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
      ...Object.entries(all).map(([name, value]) => `${name}: ${value}`),
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  };

const drainBytes = 64 * 1_048_576;
const drainTime = 30_000;

/**
 * Discards the rest of an unread request body up to a limit. If the connection were closed while the client
 * is still sending, the client would not read the response.
 * @returns whether there was a rest
 */
function drain(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.complete || request.destroyed) return false;
  const { socket } = request;
  const most = socket.bytesRead + drainBytes;
  const end = Date.now() + drainTime;
  response.shouldKeepAlive = true;
  request.resume();
  const watch = setInterval(() => {
    if (!request.complete && (socket.bytesRead > most || Date.now() > end)) request.destroy();
    if (request.complete || request.destroyed) clearInterval(watch);
  }, 100).unref();
  return true;
}
