/** The API document, made from the contract, and a page to read it on. */
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { type Endpoint, keyDays } from '../../../contract/endpoint.ts';
import { policy } from '../../../contract/policy.ts';
import { refusals } from '../../../contract/messages.ts';
import { pageHeaders } from './security-headers.ts';
import { answerSchema } from './serialize.ts';

type Json = Record<string, unknown>;

function inputSchema(schema: z.core.$ZodType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  return json;
}

const parametersOf = (schema: z.core.$ZodType | undefined, where: 'path' | 'query'): Json[] => {
  if (!schema) return [];
  const { properties = {}, required = [] } = inputSchema(schema) as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }));
};

const parameters = ({ params, query, creates }: Endpoint): Json[] => [
  ...parametersOf(params, 'path'),
  ...parametersOf(query, 'query'),
  ...(creates ? [idempotencyKey] : []),
];

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', format: 'uuid' },
  description:
    'Made by the sender for each thing to be created. Under one key the call happens once, however often it is sent ' +
    `within ${keyDays} days; repeats get the first answer. A refused call does not use the key up; another content ` +
    'under a used key is refused (422 key_reused).',
};

function requestBody(endpoint: Endpoint): Json | undefined {
  if (!endpoint.body && !endpoint.files) return undefined;
  const schema = endpoint.body ? inputSchema(endpoint.body) : { type: 'object', properties: {} };
  if (!endpoint.files) return { content: { 'application/json': { schema } } };
  const files = Object.keys(endpoint.files).map((name) => [name, { type: 'string', format: 'binary' }]);
  const properties = { ...(schema.properties as Json), ...Object.fromEntries(files) };
  return { content: { 'multipart/form-data': { schema: { ...schema, properties } } } };
}

function whoMay({ allow }: Endpoint): string {
  if (allow === 'public') return 'Everyone, without a session.';
  if (allow === 'signed-in') return 'Everyone signed in.';
  const reaches = Object.entries(policy[allow]).filter(([, reach]) => reach !== 'no');
  return `${allow}: ${reaches.map(([role, reach]) => `${role} (${reach})`).join(', ')}.`;
}

function operation(endpoint: Endpoint): Json {
  const body = requestBody(endpoint);
  return {
    summary: endpoint.summary,
    description: whoMay(endpoint),
    tags: [endpoint.path.split('/')[2] ?? 'api'],
    ...(endpoint.allow === 'public' ? { security: [] } : {}),
    parameters: parameters(endpoint),
    ...(body ? { requestBody: body } : {}),
    responses: {
      [endpoint.creates ? '201' : '200']: {
        description: 'Success',
        content: { 'application/json': { schema: answerSchema(endpoint) } },
      },
      default: { $ref: '#/components/responses/Refusal' },
    },
  };
}

const refusal = {
  description: 'Refused; `message` is a sentence for the person, `code` is stable.',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['status', 'message', 'code'],
        properties: {
          status: { const: 'error' },
          message: { type: 'string' },
          code: { enum: Object.keys(refusals) },
          errors: { type: 'object', additionalProperties: { type: 'string' } },
          data: {},
        },
      },
    },
  },
};

function openApi(endpoints: readonly Endpoint[]): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Guyub', version: '1', description: 'One call, one row of the contract.' },
    security: [{ bearer: [] }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      responses: { Refusal: refusal },
    },
    paths,
  };
}

/** Both are made when somebody first asks, so that no start waits for them. */
export function addApiDocument(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  let document: string | undefined;
  let page: string | undefined;
  app.get('/api/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApi(endpoints));
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
    const body = requestBody(endpoint);
    const parts = [
      ['Parameters', parametersOf(endpoint.query, 'query')],
      ['Body', body?.content],
      ['Answer', answerSchema(endpoint)],
    ].filter(([, value]) => value !== undefined && (!Array.isArray(value) || value.length > 0));
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
