/**
 * Bodies come a few at a time. What waits for its turn is not read, so it takes neither memory nor disk. A body that
 * never ends keeps its sender's others waiting, and of the largest JSON everybody's, until its time is up.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { Actor } from '../../../contract/people.ts';
import { Refusal } from '../refusal.ts';

/** Of JSON, where a call does not say otherwise. */
export const jsonBytes = 256 * 1024;

/** What nearly every call sends; it never waits. */
const smallBytes = 16 * 1024;
/** Of one person, whose phone may lose its line in the midst of several, one after the other. */
const ownAtOnce = 8;
/** JSON lies in memory several times: as bytes, as text, as what it says. Photos from our own client are far smaller. */
const largeAtOnce = 2;
/** Of all who have not signed in. */
const strangersAtOnce = 8;

export type TakeTurn = (
  endpoint: Endpoint,
  actor: Actor | null,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<void>;

type Limit = <T>(work: () => Promise<T>) => Promise<T>;

/** A limit for each person, which goes with the last of their work. */
export function limitEach(atOnce: number): (id: number) => Limit {
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

/** A turn ends with the answer or the connection, whichever goes first. */
export function makeTurns(): TakeTurn {
  const ofOne = limitEach(ownAtOnce);
  const ofLarge = pLimit(largeAtOnce);
  const ofStrangers = pLimit(strangersAtOnce);

  return async (endpoint, actor, request, reply) => {
    const bytes = announcedBytes(request);
    if (bytes <= smallBytes) return;
    const { socket } = request.raw;
    // It was left while it was being asked who asks: nothing would ever say that its turn is over.
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
