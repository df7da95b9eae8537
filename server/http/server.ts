import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { addCompression } from './compression.ts';
import { addErrors, answerBadAddress, answerBadConnection } from './errors.ts';
import { jsonBytes } from './limits/body-slots.ts';
import { Refusal } from './refusal.ts';
import { RequestLog } from './request-log.ts';
import { securityHeaders } from './security-headers.ts';

const second = 1_000;

export function makeHttpServer(config: Config, log: FastifyBaseLogger): FastifyInstance {
  const headers = securityHeaders(config.publicUrl);
  const app = Fastify({
    loggerInstance: log,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: jsonBytes,
    logController: new RequestLog(),
    genReqId: () => randomUUID(),
    keepAliveTimeout: 72 * second,
    requestTimeout: 300 * second,
    // Idle time: disconnects clients that do not read the response.
    connectionTimeout: 120 * second,
    http: { headersTimeout: 20 * second, maxHeaderSize: 16 * 1024 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    onProtoPoisoning: 'error',
    exposeHeadRoutes: true,
    frameworkErrors: answerBadAddress(headers),
    clientErrorHandler: answerBadConnection(headers),
  });
  app.decorateRequest('caller', null);
  refusePipelines(app);
  app.decorateRequest('refusal', null);
  addParsers(app);
  addCompression(app);
  addHeaders(app, headers);
  refuseWhenOverloaded(app);
  addErrors(app);
  addGracefulShutdown(app);
  return app;
}

/** Per connection. Browsers and proxies do not pipeline requests. */
const mostUnanswered = 8;

interface Asking extends Socket {
  unanswered?: number;
}

/** Node buffers the responses to pipelined requests: a client that never reads could exhaust the memory. */
function refusePipelines(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, next) => {
    const socket: Asking = request.raw.socket;
    socket.unanswered = (socket.unanswered ?? 0) + 1;
    if (socket.unanswered > mostUnanswered) {
      reply.hijack();
      socket.destroy();
    } else next();
  });
  app.addHook('onResponse', ({ raw }, _reply, next) => {
    const socket: Asking = raw.socket;
    socket.unanswered = (socket.unanswered ?? 1) - 1;
    next();
  });
}

/** Milliseconds. If the mean event loop delay of a sample exceeds `longestDelay`, new requests get 503. */
const [longestDelay, sampleInterval] = [2_000, 5_000];
/** Needed by operators and load balancers to detect the overload. */
const alwaysAnswered = new Set(['/healthz', '/readyz', '/metrics']);

/** Milliseconds between two log lines about an overload: one for each refused request would fill the disk. */
const logInterval = 60_000;

function refuseWhenOverloaded(app: FastifyInstance) {
  let loggedAt = Number.NEGATIVE_INFINITY;
  void app.register(underPressure, {
    maxEventLoopDelay: longestDelay,
    sampleInterval,
    // Must return a promise: the plugin does not catch synchronous errors.
    pressureHandler: async (request, _reply, _type, delay) => {
      // The plugin reports Infinity after a single block longer than a sample.
      if (delay === Number.POSITIVE_INFINITY) return;
      if (alwaysAnswered.has(request.routeOptions.url ?? '')) return;
      if (performance.now() - loggedAt >= logInterval) {
        loggedAt = performance.now();
        request.log.warn({ delay }, 'overloaded: new requests are refused');
      }
      request.log.level = 'silent';
      throw new Refusal('busy');
    },
  });
}

function addParsers(app: FastifyInstance) {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // Requests without a body may have a JSON content type.
    if (body.length === 0) done(null, undefined);
    else if (!isUtf8(body)) done(new Refusal('malformed_request'));
    else void parseJson(request, body.toString(), done);
  });
}

function addHeaders(app: FastifyInstance, headers: Record<string, string>) {
  app.addHook('onRequest', (request, reply, next) => {
    reply.headers(headers).header('x-request-id', request.id);
    next();
  });
}

/** Milliseconds without a byte of a request's body until a stop gives the request up. */
const stalledAfter = 2_000;

/** The timeout would otherwise also end a request whose body has arrived, while it is being answered. */
function giveUpIfStalled(request: IncomingMessage) {
  if (request.complete) return;
  request.socket.setTimeout(stalledAfter);
  request.once('end', () => request.socket.setTimeout(0));
}

/**
 * Graceful shutdown: responses close their connection, connections without any request (browsers open them in
 * advance) are destroyed, and so are those whose request stalls. All of them would keep the process alive.
 */
function addGracefulShutdown(app: FastifyInstance) {
  let stopping = false;
  const unused = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    if (stopping) return socket.destroy();
    unused.add(socket);
    return socket.once('close', () => unused.delete(socket));
  });
  for (const use of ['request', 'upgrade'])
    app.server.on(use, ({ socket }: IncomingMessage) => unused.delete(socket));
  const arriving = new Set<IncomingMessage>();
  app.server.on('request', (request: IncomingMessage) => {
    arriving.add(request);
    request.once('close', () => arriving.delete(request));
  });
  app.addHook('preClose', async () => {
    stopping = true;
    for (const socket of unused) socket.destroy();
    for (const request of arriving) giveUpIfStalled(request);
  });
  app.addHook('onSend', (_request, reply, _payload, next) => {
    if (stopping) reply.header('connection', 'close');
    next();
  });
}
