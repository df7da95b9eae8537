/** A handler bound to its endpoint: what it receives follows from the contract, what it answers, too. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Allow, Answer, Endpoint, HandlerInput } from '../../../contract/endpoint.ts';
import type { Actor } from '../../../contract/people.ts';
import type { Scope } from '../../../contract/policy.ts';
import type { Upload } from '../files/upload.ts';

type Caller<A extends Allow> = A extends 'public'
  ? { actor: null }
  : A extends 'signed-in'
    ? { actor: Actor }
    : { actor: Actor; scope: Scope };

export type Input<E extends Endpoint> = HandlerInput<E, Upload> &
  Caller<E['allow']> & { request: FastifyRequest; reply: FastifyReply };

export interface Route {
  endpoint: Endpoint;
  handler: (input: never) => Promise<unknown>;
}

export function route<E extends Endpoint>(
  endpoint: E,
  handler: (input: Input<NoInfer<E>>) => Promise<Answer<E>>,
): Route {
  return { endpoint, handler };
}
