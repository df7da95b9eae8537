import pLimit from 'p-limit';
import { dateIn, hourIn } from '../../../contract/format.ts';
import {
  digestText,
  isQuiet,
  type MutableKind,
  type PushMessage,
  pushTexts,
} from '../../../contract/push.ts';
import { startOfDay } from '../../clock.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../database/open.ts';
import * as queries from './queries.ts';
import { mayHear } from './rules.ts';
import { type Sender, sendPush } from './send-push.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Older news is not pushed, e.g. that of a restored backup. No quiet hours last as long. */
const day = 24 * hour;
/** A claim of a process that died is taken over after this time. */
const claimLasts = 10 * minute;
/** Requests to push services at once. */
const atOnce = 20;

/**
 * Pushes what waits, or holds it until the end of the quiet hours; then it is told as one text. Each news is claimed by one
 * process. One that dies in between leaves its claim to another: the repeated push has the same tag, so that it is shown once.
 * @param stopping ends the requests; news of whom not every phone was reached waits for the next start, as after a crash
 */
export async function deliverPushes(
  context: Context,
  stopping = new AbortController().signal,
): Promise<void> {
  while (!stopping.aborted && (await deliverSome(context, stopping)));
}

async function deliverSome(
  { db, write, clock, config, pushService: service, log }: Context,
  stopping: AbortSignal,
): Promise<boolean> {
  const now = clock();
  const takenBefore = new Date(now.getTime() - claimLasts).toISOString();
  const claimed = await write('system', (tx) => queries.claimNews(tx, takenBefore));
  if (claimed.length === 0) return false;
  const done = new Set(claimed.map(({ id }) => id));
  const current = await queries.listCurrent(db, [...done], new Date(now.getTime() - day).toISOString());
  const byUser = Map.groupBy(current.filter(mayHear), ({ user_id }) => user_id);
  const choiceOf = await queries.findChoices(db, [...byUser.keys()]);
  const present = hourIn(config.timeZone, now);
  const messages = new Map<number, PushMessage>();
  const held: [ids: number[], until: string][] = [];
  for (const [userId, news] of byUser) {
    const choice = choiceOf(userId);
    const ids = news.map(({ id }) => id);
    if (isQuiet(present, choice)) {
      held.push([ids, nextTime(choice.tenang_sampai, now, config.timeZone)]);
      continue;
    }
    const wanted = news.filter(({ jenis }) => !choice.bisu.includes(jenis as MutableKind));
    const message = messageOf(wanted);
    if (message) messages.set(userId, message);
  }
  const { gone, unreached } = await sendAll({ db, service, log, stopping }, config.publicUrl, messages);
  for (const userId of unreached)
    held.push([(byUser.get(userId) ?? []).map(({ id }) => id), now.toISOString()]);
  for (const [ids] of held) for (const id of ids) done.delete(id);
  await write('system', async (tx) => {
    for (const [ids, until] of held) await queries.holdNews(tx, ids, until);
    if (gone.length > 0) await queries.deleteSubscriptions(tx, gone);
    if (done.size > 0) await queries.deleteNews(tx, [...done]);
  });
  return true;
}

/** @returns ids of the subscriptions that are gone, and of the users of whom `stopping` left a phone without its push */
async function sendAll(
  { db, ...how }: Omit<Sender, 'vapid'> & { db: Db },
  publicUrl: string,
  messages: ReadonlyMap<number, PushMessage>,
) {
  const gone: number[] = [];
  const unreached = new Set<number>();
  const keys = messages.size > 0 && (await queries.findVapid(db));
  if (!keys) return { gone, unreached };
  const vapid = { publicKey: keys.publik, privateKey: keys.privat, subject: contactOf(publicUrl) };
  const limit = pLimit(atOnce);
  const send = async (subscription: queries.Subscription) => {
    const message = messages.get(subscription.user_id);
    const outcome = message && (await sendPush({ ...how, vapid }, subscription, message));
    if (outcome === 'gone') gone.push(subscription.id);
    if (outcome === 'interrupted') unreached.add(subscription.user_id);
  };
  const subscriptions = await queries.listSubscriptions(db, [...messages.keys()]);
  await Promise.all(subscriptions.map((each) => limit(send, each)));
  return { gone, unreached };
}

/** Leads to the page of its news, to the dashboard if there are several. */
function messageOf(news: readonly queries.CurrentNews[]): PushMessage | undefined {
  const [first] = news;
  if (!first) return undefined;
  const { id, jenis, halaman } = first;
  const isOnePage = news.every((each) => each.halaman === halaman);
  return {
    isi: news.length > 1 ? digestText(news.length) : pushTexts[jenis],
    tag: `kabar-${id}`,
    halaman: (isOnePage && halaman) || 'dashboard',
  };
}

function nextTime(atHour: number, now: Date, timeZone: string): string {
  const on = (day: Date) => new Date(startOfDay(dateIn(timeZone, day), timeZone).getTime() + atHour * hour);
  const today = on(now);
  return (today > now ? today : on(new Date(now.getTime() + day))).toISOString();
}

/** Push services want an address in case of abuse. */
const contactOf = (publicUrl: string) =>
  publicUrl.startsWith('https:') ? publicUrl : 'mailto:pengurus@guyub.invalid';
