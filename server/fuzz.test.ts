/**
 * Thousands of hostile requests derived from the OpenAPI document: no 5xx, no hanging request, every refusal
 * in the standard format, no memory growth.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostileContents } from './testing/fuzz/contents.ts';
import { openEstate } from './testing/fuzz/estate.ts';
import { exchange } from './testing/fuzz/exchange.ts';
import { faultOf } from './testing/fuzz/judge.ts';
import { type HostileRequest, hostileRequests } from './testing/fuzz/requests.ts';

/** More with `npm test -- fuzz --count 100000 --seed 7`. */
const total = Number(process.env.GUYUB_FUZZ_COUNT ?? 2_000);
const seed = Number(process.env.GUYUB_FUZZ_SEED ?? 1);
const hands = 8;
/** Milliseconds per request, on a busy machine. */
const deadline = 20_000;
const restoreEvery = 100;
/** Milliseconds for minimizing a failing request. */
const shrinkingTime = 30_000;

let estate: Awaited<ReturnType<typeof openEstate>>;
beforeAll(async () => {
  estate = await openEstate();
});
afterAll(() => estate.close());

/** Readable, and can be sent with `printf '%b' '…' | nc 127.0.0.1 3001`. */
const printable = ({ bytes }: HostileRequest) =>
  bytes
    .toString('latin1')
    .replace(/[^\x20-\x5b\x5d-\x7e]|'/g, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)
    .replaceAll('\\x0d\\x0a', '\\r\\n');

const statuses = new Map<number | string, number>();

/** Again when the server is busy: restoring the accounts locks many of them in an order of its own. */
async function exchangeOf(request: HostileRequest): Promise<Awaited<ReturnType<typeof exchange>>> {
  const answer = await exchange(estate.port, request, deadline);
  const isBusy = typeof answer !== 'string' && answer.status === 503 && answer.text.includes('"code":"busy"');
  return isBusy ? await exchangeOf(request) : answer;
}

async function fire(hand: number, count: number, contents: readonly Buffer[]): Promise<void> {
  let sent = 0;
  let failedAt = Number.POSITIVE_INFINITY;
  const property = fc.asyncProperty(
    hostileRequests(estate.document, estate.known, contents),
    async (request) => {
      if (performance.now() - failedAt > shrinkingTime) return;
      if ((sent += 1) % restoreEvery === 0) await estate.restore();
      const answer = await exchangeOf(request);
      const status = typeof answer === 'string' ? answer : answer.status;
      if (status === 401) await estate.restore();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const fault = faultOf(request, answer);
      if (fault === undefined) return;
      failedAt = Math.min(failedAt, performance.now());
      throw new Error(fault);
    },
  );
  const { failed, counterexample, errorInstance, numRuns } = await fc.check(property, {
    seed: seed * 2 * hands + hand,
    numRuns: count,
  });
  if (!failed) return;
  const { message } = errorInstance as Error;
  const request = counterexample ? printable(counterexample[0]) : '';
  throw new Error(
    `${message}\n--seed ${seed} (hand ${hand}, request ${numRuns}):\n${request}\nThe server's log:\n${await estate.errors()}`,
  );
}

const volley = (count: number, from: number, contents: readonly Buffer[]) =>
  Promise.all(
    Array.from({ length: hands }, (_, hand) => fire(from + hand, Math.ceil(count / hands), contents)),
  );

test(`${total} hostile requests cause no error, hang or leak`, {
  timeout: 120_000 + total * 60,
}, async () => {
  const contents = await hostileContents();
  await volley(total * 0.25, 0, contents);
  const early = await estate.memory.read();
  await volley(total * 0.75, hands, contents);
  const late = await estate.memory.read();
  const answers = [...statuses].toSorted(([a], [b]) => String(a).localeCompare(String(b)));
  console.log(
    `--seed ${seed}:`,
    Object.fromEntries(answers),
    'megabytes after a quarter and at the end:',
    early,
    late,
  );

  expect(await estate.violations()).toEqual([]);
  expect(late.heap - early.heap).toBeLessThan(20);
  expect(late.rss - early.rss).toBeLessThan(120);
  // Ensures that requests were accepted and refused for all reasons; 201 needs too many right values at once.
  for (const status of [200, 400, 401, 403, 404, 413, 415, 422])
    expect(statuses).toContainEqual([status, expect.any(Number)]);
});
