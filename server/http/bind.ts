/** Request pipeline. Order of refusals: 401, 403, 400/413/415, 422, then those of the handler. */
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../contract/endpoint.ts';
import { changedHeader, type Topic, topics } from '../../contract/events.ts';
import type { Actor } from '../../contract/people.ts';
import { successes } from '../../contract/successes.ts';
import { type Once, Repeated, refuseRepeat } from '../database/once.ts';
import type { Db } from '../database/open.ts';
import { type Admission, admit, anonymous } from './admit.ts';
import { compressionThreshold, refuseCompressedBody } from './compression.ts';
import type { Upload } from './files/upload.ts';
import { parseFields, parsePath, readBody } from './input.ts';
import type { AcquireBodySlot } from './limits/body-slots.ts';
import { removeUploads, withMultipart } from './multipart.ts';
import { identifyRequest, readKey } from './once.ts';
import type { ByteAnswer, Route } from './route.ts';
import { serialize } from './serialize.ts';
import { sendSpreadsheet } from './spreadsheet.ts';

export interface BindOptions extends Admission {
  db: Db;
  /** Called before the body is read. @throws Refusal 429 above the limit per minute */
  countMinute(actor: Actor): Promise<void>;
  /**
   * Uses its own transaction, because refused requests count too.
   * @throws Refusal 429 above the limit per day
   */
  countDay(actor: Actor, endpoint: Endpoint, files: number): Promise<void>;
  acquireBodySlot: AcquireBodySlot;
  /** Name of whose data an export contains. */
  readOwner(): Promise<string>;
  temporaryFolder: string;
}

export const temporaryFolder = (dataDir: string) => join(dataDir, 'tmp');

/** Routes with files share the one scope that parses forms; the others refuse them. */
export function bind(app: FastifyInstance, routes: readonly Route[], options: BindOptions): void {
  for (const route of routes) if (!route.endpoint.files) add(app, route, options);
  withMultipart(app, (forms) => {
    for (const route of routes) if (route.endpoint.files) add(forms, route, options);
  });
}

function add(app: FastifyInstance, { endpoint, handler }: Route, options: BindOptions): void {
  const run = handler as (input: unknown) => Promise<Record<string, unknown>>;
  const answerOf = (result: Record<string, unknown>) => serialize(endpoint, envelope(endpoint, result));

  /** Checks permissions again: the body may take minutes, and account, role or block may have changed. */
  const readInput = async (request: FastifyRequest, received: Upload[]) => {
    const params = parsePath(endpoint, request.params);
    const { fields, files } = await readBody(request, endpoint, options.temporaryFolder, received);
    if (endpoint.body || endpoint.files) await admit(request, endpoint, options);
    return { params, files, ...parseFields(endpoint, { query: request.query, body: fields, files }) };
  };
  type Input = Awaited<ReturnType<typeof readInput>>;

  const identify = async (request: FastifyRequest, input: Input): Promise<Once | undefined> => {
    const { actor } = request.caller ?? anonymous;
    const key = endpoint.creates && readKey(request);
    if (!key || !actor) return undefined;
    const once = { ...(await identifyRequest(key, actor, endpoint, input)), answerOf };
    await refuseRepeat(options.db, once);
    return once;
  };

  const answer = async (request: FastifyRequest, reply: FastifyReply, received: Upload[]) => {
    const input = await readInput(request, received);
    const once = await identify(request, input);
    const caller = request.caller?.actor;
    if (caller && endpoint.method !== 'GET') await options.countDay(caller, endpoint, received.length);
    const changed = new Set<Topic>();
    const ask = () => {
      const { actor, scope } = request.caller ?? anonymous;
      return run({ ...input, request, reply, scope, actor: actor && { ...actor, once, changed } });
    };
    const { format } = input.query;
    if (endpoint.exports && caller && (format === 'csv' || format === 'xlsx')) {
      // Exports are created one at a time: permissions may have changed while this one waited.
      const read = async () => {
        await admit(request, endpoint, options);
        return { ...(await ask()), owner: await options.readOwner() };
      };
      return await sendSpreadsheet(reply, caller, format, endpoint.exports, read as never);
    }
    if (endpoint.text)
      return sendText(reply, endpoint.text, (await ask()) as unknown as AsyncIterable<string>);
    if (endpoint.bytes) return sendBytes(request, reply, (await ask()) as unknown as ByteAnswer);
    const result = await ask();
    if (endpoint.plain && (request.headers.accept ?? '').startsWith('text/plain'))
      return sendPlain(reply, (result.data as Record<string, string>)[endpoint.plain] ?? '');
    const made = answerOf(result);
    if (changed.size > 0) reply.header(changedHeader, [...changed].join(' '));
    return await send(reply, endpoint, made);
  };

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    ...(endpoint.maxBytes ? { bodyLimit: endpoint.maxBytes } : {}),
    onRequest: async (request, reply) => {
      await admit(request, endpoint, options);
      if (endpoint.method === 'GET') return;
      const { actor } = request.caller ?? anonymous;
      refuseCompressedBody(request);
      if (actor && endpoint.counts !== 'never') await options.countMinute(actor);
      await options.acquireBodySlot(endpoint, actor, request, reply);
    },
    handler: async (request, reply) => {
      const received: Upload[] = [];
      try {
        return await answer(request, reply, received);
      } catch (error) {
        if (!(error instanceof Repeated)) throw error;
        reply.header(changedHeader, topics.join(' ')); // the original topics are not stored
        return await send(reply, endpoint, error.answer);
      } finally {
        if (received.length > 0) await removeUploads(received);
      }
    },
  });
}

function envelope({ creates, createsInstead: instead }: Endpoint, result: Record<string, unknown>) {
  if (!creates) return { status: 'success', ...result };
  const said = instead && result[instead.field] === instead.is ? instead.message : creates;
  return { status: 'success', id: result.id, data: result, message: successes[said] };
}

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

const plainHeaders = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };

const sendPlain = (reply: FastifyReply, text: string) => reply.headers(plainHeaders).send(text);

function sendText(reply: FastifyReply, name: string, portions: AsyncIterable<string>) {
  reply.headers({
    ...plainHeaders,
    'content-disposition': `attachment; filename="${name}"`,
  });
  return reply.send(Readable.from(portions));
}

const year = 365 * 24 * 60 * 60;

function sendBytes({ caller }: FastifyRequest, reply: FastifyReply, { bytes, isFinal }: ByteAnswer) {
  reply.headers({
    'content-type': 'application/octet-stream',
    'cache-control': isFinal
      ? `${caller?.actor ? 'private' : 'public'}, max-age=${year}, immutable`
      : 'no-store',
    vary: 'authorization',
  });
  return reply.send(bytes);
}

async function send(reply: FastifyReply, { creates }: Endpoint, answer: string) {
  reply.code(creates ? 201 : 200).headers(jsonHeaders);
  if (answer.length < compressionThreshold) return answer;
  reply.compress(Buffer.from(answer));
  return reply;
}
