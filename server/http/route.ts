import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Allow, Answer, Endpoint, HandlerInput } from '../../contract/endpoint.ts';
import type { Scope } from '../../contract/policy.ts';
import type { Author } from '../database/author.ts';
import type { Upload } from './files/upload.ts';

type Caller<A extends Allow> = A extends 'public'
  ? { actor: null }
  : A extends 'signed-in'
    ? { actor: Author }
    : { actor: Author; scope: Scope };

/** Bytes at an address that names them: if `isFinal`, they never change. */
export interface ByteAnswer {
  bytes: Buffer;
  isFinal: boolean;
}

export type Input<E extends Endpoint> = HandlerInput<E, Upload> &
  (E extends { openWhile: string } ? { actor: Author | null } : Caller<E['allow']>) & {
    request: FastifyRequest;
    reply: FastifyReply;
  };

/** Creating endpoints return only the record, which is stored with the idempotency key; those of text its portions. */
export type Result<E extends Endpoint> = E extends { creates: string }
  ? Extract<Answer<E>, { data: unknown }>['data']
  : E extends { text: string }
    ? AsyncIterable<string>
    : E extends { bytes: true }
      ? ByteAnswer
      : Answer<E>;

export interface Route {
  endpoint: Endpoint;
  handler: (input: never) => Promise<unknown>;
}

export function route<E extends Endpoint>(
  endpoint: E,
  handler: (input: Input<NoInfer<E>>) => Promise<Result<E>>,
): Route {
  return { endpoint, handler };
}
