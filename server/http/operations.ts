import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Config } from '../config.ts';
import { bearerToken } from './admit.ts';
import { Refusal } from './refusal.ts';

export interface Health {
  /** Rejects if the database fails. Most of the server works without the storage. */
  ready(): Promise<void>;
  socketConnections(): number;
  violations(): Promise<Record<string, number>>;
  lastBackup(): Promise<{ tanggal: string } | null>;
}

/** Once for all servers of a process: prom-client never removes the observers that it registers. */
const processMetrics = new Registry();
collectDefaultMetrics({ register: processMetrics });

export function addOperations(app: FastifyInstance, config: Config, health: Health): void {
  const registry = Registry.merge([processMetrics]);
  const durations = new Histogram({
    name: 'guyub_http_request_seconds',
    help: 'Response time by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'guyub_socket_connections',
    help: 'Open sockets',
    registers: [registry],
    collect() {
      this.set(health.socketConnections());
    },
  });
  new Gauge({
    name: 'guyub_invariant_violations',
    help: 'Rows that violate an invariant, as of the last data check',
    labelNames: ['invariant'],
    registers: [registry],
    async collect() {
      for (const [invariant, count] of Object.entries(await health.violations()))
        this.set({ invariant }, count);
    },
  });

  new Gauge({
    name: 'guyub_backup_timestamp_seconds',
    help: 'Time of the last verified backup; 0 without one',
    registers: [registry],
    async collect() {
      this.set(Date.parse((await health.lastBackup())?.tanggal ?? new Date(0).toISOString()) / 1_000);
    },
  });

  app.addHook('onResponse', (request, reply, next) => {
    const route = request.routeOptions.url ?? 'unknown';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    next();
  });
  app.get('/healthz', async () => ({ status: 'success' }));
  app.get('/readyz', async (request) => {
    try {
      await health.ready();
    } catch (error) {
      request.log.error({ err: error }, 'not ready');
      throw new Refusal('busy');
    }
    return { status: 'success' };
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, config)) throw new Refusal('forbidden');
    return reply.header('content-type', registry.contentType).send(await registry.metrics());
  });
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

function mayReadMetrics(request: FastifyRequest, config: Config): boolean {
  const isDirect = loopback.has(request.ip) && request.headers['x-forwarded-for'] === undefined;
  // A proxy on the same machine may not add headers, so this is no check in production.
  if (isDirect && !config.production) return true;
  const expected = config.metricsToken;
  const given = bearerToken(request);
  if (!expected || given?.length !== expected.length) return false;
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}
