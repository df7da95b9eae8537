import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pageHeaders } from './security-headers.ts';

/** Built by scripts/checking-page.ts. Its own policy names the hashes of its script and style, and no address. */
export const checkingFile = 'cek.html';
const placeForKeys = 'name="guyub-keys" content="';

/** @param keys verifier keys of the estate, which a saved copy remembers */
export function addCheckingPage(app: FastifyInstance, folder: string, keys: () => Promise<string[]>): void {
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
  app.get('/cek', async (_request, reply) => {
    const known = (await keys()).join(' ').replaceAll(/[&"<>]/g, '');
    const page = html.replace(placeForKeys, () => placeForKeys + known);
    reply.headers(headers).type('text/html; charset=utf-8').compress(page);
    return reply;
  });
}
