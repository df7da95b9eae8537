/** The built client: hashed files are kept for a year, the page itself is asked for each time. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

export function addClient(app: FastifyInstance, folder: string): void {
  const root = resolve(folder);
  if (!existsSync(root)) {
    app.log.warn('the client is not built; only the API is served');
    return;
  }
  app.register(fastifyStatic, {
    root,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/static/');
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}
