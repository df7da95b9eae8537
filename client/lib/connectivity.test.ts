import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type Connection,
  type ConnectionEvent,
  checkInterval,
  connectionOf,
  initialState,
  nextState,
  type Outcome,
  watchConnection,
} from './connectivity.ts';

const after = (...evidence: ConnectionEvent[]): Connection =>
  connectionOf(evidence.reduce(nextState, initialState));

test.each<[string, ConnectionEvent[], Connection]>([
  ['before anything is known: connected', [], 'connected'],
  ['nothing gets through and the browser has no network', ['no-internet'], 'no-internet'],
  ['nothing gets through although the browser claims to be online', ['no-answer'], 'no-answer'],
  ['a proxy answers in the server’s place', ['server-down'], 'server-down'],
  ['any answer of the server ends it', ['no-answer', 'answered'], 'connected'],
  ['a connected socket ends it', ['no-internet', 'live'], 'connected'],
  ['a lost socket alone says nothing', ['live', 'live-lost'], 'connected'],
  ['a socket lost, then nothing gets through', ['live', 'live-lost', 'no-answer'], 'no-answer'],
  [
    'the server said goodbye, then nothing gets through',
    ['live', 'live-closed-by-server', 'no-answer'],
    'server-down',
  ],
  [
    'the server said goodbye, then the phone lost its network',
    ['live', 'live-closed-by-server', 'no-internet'],
    'no-internet',
  ],
  [
    'a server that said goodbye may answer a moment longer',
    ['live', 'live-closed-by-server', 'answered', 'no-answer'],
    'server-down',
  ],
  [
    'a goodbye counts only until the socket is connected again',
    ['live', 'live-closed-by-server', 'live', 'live-lost', 'no-answer'],
    'no-answer',
  ],
  [
    'the first answered check without the socket: it is only woken',
    ['live-lost', 'check-answered'],
    'connected',
  ],
  [
    'the second answered check without the socket',
    ['live-lost', 'check-answered', 'check-answered'],
    'no-live-updates',
  ],
  ['answers of ordinary calls are no checks', ['live-lost', 'answered', 'answered', 'answered'], 'connected'],
  ['the socket is back', ['live-lost', 'check-answered', 'check-answered', 'live'], 'connected'],
  [
    'without a socket to be expected',
    ['live-lost', 'live-stopped', 'check-answered', 'check-answered'],
    'connected',
  ],
])('%s', (_, evidence, expected) => {
  expect(after(...evidence)).toBe(expected);
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('checks again until the server answers, then never', async () => {
  const outcomes: Outcome[] = ['no-answer', 'server-down', 'answered'];
  const check = vi.fn<() => Promise<Outcome>>(() => Promise.resolve(outcomes.shift() ?? 'answered'));
  const connection = watchConnection(check);
  const seen: Connection[] = [];
  connection.subscribe(() => seen.push(connection.current()));
  connection.checkNow();
  await vi.advanceTimersByTimeAsync(10 * checkInterval);
  expect(seen).toEqual(['no-answer', 'server-down', 'connected']);
  expect(check).toHaveBeenCalledTimes(3);
});

test('a call that failed while a check is under way begins no second one', async () => {
  const check = vi.fn<() => Promise<Outcome>>(() => Promise.resolve('answered'));
  const connection = watchConnection(check);
  connection.checkNow();
  connection.checkNow();
  await vi.advanceTimersByTimeAsync(0);
  expect(check).toHaveBeenCalledTimes(1);
});

test('a lost socket is checked after a while, even when calls are answered all the time', async () => {
  const check = vi.fn<() => Promise<Outcome>>(() => Promise.resolve('answered'));
  const connection = watchConnection(check);
  connection.report('live-lost');
  for (let second = 0; second < (3 * checkInterval) / 1_000; second++) {
    connection.report('answered');
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(connection.current()).toBe('no-live-updates');
});
