import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatVerifierKey } from '../../contract/signed-note.ts';
import { endpoints } from '../areas.ts';
import { makeApp, type TestApp } from '../testing/app.ts';
import { eventually } from '../testing/eventually.ts';
import { raw } from '../testing/raw.ts';

let app: TestApp;
beforeAll(async () => {
  app = await makeApp();
});
afterAll(() => app.close());

describe('health', () => {
  test('/healthz and /readyz need no session', async () => {
    for (const path of ['/healthz', '/readyz']) {
      expect(await raw(app.url, `GET ${path}`)).toMatchObject({ status: 200, json: { status: 'success' } });
      expect(await raw(app.url, `HEAD ${path}`)).toMatchObject({ status: 200, text: '' });
    }
  });

  test('without its database the server is alive, but not ready', async () => {
    const broken = await makeApp();
    try {
      expect((await raw(broken.url, 'GET /readyz')).status).toBe(200);
      await broken.context.database.close();
      expect((await raw(broken.url, 'GET /healthz')).status).toBe(200);
      expect(await raw(broken.url, 'GET /readyz')).toMatchObject({
        status: 503,
        json: { status: 'error', code: 'busy' },
      });
    } finally {
      await broken.close();
    }
  });
});

test('a server that was closed is forgotten by its process', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const former = await contextOfClosed();
  await eventually(() => {
    collectGarbage();
    expect(former.deref() === undefined).toBe(true); // a failed comparison would keep the context itself
  });
});

async function contextOfClosed() {
  const other = await makeApp();
  await raw(other.url, 'GET /healthz');
  await other.close();
  return new WeakRef(other.context);
}

describe('metrics', () => {
  const token = 'token-metrik-yang-panjang';

  test('in development are open to loopback and contain times by route pattern', async () => {
    const { id } = await app.as.warga('A1');
    await raw(app.url, `GET /api/warga/payments/${id}?rahasia=1`);
    const { status, text, headers } = await raw(app.url, 'GET /metrics');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/plain');
    expect(text).toContain(
      'guyub_http_request_seconds_count{method="GET",route="/api/warga/payments/:userId",status="401"} 1',
    );
    expect(text).toContain('guyub_socket_connections 0');
    expect(text).toContain('process_cpu_seconds_total');
    expect(text).not.toContain('rahasia');
  });

  const proxied: Record<string, string>[] = [
    {},
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-for': '203.0.113.9' },
    { forwarded: 'for=127.0.0.1' },
    { 'x-real-ip': '127.0.0.1', via: '1.1 caddy' },
  ];
  const statusesOf = (url: string, token?: string) =>
    Promise.all(
      proxied.map(async (headers) => {
        const request = token === undefined ? { headers } : { headers, token };
        return (await raw(url, 'GET /metrics', request)).status;
      }),
    );
  const all = (status: number) => proxied.map(() => status);

  test('in development a request through a proxy is refused without the token', async () => {
    const headers = { 'x-forwarded-for': '127.0.0.1' };
    expect((await raw(app.url, 'GET /metrics', { headers })).status).toBe(403);
    expect((await raw(app.url, 'GET /metrics', { headers, token: '' })).status).toBe(403);
  });

  const asDeployed = [{}, { TRUST_PROXY: '127.0.0.1' }];

  test('in production they are closed without METRICS_TOKEN, also to the machine itself', async () => {
    for (const env of asDeployed) {
      const closed = await makeApp({ NODE_ENV: 'production', ...env });
      try {
        for (const given of [undefined, '', 'undefined', token])
          expect(await statusesOf(closed.url, given)).toEqual(all(403));
      } finally {
        await closed.close();
      }
    }
  });

  test('in production they are open to METRICS_TOKEN alone, whatever headers a proxy sends', async () => {
    for (const env of asDeployed) {
      const guarded = await makeApp({ NODE_ENV: 'production', METRICS_TOKEN: token, ...env });
      try {
        expect(await statusesOf(guarded.url, token)).toEqual(all(200));
        expect(await statusesOf(guarded.url)).toEqual(all(403));
        for (const wrong of [`${token}x`, token.slice(1), token.toUpperCase(), 'x'.repeat(token.length)])
          expect(await statusesOf(guarded.url, wrong)).toEqual(all(403));
      } finally {
        await guarded.close();
      }
    }
  });
});

describe('the API document', () => {
  interface Operation {
    summary: string;
    security?: unknown[];
    parameters?: { name: string; in: string; required?: boolean; schema: unknown }[];
    requestBody?: { content: Record<string, { schema: { type?: string; properties?: object } }> };
    responses: Record<string, { content?: Record<string, { schema: unknown }>; $ref?: string }>;
  }
  interface Document {
    openapi: string;
    info: { title: string; version: string };
    paths: Record<string, Record<string, Operation>>;
    components: { responses: Record<string, unknown>; securitySchemes: Record<string, unknown> };
  }
  const templated = (path: string) => path.replace(/:(\w+)/g, '{$1}').replace('*', '{*}');
  const read = async () => (await raw(app.url, 'GET /api/openapi.json')).json as unknown as Document;

  test('lists exactly the endpoints of the contract', async () => {
    const { openapi, paths } = await read();
    expect(openapi).toBe('3.1.0');
    const listed = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const called = endpoints.map(({ method, path }) => `${method} ${templated(path)}`);
    expect(listed.toSorted()).toEqual(called.toSorted());
  });

  test('describes each endpoint in valid OpenAPI, bodies included', async () => {
    const document = await read();
    for (const { method, path, body, files } of endpoints) {
      const operation = document.paths[templated(path)]?.[method.toLowerCase()];
      expect(operation?.requestBody !== undefined, `${method} ${path}`).toBe(Boolean(body ?? files));
    }
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        const parameters = operation.parameters ?? [];
        const named = parameters.filter((parameter) => parameter.in === 'path');
        expect(named.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{[\w*]+\}/g) ?? []);
        for (const parameter of parameters) {
          expect(['path', 'query', 'header']).toContain(parameter.in);
          expect(parameter).toMatchObject({
            name: expect.any(String) as string,
            schema: expect.any(Object) as object,
          });
          if (parameter.in === 'path') expect(parameter.required).toBe(true);
        }
        if (method === 'get' || method === 'delete') expect(operation.requestBody).toBeUndefined();
        for (const [type, { schema }] of Object.entries(operation.requestBody?.content ?? {})) {
          expect(['application/json', 'multipart/form-data']).toContain(type);
          expect(schema).toMatchObject({ type: 'object', properties: expect.any(Object) as object });
        }
        expect(Object.keys(operation.responses)).toEqual([expect.stringMatching(/^20[01]$/), 'default']);
        expect(operation.summary).not.toBe('');
      }
    }
  });

  test('contains only resolvable references and no internal annotations', async () => {
    const document = await read();
    const text = JSON.stringify(document);
    expect(text).not.toContain('$schema');
    expect(text).not.toContain('~standard');
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => reference);
    for (const reference of new Set(references)) {
      const target = reference
        .replace(/^#\//, '')
        .split('/')
        .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document);
      expect(target, reference).toBeDefined();
    }
  });

  test('says which calls need no session', async () => {
    const { paths } = await read();
    expect(paths['/api/auth/login']?.post?.security).toEqual([]);
    expect(paths['/api/auth/me']?.get?.security).toBeUndefined();
  });

  test('has an HTML page with styles and without scripts', async () => {
    const { status, text, headers } = await raw(app.url, 'GET /api/docs');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toContain("style-src 'self' 'unsafe-inline'");
    expect(text).toMatch(/^<!doctype html><html lang="en">.*<title>Guyub API<\/title>.*<\/html>$/s);
    expect(text).not.toMatch(/<script|\son\w+=|javascript:/i);
    expect(text.match(/<h2>/g)).toHaveLength(endpoints.length);
    for (const { method, path } of endpoints) expect(text).toContain(`<code>${method} ${path}</code>`);
  });
});

describe('the built client', () => {
  let served: TestApp;
  let folder: string;
  const own = "default-src 'none'; script-src 'sha256-abc='";
  beforeAll(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'guyub-client-')), 'static', 'client');
    await mkdir(join(folder, 'static'), { recursive: true });
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>Guyub</title>');
    await writeFile(join(folder, 'sw.js'), '// pekerja');
    const heads = `<meta http-equiv="content-security-policy" content="${own}"><meta name="guyub-keys" content="">`;
    await writeFile(join(folder, 'cek.html'), heads);
    await writeFile(join(folder, 'static', 'app-1a2b.js'), 'console.log(1)');
    await writeFile(join(folder, 'static', 'app-1a2b.js.br'), brotliCompressSync('console.log(1)'));
    served = await makeApp({}, { clientFolder: folder });
  });
  afterAll(async () => {
    await served.close();
    await rm(join(folder, '../..'), { recursive: true, force: true });
  });

  test('caches hashed files for a year, and revalidates the rest', async () => {
    const cache = async (path: string) => (await raw(served.url, `GET ${path}`)).headers.get('cache-control');
    expect(await cache('/static/app-1a2b.js')).toBe('public, max-age=31536000, immutable');
    expect(await cache('/')).toBe('no-cache');
    expect(await cache('/index.html')).toBe('no-cache');
    expect(await cache('/sw.js')).toBe('no-cache');
  });

  test('serves the page with its headers and the script precompressed', async () => {
    const page = await raw(served.url, 'GET /');
    expect(page).toMatchObject({ status: 200, text: '<!doctype html><title>Guyub</title>' });
    expect(page.headers.get('content-type')).toContain('text/html');
    const etag = page.headers.get('etag') ?? '';
    const asked = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
    const known = await raw(served.url, 'GET /', { headers: asked });
    expect(known.status).toBe(304);
    // Browsers replace cached headers by those of a 304.
    for (const { headers } of [page, known]) {
      expect(headers.get('content-security-policy')).toContain("script-src 'self'");
      expect(headers.get('referrer-policy')).toBe('same-origin');
    }
    const script = await raw(served.url, 'GET /static/app-1a2b.js', { headers: { 'accept-encoding': 'br' } });
    expect(script.headers.get('content-encoding')).toBe('br');
    expect(script.text).toBe('console.log(1)');
  });

  test('serves the checking page to everybody, with the policy that stands in it and the key of the log', async () => {
    const page = await raw(served.url, 'GET /cek');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toBe(`${own}; frame-ancestors 'none'`);
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.text).toContain(
      `name="guyub-keys" content="${formatVerifierKey(served.context.signer.key)}"`,
    );
    expect((await raw(served.url, 'GET /cek.html')).status).toBe(404);
  });

  test('answers 404 in the envelope for missing files and folders', async () => {
    for (const path of [
      '/tidak-ada',
      '/static/app-0000.js',
      '/static',
      '/static/',
      '/../package.json',
      '/%2e%2e/%2e%2e/package.json',
    ]) {
      const { status, json } = await raw(served.url, `GET ${path}`);
      expect({ status, json }).toMatchObject({
        status: 404,
        json: { status: 'error', code: 'route_not_found' },
      });
    }
    expect((await raw(served.url, 'POST /')).status).toBe(404);
  });

  test('serves nothing outside its folder', async () => {
    await writeFile(join(folder, '../outside.txt'), 'rahasia');
    for (const path of ['/..%2foutside.txt', '/static/..%2f..%2foutside.txt']) {
      const { status, text } = await raw(served.url, `GET ${path}`);
      expect([path, status, text]).toEqual([path, 404, expect.not.stringContaining('rahasia')]);
    }
  });
});
