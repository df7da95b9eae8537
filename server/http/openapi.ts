import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import * as z from 'zod';
import { type Endpoint, keyDays } from '../../contract/endpoint.ts';
import { refusals } from '../../contract/messages.ts';
import { policy } from '../../contract/policy.ts';
import { pageHeaders } from './security-headers.ts';
import { answerSchema } from './serialize.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

type Json = Record<string, unknown>;

function inputSchema(schema: z.core.$ZodType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  return json;
}

const idempotencyKey = {
  type: 'object',
  properties: {
    'Idempotency-Key': {
      type: 'string',
      format: 'uuid',
      description:
        'Made by the sender for each thing to be created. Under one key the call happens once, however often it is ' +
        `sent within ${keyDays} days; repeats get the first answer. A refused call does not use the key up; another ` +
        'content under a used key is refused (422 key_reused).',
    },
  },
};

function bodySchema({ body, files }: Endpoint): Json | undefined {
  if (!body && !files) return undefined;
  const schema = body ? inputSchema(body) : { type: 'object', properties: {} };
  const binaries = Object.keys(files ?? {}).map((name) => [name, { type: 'string', format: 'binary' }]);
  return { ...schema, properties: { ...(schema.properties as Json), ...Object.fromEntries(binaries) } };
}

function whoMay({ allow }: Endpoint): string {
  if (allow === 'public') return 'Everyone, without a session.';
  if (allow === 'signed-in') return 'Everyone signed in.';
  const reaches = Object.entries(policy[allow]).filter(([, reach]) => reach !== 'no');
  return `${allow}: ${reaches.map(([role, reach]) => `${role} (${reach})`).join(', ')}.`;
}

const refusal = {
  $id: 'Refusal',
  description: 'Refused; `message` is a sentence for the person, `code` is stable.',
  type: 'object',
  required: ['status', 'message', 'code'],
  properties: {
    status: { const: 'error' },
    message: { type: 'string' },
    code: { enum: Object.keys(refusals) },
    errors: { type: 'object', additionalProperties: { type: 'string' } },
    data: {},
  },
};

function describe(endpoint: Endpoint): FastifySchema {
  const body = bodySchema(endpoint);
  return {
    summary: endpoint.summary,
    description: whoMay(endpoint),
    tags: [endpoint.path.split('/')[2] ?? 'api'],
    ...(endpoint.allow === 'public' ? { security: [] } : {}),
    ...(endpoint.params ? { params: inputSchema(endpoint.params) } : {}),
    ...(endpoint.query ? { querystring: inputSchema(endpoint.query) } : {}),
    ...(endpoint.creates ? { headers: idempotencyKey } : {}),
    ...(body ? { body, consumes: [endpoint.files ? 'multipart/form-data' : 'application/json'] } : {}),
    response: {
      [endpoint.creates ? 201 : 200]: { description: 'Success', ...answerSchema(endpoint) },
      default: { description: refusal.description, $ref: `${refusal.$id}#` },
    },
  };
}

/**
 * Must be registered before the routes. Schemas are generated on the first request for the document, to keep
 * the start fast.
 */
export function addApiDocument(app: FastifyInstance): void {
  app.addSchema(refusal);
  void app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Guyub', version: '1', description: 'One call, one row of the contract.' },
      security: [{ bearer: [] }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    convertConstToEnum: false,
    transform: ({ url, route }) => {
      const endpoint = route.config?.endpoint;
      // Fastify adds a HEAD route to each GET.
      const isCall = endpoint !== undefined && route.method !== 'HEAD';
      return { url, schema: isCall ? describe(endpoint) : { hide: true } };
    },
  });
}

export function addApiDocumentRoutes(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  let document: string | undefined;
  let page: string | undefined;
  app.get('/api/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(app.swagger());
    reply.type('application/json; charset=utf-8').compress(document);
    return reply;
  });
  app.get('/api/docs', async (_request, reply) => {
    page ??= renderPage(endpoints);
    reply.headers(pageHeaders).type('text/html; charset=utf-8').compress(page);
    return reply;
  });
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

function renderPage(endpoints: readonly Endpoint[]): string {
  const sections = endpoints.map((endpoint) => {
    const parts = [
      ['Parameters', endpoint.query && inputSchema(endpoint.query)],
      ['Body', bodySchema(endpoint)],
      ['Answer', answerSchema(endpoint)],
    ].filter(([, value]) => value !== undefined);
    const details = parts
      .map(
        ([name, value]) =>
          `<details><summary>${String(name)}</summary><pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre></details>`,
      )
      .join('');
    return `<section><h2><code>${endpoint.method} ${endpoint.path}</code></h2><p>${escapeHtml(endpoint.summary)}</p><p><small>${escapeHtml(whoMay(endpoint))}</small></p>${details}</section>`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Guyub API</title><style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem;color-scheme:light dark}h2{font-size:1rem;margin:2rem 0 0}p{margin:.2rem 0}pre{overflow:auto;max-height:30rem;font-size:.85rem}</style></head><body><h1>Guyub API</h1><p>The same as a machine reads it: <a href="/api/openapi.json">openapi.json</a></p>${sections.join('')}</body></html>`;
}
