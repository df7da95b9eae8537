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
 */
export async function deliverPushes(context: Context): Promise<void> {
  while (await deliverSome(context));
}

async function deliverSome({
  db,
  write,
  clock,
  config,
  pushService: service,
  log,
}: Context): Promise<boolean> {
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
      for (const id of ids) done.delete(id);
      continue;
    }
    const wanted = news.filter(({ jenis }) => !choice.bisu.includes(jenis as MutableKind));
    const message = messageOf(wanted);
    if (message) messages.set(userId, message);
  }
  if (held.length > 0)
    await write('system', async (tx) => {
      for (const [ids, until] of held) await queries.holdNews(tx, ids, until);
    });
  if (messages.size > 0) {
    const keys = await queries.findVapid(db);
    const subscriptions = await queries.listSubscriptions(db, [...messages.keys()]);
    if (keys) {
      const vapid = { publicKey: keys.publik, privateKey: keys.privat, subject: contactOf(config.publicUrl) };
      const gone = await sendAll({ service, log, vapid }, subscriptions, messages);
      if (gone.length > 0) await write('system', (tx) => queries.deleteSubscriptions(tx, gone));
    }
  }
  if (done.size > 0) await write('system', (tx) => queries.deleteNews(tx, [...done]));
  return true;
}

/** @returns ids of the subscriptions that are gone */
async function sendAll(
  sender: Sender,
  subscriptions: readonly queries.Subscription[],
  messages: ReadonlyMap<number, PushMessage>,
): Promise<number[]> {
  const gone: number[] = [];
  const limit = pLimit(atOnce);
  const send = async (subscription: queries.Subscription) => {
    const message = messages.get(subscription.user_id);
    if (message && (await sendPush(sender, subscription, message))) gone.push(subscription.id);
  };
  await Promise.all(subscriptions.map((each) => limit(send, each)));
  return gone;
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
