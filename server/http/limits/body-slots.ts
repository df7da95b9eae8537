/** Concurrency limits for request bodies. A waiting body needs neither memory nor disk. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { Actor } from '../../../contract/people.ts';
import { Refusal } from '../refusal.ts';

export const jsonBytes = 256 * 1024;

/** Smaller bodies never wait: nearly all requests. */
const smallBytes = 16 * 1024;
/** Per person; several, because a phone that loses its connection leaves stalled uploads behind. */
const ownAtOnce = 8;
/** JSON bodies are in memory several times: bytes, text and parsed value. */
const largeAtOnce = 2;
const strangersAtOnce = 8;

export type AcquireBodySlot = (
  endpoint: Endpoint,
  actor: Actor | null,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<void>;

type Limit = <T>(work: () => Promise<T>) => Promise<T>;

/** One limit per user id; unused limits are removed. */
export function limitPerUser(atOnce: number): (id: number) => Limit {
  const limits = new Map<number, LimitFunction>();
  return (id) => async (work) => {
    const limit = limits.get(id) ?? pLimit(atOnce);
    limits.set(id, limit);
    const forget = () => {
      if (limit.activeCount + limit.pendingCount === 0 && limits.get(id) === limit) limits.delete(id);
    };
    try {
      return await limit(work);
    } finally {
      setImmediate(forget);
    }
  };
}

/** A slot is released when the response ends or the connection closes. */
export function makeBodySlots(): AcquireBodySlot {
  const ofOne = limitPerUser(ownAtOnce);
  const ofLarge = pLimit(largeAtOnce);
  const ofStrangers = pLimit(strangersAtOnce);

  return async (endpoint, actor, request, reply) => {
    const bytes = announcedBytes(request);
    if (bytes <= smallBytes) return;
    const { socket } = request.raw;
    // The connection was closed during authentication: 'close' would never fire again.
    if (socket.destroyed) throw new Refusal('upload_interrupted');
    const ended = new Promise<void>((resolve) => reply.raw.once('close', resolve));
    const enter = (limit: Limit) =>
      new Promise<void>((begin) => {
        void limit(() => {
          begin();
          return ended;
        });
      });
    await enter(actor ? ofOne(actor.id) : ofStrangers);
    const read = Math.min(bytes, endpoint.maxBytes ?? jsonBytes);
    if (!endpoint.files && read > jsonBytes) await enter(ofLarge);
    if (socket.destroyed) throw new Refusal('upload_interrupted');
  };
}

function announcedBytes({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY;
  return Number(headers['content-length'] ?? 0);
}
