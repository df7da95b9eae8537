/**
 * The one path of every call: session → policy → body → fields → handler → envelope. Refusals come in the order of
 * decisions §10: 401, 403, then 400/413/415, 422, and from the handler 404 and 409. A creating call that repeats an
 * earlier one under the same key never reaches the handler.
 */
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { momentHeader } from '../../../contract/events.ts';
import { successes } from '../../../contract/messages.ts';
import type { Actor } from '../../../contract/people.ts';
import { type Scope, scopeOf } from '../../../contract/policy.ts';
import { Repeated, refuseRepeat } from '../db/once.ts';
import type { Db } from '../db/open.ts';
import type { Upload } from '../files/upload.ts';
import type { Authenticate, Realtime } from '../realtime/realtime.ts';
import { worthPacking } from './compression.ts';
import { takingForms, readMultipart, removeUploads } from './multipart.ts';
import { describeOnce, readKey } from './once.ts';
import { parseFields, parsePath } from './parse.ts';
import { Refusal } from './refusal.ts';
import type { Route } from './route.ts';
import { makeSerializer } from './serialize.ts';
import { sendSpreadsheet } from './spreadsheet.ts';
import type { TakeTurn } from './turns.ts';

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
  db: Db;
  authenticate: Authenticate;
  /** @throws Refusal 429 when the person has sent too many files */
  countUploads(actor: Actor, files: number): Promise<void>;
  moment: Realtime['moment'];
  /** Before a body is read. */
  takeTurn: TakeTurn;
  /** Uploads lie here while their request lasts. */
  temporaryFolder: string;
}

export const temporaryFolder = (dataDir: string) => join(dataDir, 'tmp');

export function bind(app: FastifyInstance, route: Route, options: BindOptions): void {
  if (route.endpoint.files) takingForms(app, (forms) => add(forms, route, options));
  else add(app, route, options);
}

function add(app: FastifyInstance, { endpoint, handler }: Route, options: BindOptions): void {
  const serialize = makeSerializer(endpoint);
  const run = handler as (input: unknown) => Promise<Record<string, unknown>>;
  const answerOf = (result: Record<string, unknown>) => serialize(envelope(endpoint, result));
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.maxBytes ? { bodyLimit: endpoint.maxBytes } : {}),
    onRequest: async (request, reply) => {
      const moment = options.moment();
      request.caller = await admit(request, endpoint, options.authenticate);
      const { actor } = request.caller;
      if (endpoint.method !== 'GET') await options.takeTurn(endpoint, actor, request, reply);
      else if (actor) reply.header(momentHeader, moment);
    },
    handler: async (request, reply) => {
      const received: Upload[] = [];
      const send = (answer: string) => {
        reply.code(endpoint.creates ? 201 : 200).headers(jsonHeaders);
        if (answer.length < worthPacking) return answer;
        reply.compress(Buffer.from(answer));
        return reply;
      };
      try {
        const params = parsePath(endpoint, request.params);
        const key = endpoint.creates && readKey(request);
        const { fields, files } = await readBody(request, endpoint, options.temporaryFolder, received);
        // A body may take minutes: who has lost the account, the role or the block meanwhile, sends it in vain.
        if (endpoint.body || endpoint.files)
          request.caller = await admit(request, endpoint, options.authenticate);
        const { query, body } = parseFields(endpoint, { query: request.query, body: fields, files });
        const input = { params, query, body, files };
        const { actor, scope } = request.caller ?? nobody;
        const once =
          key && actor ? { ...(await describeOnce(key, actor, endpoint, input)), answerOf } : undefined;
        if (once) await refuseRepeat(options.db, once);
        if (actor && received.length > 0) await options.countUploads(actor, received.length);
        const ask = () => run({ ...input, request, reply, scope, actor: actor && { ...actor, once } });
        const { format } = query;
        if (endpoint.exports && actor && (format === 'csv' || format === 'xlsx')) {
          return await sendSpreadsheet(reply, actor, format, endpoint.exports, ask as never);
        }
        return await send(answerOf(await ask()));
      } catch (error) {
        if (error instanceof Repeated) return await send(error.answer);
        throw error;
      } finally {
        if (received.length > 0) await removeUploads(received);
      }
    },
  });
}

const nobody: Caller = { actor: null, scope: null };

function envelope({ creates }: Endpoint, result: Record<string, unknown>) {
  return creates
    ? { status: 'success', id: result.id, data: result, message: successes[creates] }
    : { status: 'success', ...result };
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
  if (endpoint.allow === 'public') return nobody;
  const token = bearerToken(request);
  const actor = token ? await authenticate(token) : null;
  if (!actor) throw new Refusal('no_session');
  if (endpoint.allow === 'signed-in') return { actor, scope: null };
  const scope = scopeOf(actor, endpoint.allow);
  if (!scope) {
    request.caller = { actor, scope }; // who it was is written to the log
    throw new Refusal('forbidden');
  }
  return { actor, scope };
}

async function readBody(request: FastifyRequest, endpoint: Endpoint, folder: string, received: Upload[]) {
  const rules = endpoint.files;
  if (rules && request.isMultipart()) return await readMultipart(request, rules, folder, received);
  const mustBeMultipart = Object.values(rules ?? {}).some((rule) => rule.required);
  if (mustBeMultipart && request.body !== undefined) throw new Refusal('unsupported_body');
  const body = request.body === undefined ? {} : request.body;
  if (endpoint.body && !isObject(body)) throw new Refusal('malformed_request');
  return { fields: body as Record<string, unknown>, files: {} };
}

const isObject = (body: unknown) => typeof body === 'object' && body !== null && !Array.isArray(body);
