import { existsSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { addCheckingPage, checkingFile } from './checking-page.ts';
import { pageHeaders } from './security-headers.ts';

export function addClient(app: FastifyInstance, folder: string, keys: () => Promise<string[]>): void {
  const root = resolve(folder);
  const hashedFiles = join(root, 'static') + sep;
  if (!existsSync(root)) {
    app.log.warn('the client is not built; only the API is served');
    return;
  }
  app.register(fastifyStatic, {
    root,
    preCompressed: true,
    cacheControl: false,
    allowedPath: (path) => path !== `/${checkingFile}`,
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(hashedFiles);
      const cacheControl = isHashed ? 'public, max-age=31536000, immutable' : 'no-cache';
      reply.headers({ ...pageHeaders, 'cache-control': cacheControl });
    },
  });
  addCheckingPage(app, root, keys);
}
