import { endSession, listSessions, login, logout, me, searchWarga, welcome } from '../../../contract/auth.ts';
import { successes } from '../../../contract/successes.ts';
import type { Context } from '../../context.ts';
import { usedSince } from '../../database/author.ts';
import { clientAddress } from '../../http/limits/address.ts';
import { Refusal } from '../../http/refusal.ts';
import { route } from '../../http/route.ts';
import { readSettings } from '../settings/queries.ts';
import * as queries from './queries.ts';
import { readIdentifier } from './rules.ts';
import { clearBrowser, renewCookie, signIn } from './sign-in.ts';
import { makeSearchLimit, makeSignInLimits } from './sign-in-limits.ts';

export function routes(context: Context) {
  const { db, writeAccount, clock, config } = context;
  const limits = makeSignInLimits(context);
  const countSearch = makeSearchLimit(context);
  return [
    route(login, async ({ body, request, reply }) =>
      signIn(context, limits, { identifier: body.email, password: body.password, request, reply }),
    ),
    route(logout, async ({ actor, reply }) => {
      await writeAccount(actor, actor.id, (tx) => queries.endSessions(tx, { only: actor.sessionId }));
      clearBrowser(context, reply);
      return { message: successes.signedOut };
    }),
    route(me, async ({ actor, request, reply }) => {
      renewCookie(context, request, reply);
      return { user: await queries.findSessionUser(db, actor.id) };
    }),
    route(listSessions, async ({ actor }) => {
      const sessions = await queries.listSessions(db, actor.id, usedSince(clock()));
      return { data: sessions.map((session) => ({ ...session, ini: session.id === actor.sessionId })) };
    }),
    route(endSession, async ({ actor, params }) => {
      const only = params.id;
      const ended = await writeAccount(actor, actor.id, (tx) => queries.endSessions(tx, { only }));
      if (ended === 0) throw new Refusal('not_found');
      return { message: successes.sessionEnded };
    }),
    route(searchWarga, async ({ body, request }) => {
      await countSearch(clientAddress(request));
      const account = await queries.findAccount(db, readIdentifier(body.query));
      return { found: account?.jenis === 'warga' };
    }),
    route(welcome, async () => {
      const { estateName } = await readSettings(db);
      const demo = config.demo && { ...config.demo, accounts: [...config.demo.accounts] };
      return { data: { estateName, demo } };
    }),
  ];
}
