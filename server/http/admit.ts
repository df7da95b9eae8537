import { parseCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';
import { cookieAuthorization, type Endpoint } from '../../contract/endpoint.ts';
import { type Scope, scopeOf } from '../../contract/policy.ts';
import type { Author } from '../database/author.ts';
import type { Authenticate } from '../realtime/realtime.ts';
import { Refusal } from './refusal.ts';

export interface Caller {
  actor: Author | null;
  scope: Scope | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

export const anonymous: Caller = { actor: null, scope: null };

export function bearerToken(request: FastifyRequest): string | null {
  return /^Bearer ([\w-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

function cookieToken({ headers }: FastifyRequest, cookieName: string): string | undefined {
  return headers.authorization === cookieAuthorization
    ? parseCookie(headers.cookie ?? '')[cookieName]
    : undefined;
}

export interface Admission {
  authenticate: Authenticate;
  cookieName: string;
  /** Whether a setting opens endpoints to everyone. */
  isOpen(setting: NonNullable<Endpoint['openWhile']>): Promise<boolean>;
}

/** Sets `request.caller`. @throws Refusal 401 without a session, 403 without permission */
export async function admit(
  request: FastifyRequest,
  { allow, openWhile, byCookie }: Endpoint,
  { authenticate, cookieName, isOpen }: Admission,
): Promise<void> {
  const isOpened = openWhile && request.headers.authorization === undefined && (await isOpen(openWhile));
  if (allow === 'public' || isOpened) {
    request.caller = anonymous;
    return;
  }
  const token = bearerToken(request) ?? (byCookie && cookieToken(request, cookieName));
  const person = token ? await authenticate(token) : null;
  if (!person) throw new Refusal('no_session');
  const actor = { ...person, admittedTo: allow };
  const scope = allow === 'signed-in' ? null : scopeOf(actor, allow);
  request.caller = { actor, scope };
  if (allow !== 'signed-in' && !scope) throw new Refusal('forbidden');
}
