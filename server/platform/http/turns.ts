/**
 * Bodies come a few at a time. What waits for its turn is not read, so it takes neither memory nor disk, and a body
 * that never ends keeps only its sender's others waiting.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { Actor } from '../../../contract/people.ts';
import { Refusal } from './refusal.ts';

/** Of JSON, where a call does not say otherwise. */
export const jsonBytes = 256 * 1024;

/** Of one person; nobody sends more forms at once. */
const ownAtOnce = 4;
/** JSON lies in memory several times: as bytes, as text, as what it says. Photos from our own client are far smaller. */
const largeAtOnce = 2;

export type TakeTurn = (
  endpoint: Endpoint,
  actor: Actor,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<void>;

/** A turn ends with the answer or the connection, whichever goes first. */
export function makeTurns(): TakeTurn {
  const ofPeople = new Map<number, LimitFunction>();
  const ofLarge = pLimit(largeAtOnce);

  const forgetIdle = (id: number, own: LimitFunction) => {
    if (own.activeCount + own.pendingCount === 0 && ofPeople.get(id) === own) ofPeople.delete(id);
  };
  return async (endpoint, { id }, request, reply) => {
    const bytes = announcedBytes(request);
    if (bytes === 0) return;
    const ended = new Promise<void>((resolve) => reply.raw.once('close', resolve));
    const enter = (limit: LimitFunction) =>
      new Promise<void>((begin) => {
        void limit(() => {
          begin();
          return ended;
        });
      });
    const own = ofPeople.get(id) ?? pLimit(ownAtOnce);
    ofPeople.set(id, own);
    void ended.then(() => setImmediate(forgetIdle, id, own));
    await enter(own);
    if (!endpoint.files && bytes > jsonBytes) await enter(ofLarge);
    if (request.raw.destroyed) throw new Refusal('upload_interrupted');
  };
}

function announcedBytes({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY;
  return Number(headers['content-length'] ?? 0);
}
