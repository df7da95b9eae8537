import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const packument = JSON.stringify({
  name: 'fastify',
  'dist-tags': { latest: '5.0.0' },
  versions: { '5.0.0': { name: 'fastify', version: '5.0.0' } },
});

async function auditAgainst(status: number, answer: string): Promise<{ code: number; out: string }> {
  const registry = createServer((request, response) => {
    request.resume();
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(request.method === 'POST' ? answer : packument);
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
  const { port } = registry.address() as AddressInfo;
  const cache = await mkdtemp(join(tmpdir(), 'guyub-npm-'));
  const env = {
    ...process.env,
    npm_config_cache: cache,
    npm_config_registry: `http://127.0.0.1:${port}`,
    npm_config_fetch_retries: '0',
  };
  const result = await new Promise<{ code: number; out: string }>((resolve) => {
    execFile(process.execPath, [join(import.meta.dirname, 'audit.ts')], { env }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out: out + err }),
    );
  });
  registry.close();
  await rm(cache, { recursive: true });
  return result;
}

const hole = (severity: string) =>
  JSON.stringify({
    fastify: [
      {
        id: 1,
        url: 'https://contoh.id',
        title: 'Lubang',
        severity,
        vulnerable_versions: '*',
        cwe: [],
        cvss: {},
      },
    ],
  });

test('fails for a vulnerability of high severity and names it', async () => {
  const { code, out } = await auditAgainst(200, hole('high'));
  expect(code).toBe(1);
  expect(out).toContain('"fastify"');
});

test('passes for lower severities and for none', async () => {
  for (const answer of [hole('low'), '{}']) {
    expect(await auditAgainst(200, answer)).toMatchObject({
      code: 0,
      out: 'No dependency has a known hole of high or critical severity.\n',
    });
  }
});

test.each([404, 500])('reports a registry without audit data (%i) without failing', async (status) => {
  const { code, out } = await auditAgainst(status, '{"error":"Not found"}');
  expect(code).toBe(0);
  expect(out).toMatch(/^The registry does not tell of known holes: /);
});
