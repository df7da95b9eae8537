/**
 * The one path of every call: session → policy → body → fields → handler → envelope. Refusals come in the order of
 * decisions §10: 401, 403, then 400/413/415, 422, and from the handler 404 and 409.
 */
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { Actor } from '../../../contract/people.ts';
import { type Scope, scopeOf } from '../../../contract/policy.ts';
import type { Upload } from '../files/upload.ts';
import type { Authenticate } from '../realtime/realtime.ts';
import { readMultipart, removeUploads } from './multipart.ts';
import { parseFields, parsePath } from './parse.ts';
import { Refusal } from './refusal.ts';
import type { Route } from './route.ts';
import { compileSerializer } from './serialize.ts';
import { sendSpreadsheet } from './spreadsheet.ts';

interface Caller {
  actor: Actor | null;
  scope: Scope | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, once a call of the contract has admitted them. */
    caller: Caller | null;
  }
}

export interface BindOptions {
  authenticate: Authenticate;
  /** Uploads lie here while their request lasts. */
  temporaryFolder: string;
}

export const temporaryFolder = (dataDir: string) => join(dataDir, 'tmp');

export function bind(app: FastifyInstance, { endpoint, handler }: Route, options: BindOptions): void {
  const serialize = compileSerializer(endpoint);
  const run = handler as (input: unknown) => Promise<Record<string, unknown>>;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.maxBytes ? { bodyLimit: endpoint.maxBytes } : {}),
    onRequest: async (request) => {
      request.caller = await admit(request, endpoint, options.authenticate);
    },
    handler: async (request, reply) => {
      const received: Upload[] = [];
      try {
        const params = parsePath(endpoint, request.params);
        const { fields, files } = await readBody(request, endpoint, options.temporaryFolder, received);
        const { query, body } = parseFields(endpoint, { query: request.query, body: fields, files });
        const answer = await run({ params, query, body, files, request, reply, ...request.caller });
        const format = query.format;
        if (endpoint.exports && (format === 'csv' || format === 'xlsx')) {
          return await sendSpreadsheet(reply, format, endpoint.exports, answer as never);
        }
        reply.code(endpoint.creates ? 201 : 200).headers(jsonHeaders);
        return serialize({ status: 'success', ...answer });
      } finally {
        if (received.length > 0) await removeUploads(received);
      }
    },
  });
}

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

export function bearerToken(request: FastifyRequest): string | null {
  return /^Bearer ([\w-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

async function admit(
  request: FastifyRequest,
  endpoint: Endpoint,
  authenticate: Authenticate,
): Promise<Caller> {
  if (endpoint.allow === 'public') return { actor: null, scope: null };
  const token = bearerToken(request);
  const actor = token ? await authenticate(token) : null;
  if (!actor) throw new Refusal('no_session');
  if (endpoint.allow === 'signed-in') return { actor, scope: null };
  const scope = scopeOf(actor, endpoint.allow);
  if (!scope) throw new Refusal('forbidden');
  return { actor, scope };
}

async function readBody(request: FastifyRequest, endpoint: Endpoint, folder: string, received: Upload[]) {
  const rules = endpoint.files;
  if (request.isMultipart()) {
    if (!rules) throw new Refusal('unsupported_body');
    return await readMultipart(request, rules, folder, received);
  }
  const mustBeMultipart = Object.values(rules ?? {}).some((rule) => rule.required);
  if (mustBeMultipart && request.body !== undefined) throw new Refusal('unsupported_body');
  const body = request.body === undefined ? {} : request.body;
  if (endpoint.body && !isObject(body)) throw new Refusal('malformed_request');
  return { fields: body as Record<string, unknown>, files: {} };
}

const isObject = (body: unknown) => typeof body === 'object' && body !== null && !Array.isArray(body);
