/** The HTTP server without any product in it: parsers, security headers, errors, logs and metrics. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyBaseLogger, type FastifyError, type FastifyInstance, LogController } from 'fastify';
import type { RefusalCode } from '../../../contract/messages.ts';
import type { Config } from '../../config.ts';
import { Refusal } from './refusal.ts';

const second = 1_000;

export function makeHttpServer(config: Config, log: FastifyBaseLogger): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: 256 * 1024,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    keepAliveTimeout: 72 * second,
    requestTimeout: 300 * second,
    http: { headersTimeout: 20 * second, maxHeaderSize: 16 * 1024 },
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    onProtoPoisoning: 'error',
    exposeHeadRoutes: true,
  });
  addParsers(app);
  addSecurityHeaders(app, config);
  addErrors(app);
  addLog(app);
  return app;
}

function addParsers(app: FastifyInstance) {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Calls without a body may still carry the JSON header (specification §7, like).
    if (body.length === 0) done(null, undefined);
    else parseJson(request, String(body), done);
  });
  app.register(multipart, { throwFileSizeLimit: false });
}

function addSecurityHeaders(app: FastifyInstance, config: Config) {
  app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Mantine writes its colour variables into a style element.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: config.publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('permissions-policy', 'geolocation=(), microphone=(), camera=(self)');
  });
}

/** Errors of Fastify, of the multipart parser and of Node, by what they mean to the sender. */
const knownErrors: Record<string, RefusalCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_body',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_request',
  FST_ERR_CTP_INVALID_TYPE: 'unsupported_body',
  FST_ERR_BAD_URL: 'invalid_path',
  FST_REQ_FILE_TOO_LARGE: 'file_too_large',
  FST_FILES_LIMIT: 'payload_too_large',
  FST_FIELDS_LIMIT: 'payload_too_large',
  FST_PARTS_LIMIT: 'payload_too_large',
  FST_PROTO_VIOLATION: 'malformed_request',
  FST_INVALID_JSON_FIELD_ERROR: 'malformed_request',
  FST_MP_PREMATURE_CLOSE: 'upload_interrupted',
  ERR_STREAM_PREMATURE_CLOSE: 'upload_interrupted',
  ECONNRESET: 'upload_interrupted',
  SQLITE_BUSY: 'busy',
};

function toRefusal(error: FastifyError): Refusal | null {
  if (error instanceof Refusal) return error;
  const code = knownErrors[error.code];
  if (code) return new Refusal(code);
  // The multipart parser's own complaints carry no code.
  if (/multipart|boundary|terminated early|malformed part/i.test(error.message)) return new Refusal('malformed_request');
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) return new Refusal('malformed_request');
  return null;
}

function addErrors(app: FastifyInstance) {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = toRefusal(error);
    if (!refusal) request.log.error({ err: error }, 'request failed');
    const { code, status, message, errors, detail } = refusal ?? new Refusal('internal_error');
    if (detail.retryAfter !== undefined) reply.header('retry-after', String(detail.retryAfter));
    drain(request.raw, reply.raw);
    return reply
      .code(status)
      .header('cache-control', 'no-store')
      .send({
        status: 'error',
        message,
        code,
        ...(errors ? { errors } : {}),
        ...(detail.data === undefined ? {} : { data: detail.data }),
      });
  });
  app.setNotFoundHandler(() => {
    throw new Refusal('route_not_found');
  });
}

const drainBytes = 64 * 1_048_576;

/**
 * A sender that is still sending reads no answer when the connection is reset under it. So the rest of a refused
 * body is read and thrown away, within a bound; whoever sends on beyond it is cut off.
 */
function drain(request: IncomingMessage, response: ServerResponse) {
  if (request.complete || request.destroyed) return;
  let left = drainBytes;
  const timer = setTimeout(() => request.destroy(), 30 * second).unref();
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
  request.once('close', () => clearTimeout(timer));
  response.once('close', () => clearTimeout(timer));
  request.resume();
}

/** One line a request: the route's pattern, never the address with its names and tokens. */
function addLog(app: FastifyInstance) {
  app.addHook('onResponse', async (request, reply) => {
    const entry = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    if (reply.statusCode >= 500) request.log.error(entry, 'answered');
    else if (reply.statusCode >= 400) request.log.info(entry, 'refused');
    else request.log.debug(entry, 'answered');
  });
}
