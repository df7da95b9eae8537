// Simulated residents: `node bench/residents.ts '{ "url", "people", "seconds", … }'`. Each signs in, connects
// a socket, opens screens, refetches changed data, with pauses of a few seconds. Prints response times by
// kind and unexpected responses.
import { login } from '../contract/auth.ts';
import { wargaDashboard } from '../contract/dashboard.ts';
import type { Topic } from '../contract/events.ts';
import { listNotifications } from '../contract/notifications.ts';
import { listOwnPaymentsWarga, uploadPaymentWarga } from '../contract/payments.ts';
import { commentPost, likePost, listPosts } from '../contract/posts.ts';
import { makeRandom, type Random } from '../server/demo/random.ts';
import { openIdleSocket } from '../server/testing/idle-socket.ts';
import { callsTo, type Person } from '../server/testing/people.ts';
import { password } from './estate.ts';
import { type Day, type DayOrder, pause } from './measure.ts';
import { shrunk } from './photos.ts';

type Call = Person['call'];
type Screen = 'dashboard' | 'payments' | 'feed' | 'notifications';

const topics: Record<Screen, Topic> = {
  dashboard: 'dashboard',
  payments: 'payments',
  feed: 'posts',
  notifications: 'notifications',
};

const { url, people, arrival, seconds }: DayOrder = JSON.parse(process.argv[2] ?? '{}');
const nextYear = new Date().getFullYear() + 1;
const photo = await shrunk();
const day: Day = { took: 0, times: {}, errors: [] };
const began = performance.now();
const end = began + (arrival + seconds) * 1_000;
await Promise.all(people.map((person, index) => live(person, makeRandom(`resident ${index}`))));
day.took = (performance.now() - began) / 1_000;
console.log(JSON.stringify(day));

async function live({ id, email }: DayOrder['people'][number], random: Random) {
  await pause(random.next() * arrival * 1_000);
  const signedIn = await timed('signing in', () => callsTo(url, null)(login, { body: { email, password } }));
  if (!signedIn) return;
  const { token } = signedIn.body;
  const call = callsTo(url, token);
  let screen: Screen = 'dashboard';
  let paid = 0;

  const socket = openIdleSocket(url, token);
  const outcome = await socket.outcome;
  if (outcome !== 'connected') day.errors.push(`a socket was answered ${outcome}`);
  socket.socket.on(
    'data',
    inBursts(
      () => screen,
      random,
      () => open(call, id, screen, 'read again'),
    ),
  );

  while (performance.now() < end) {
    const dice = random.next();
    if (dice < 0.04 && paid < 12) await pay(call, token, (paid += 1));
    else if (dice < 0.14) await react(call, random);
    else {
      screen = random.pick([
        'dashboard',
        'dashboard',
        'payments',
        'payments',
        'feed',
        'feed',
        'feed',
        'notifications',
      ]);
      await open(call, id, screen);
    }
    await pause(random.between(2_000, 6_000));
  }
  socket.socket.destroy();
}

function open(call: Call, userId: number, screen: Screen, kind: string = screen) {
  switch (screen) {
    case 'dashboard':
      return timed(kind, () => call(wargaDashboard));
    case 'payments':
      return timed(kind, () => call(listOwnPaymentsWarga, { params: { userId } }));
    case 'feed':
      return timed(kind, () => call(listPosts, { query: { limit: 20 } }));
    case 'notifications':
      return timed(kind, () => call(listNotifications, { query: { limit: 30 } }));
  }
}

async function react(call: Call, random: Random) {
  const feed = await timed('feed', () => call(listPosts, { query: { limit: 20 } }));
  if (!feed) return;
  const { id } = random.pick(feed.body.data);
  if (random.chance(0.7)) await timed('like', () => call(likePost, { params: { id } }));
  else
    await timed('comment', () => call(commentPost, { params: { id }, body: { komentar: 'Siap, hadir.' } }));
}

async function pay(call: Call, token: string, bulan: number) {
  const files = { bukti_transfer: photo };
  const sent = await timed('proof', () =>
    call(uploadPaymentWarga, { body: { tahun: nextYear, bulan }, files }),
  );
  if (!sent) return;
  const path = `/assets/uploads/${sent.body.data.bukti_transfer}?size=thumb`;
  await timed('thumbnail', async () => {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
    await response.arrayBuffer();
    return response;
  });
}

async function timed<T extends { status: number }>(
  kind: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const asked = performance.now();
  try {
    const answer = await work();
    if (answer.status >= 300) throw new Error(`was answered ${answer.status}`);
    (day.times[kind] ??= []).push(performance.now() - asked);
    return answer;
  } catch (error) {
    day.errors.push(`${kind}: ${String(error)} ${error instanceof Error ? String(error.cause ?? '') : ''}`);
    return undefined;
  }
}

function inBursts(
  screen: () => Screen,
  random: Random,
  read: () => Promise<unknown>,
): (chunk: Buffer) => void {
  let waiting = false;
  let readAt = Number.NEGATIVE_INFINITY;
  return (chunk) => {
    if (waiting || !chunk.includes('["data-changed"') || !chunk.includes(`"${topics[screen()]}"`)) return;
    waiting = true;
    setTimeout(
      () => {
        waiting = false;
        readAt = performance.now();
        if (readAt < end) void read();
      },
      Math.max(0, readAt + 2_000 - performance.now()) + random.between(100, 300),
    );
  };
}
