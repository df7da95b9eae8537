/** Signing in: limits, one argon2 of work whoever asks, a new session, and a cookie for pictures and the socket. */
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionUser } from '../../../contract/auth.ts';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Attempt, SignInLimits } from './sign-in-limits.ts';
import { isPassword } from './hash-password.ts';
import { findAccount, findSessionUser, insertSession, isKnownDevice, rememberDevice } from './queries.ts';
import { describeDevice, readIdentifier } from './rules.ts';
import { deviceCookie, hashToken, newToken, sessionCookie, sessionLifetime } from './session-tokens.ts';

interface SignIn {
  identifier: string;
  password: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** @throws Refusal 401, 403 account_inactive (only with the right password) or 429 */
export async function signIn(
  context: Context,
  limits: SignInLimits,
  { identifier, password, request, reply }: SignIn,
): Promise<{ user: SessionUser; token: string }> {
  const { db, write } = context;
  const typed = readIdentifier(identifier);
  const account = await findAccount(db, typed);
  const device = readDevice(request);
  const deviceHash = device && hashToken(device);
  const known = account && deviceHash ? await isKnownDevice(db, account.id, deviceHash) : false;
  const attempt: Attempt = {
    identifier: 'email' in typed ? typed.email : typed.no_hp,
    address: request.ip,
    device: known ? deviceHash : null,
  };

  const right = await limits.guard(attempt, () => isPassword(account?.password_hash, password));
  if (!right || !account) throw new Refusal('invalid_credentials');
  if (account.status !== 'active') throw new Refusal('account_inactive');

  const token = newToken();
  // Kept when there is one: a family may share a browser, and each of them is known on it.
  const newDevice = device ?? newToken();
  await write(account, async (tx) => {
    await insertSession(tx, {
      user_id: account.id,
      token_hash: hashToken(token),
      perangkat: describeDevice(request.headers['user-agent']),
    });
    await rememberDevice(tx, account.id, hashToken(newDevice));
  });
  setCookies(context, reply, token, newDevice);
  return { user: await findSessionUser(db, account.id), token };
}

/** The device cookie, when it is one that we may have set. */
function readDevice({ headers }: FastifyRequest): string | null {
  return /^[\w-]{43}$/.exec(parseCookie(headers.cookie ?? '')[deviceCookie] ?? '')?.[0] ?? null;
}

const year = 365 * 24 * 60 * 60;

function setCookies({ config }: Context, reply: FastifyReply, token: string, device: string) {
  const shared = {
    httpOnly: true,
    sameSite: 'strict',
    secure: config.publicUrl.startsWith('https:'),
  } as const;
  reply.header('set-cookie', [
    stringifySetCookie({
      name: sessionCookie,
      value: token,
      path: '/',
      maxAge: sessionLifetime / 1_000,
      ...shared,
    }),
    stringifySetCookie({
      name: deviceCookie,
      value: device,
      path: '/api/auth/login',
      maxAge: year,
      ...shared,
    }),
  ]);
}

export function clearSessionCookie({ config }: Context, reply: FastifyReply): void {
  const secure = config.publicUrl.startsWith('https:');
  reply.header(
    'set-cookie',
    stringifySetCookie({
      name: sessionCookie,
      value: '',
      path: '/',
      maxAge: 0,
      httpOnly: true,
      sameSite: 'strict',
      secure,
    }),
  );
}
