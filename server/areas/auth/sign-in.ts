/** Sign-in. The argon2 work is the same for unknown accounts; the cookie is for pictures and sockets. */
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionUser } from '../../../contract/auth.ts';
import type { Context } from '../../context.ts';
import { sessionLifetime } from '../../database/author.ts';
import { bearerToken } from '../../http/admit.ts';
import { clientAddress, networkOf } from '../../http/limits/address.ts';
import { Refusal } from '../../http/refusal.ts';
import { pseudonym } from '../../log.ts';
import { isPassword } from './hash-password.ts';
import {
  findAccount,
  findSessionUser,
  insertSession,
  isKnownDevice,
  isUnchanged,
  rememberDevice,
} from './queries.ts';
import { describeDevice, readIdentifier } from './rules.ts';
import { deviceCookie, deviceDays, hashToken, newToken, sessionCookie } from './session-tokens.ts';
import type { Attempt, SignInLimits } from './sign-in-limits.ts';

interface SignIn {
  identifier: string;
  password: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

export async function signIn(
  context: Context,
  limits: SignInLimits,
  { identifier, password, request, reply }: SignIn,
): Promise<{ user: SessionUser; token: string }> {
  const typed = readIdentifier(identifier);
  const address = clientAddress(request);
  const gone = goneWith(reply);
  let account = await findAccount(context.db, typed);
  const device = readDevice(context, request);
  const attempt: Attempt = {
    identifier: 'email' in typed ? typed.email : typed.no_hp,
    address,
    device: await knownDevice(context, account, device),
    gone,
  };
  const log = request.log.child({
    account: account?.id ?? null,
    typed: pseudonym(attempt.identifier),
    network: pseudonym(networkOf(address)),
  });
  try {
    const right = await limits.guard(attempt, async () => {
      account = await findAccount(context.db, typed); // may have changed while the attempt waited
      return await isPassword(account?.password_hash, password);
    });
    if (!right || !account) throw new Refusal('invalid_credentials');
    if (account.status !== 'active') throw new Refusal('account_inactive');
    // Keeps an existing device cookie: several family members may sign in with one browser.
    const cookies = { token: newToken(), device: device ?? newToken() };
    await openSession(context, account, cookies, request.headers['user-agent']);
    setCookies(context, reply, cookies);
    log.info('signed in');
    return { user: await findSessionUser(context.db, account.id), token: cookies.token };
  } catch (error) {
    if (error instanceof Refusal) log.warn({ code: error.code }, 'sign-in refused');
    throw error;
  }
}

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;
interface Cookies {
  token: string;
  device: string;
}

function goneWith(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}

async function knownDevice({ db }: Context, account: Account | undefined, device: string | null) {
  if (!account || !device) return null;
  const deviceHash = hashToken(device);
  return (await isKnownDevice(db, account.id, deviceHash)) ? deviceHash : null;
}

async function openSession(
  { write, signer }: Context,
  account: Account,
  { token, device }: Cookies,
  userAgent: string | undefined,
): Promise<void> {
  await write('system', async (tx) => {
    // The account may have been closed or its password changed while the hash was computed.
    if (!(await isUnchanged(tx, account))) throw new Refusal('invalid_credentials');
    await insertSession(tx, signer, {
      user_id: account.id,
      token_hash: hashToken(token),
      perangkat: describeDevice(userAgent),
    });
    await rememberDevice(tx, account.id, hashToken(device));
  });
}

function readDevice({ config }: Context, { headers }: FastifyRequest): string | null {
  const cookies = parseCookie(headers.cookie ?? '');
  return /^[\w-]{43}$/.exec(cookies[deviceCookie(config.publicUrl)] ?? '')?.[0] ?? null;
}

function cookie({ config: { publicUrl } }: Context, name: string, value: string, maxAge: number): string {
  const secure = publicUrl.startsWith('https:');
  return stringifySetCookie({ name, value, maxAge, path: '/', httpOnly: true, sameSite: 'strict', secure });
}

const cookieOfSession = (context: Context, token: string) =>
  cookie(context, sessionCookie(context.config.publicUrl), token, sessionLifetime / 1_000);

function setCookies(context: Context, reply: FastifyReply, { token, device }: Cookies) {
  const ofDevice = cookie(context, deviceCookie(context.config.publicUrl), device, deviceDays * 24 * 60 * 60);
  reply.header('set-cookie', [cookieOfSession(context, token), ofDevice]);
}

/** Sessions in use never expire, but the cookie would after 30 days, and pictures would no longer load. */
export function renewCookie(context: Context, request: FastifyRequest, reply: FastifyReply): void {
  const token = bearerToken(request);
  if (token) reply.header('set-cookie', cookieOfSession(context, token));
}

export function clearBrowser(context: Context, reply: FastifyReply): void {
  reply.header('set-cookie', cookie(context, sessionCookie(context.config.publicUrl), '', 0));
  reply.header('clear-site-data', '"cache"');
}
