/** The HTTP server without any product in it: parsers, security headers, errors, logs and metrics. */
import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Config } from '../../config.ts';
import { addErrors, answerBadAddress, answerBadConnection } from './errors.ts';
import { Refusal } from './refusal.ts';
import { securityHeaders } from './security-headers.ts';

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
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    onProtoPoisoning: 'error',
    exposeHeadRoutes: true,
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerBadConnection,
  });
  app.decorateRequest('caller', null);
  addParsers(app);
  addCompression(app);
  addHeaders(app, config);
  addErrors(app);
  addFarewell(app);
  addLog(app);
  return app;
}

function addParsers(app: FastifyInstance) {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // Calls without a body may still carry the JSON header (specification §7, like).
    if (body.length === 0) done(null, undefined);
    else if (!isUtf8(body)) done(new Refusal('malformed_request'));
    else void parseJson(request, body.toString(), done);
  });
  void app.register(multipart, { throwFileSizeLimit: false });
}

/** A month's list of 120 houses is 38 kB of JSON and 8 kB compressed; the client's own files lie compressed on the disk. */
function addCompression(app: FastifyInstance) {
  void app.register(compress, {
    encodings: ['gzip'],
    threshold: 2_048,
    zlibOptions: { level: constants.Z_BEST_SPEED },
    globalDecompression: false,
  });
}

function addHeaders(app: FastifyInstance, config: Config) {
  const headers = securityHeaders(config.publicUrl);
  app.addHook('onRequest', (request, reply, next) => {
    reply.headers(headers).header('x-request-id', request.id);
    next();
  });
}

/** While the server stops, each answer ends its connection: a browser that keeps it open would hold the process. */
function addFarewell(app: FastifyInstance) {
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.addHook('onSend', (_request, reply, _payload, next) => {
    if (stopping) reply.header('connection', 'close');
    next();
  });
}

/** One line a request: the route's pattern, never the address with its names and tokens. */
function addLog(app: FastifyInstance) {
  app.addHook('onResponse', (request, reply, next) => {
    const entry = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    if (reply.statusCode >= 500) request.log.error(entry, 'answered');
    else if (reply.statusCode >= 400) request.log.info(entry, 'refused');
    else request.log.debug(entry, 'answered');
    next();
  });
}
