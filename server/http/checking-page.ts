import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pageHeaders } from './security-headers.ts';

/** Built by scripts/checking-page.ts. Its own policy names the hashes of its script and style, and no address. */
export const checkingFile = 'cek.html';

export function addCheckingPage(app: FastifyInstance, folder: string): void {
  const file = join(folder, checkingFile);
  if (!existsSync(file)) return;
  const html = readFileSync(file, 'utf8');
  const [, policy = "default-src 'none'"] =
    /http-equiv="content-security-policy" content="([^"]+)"/.exec(html) ?? [];
  const headers = {
    ...pageHeaders,
    'content-security-policy': `${policy}; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-cache',
  };
  app.get('/cek', (_request, reply) => {
    reply.headers(headers).type('text/html; charset=utf-8').compress(html);
  });
}
