/**
 * Distributed guessing. The clock advances only when the server waits, so durations are those of the test
 * clock.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { makeApp, startOfTests, type TestApp } from '../../testing/app.ts';
import { onPostgres } from '../../testing/databases.ts';
import { eventually } from '../../testing/eventually.ts';
import { password } from '../../testing/people.ts';
import { raw } from '../../testing/raw.ts';
import { untilWaiting } from '../../testing/until-waiting.ts';
import { makeSignInLimits, type SignInLimits } from './sign-in-limits.ts';
import { makeSignInQueue, type SignInQueue } from './sign-in-queue.ts';

let app: TestApp;
const log: string[] = [];
beforeAll(async () => {
  app = await makeApp({ TRUST_PROXY: '127.0.0.1' }, { log: { write: (line) => void log.push(line) } });
});
afterAll(() => app.close());
afterEach(async () => {
  await app.context.write('system', (tx) => tx.db.deleteFrom('attempts').execute());
  app.clock.set(startOfTests);
});

const signIn = (email: string, secret: string, address: string) =>
  raw(app.url, 'POST /api/auth/login', {
    json: { email, password: secret },
    headers: { 'x-forwarded-for': address },
  });
/** Milliseconds of the test clock. */
const passed = () => app.clock.now.getTime() - Date.parse(startOfTests);

describe('through HTTP', () => {
  test.each([
    ['elsewhere', '2a0a:1:2:3::1'],
    ['with the same provider', '2001:db8:ffff:1::1'],
  ])(
    'the owner on a new device, %s, gets in within 30 seconds while 40 networks guess without a pause',
    async (_, home) => {
      await app.as.warga('A1', { email: 'owner@contoh.id' });
      const attack = new AbortController();
      const guesses: string[] = [];
      const guess = async (network: number) => {
        for (let turn = 0; !attack.signal.aborted; turn += 1) {
          // One /48 per network; changes the /64 before a delay begins.
          const address = `2001:db8:${network}:${Math.floor(turn / 5)}::1`;
          if ((await signIn('owner@contoh.id', 'salah', address)).status === 401) guesses.push(address);
        }
      };
      const attackers = Promise.all(Array.from({ length: 40 }, (__, network) => guess(network + 1)));
      while (guesses.length < 40) await signIn('somebody@contoh.id', 'x', '10.9.9.9');
      for (let time = 0; time < 4; time += 1) {
        const before = passed();
        expect((await signIn('owner@contoh.id', password, home)).status).toBe(200);
        expect(passed() - before).toBeLessThan(30_000);
      }
      attack.abort();
      await attackers;
      expect(guesses.length).toBeLessThanOrEqual(passed() / 1_000 + 1);
    },
  );

  test('a second attempt from a waiting network is refused with Retry-After', async () => {
    await app.as.warga('A2', { email: 'twice@contoh.id' });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => signIn('twice@contoh.id', password, '2001:db8:2:2::1')),
    );
    expect(answers.map(({ status }) => status)).toContain(200);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.json).toEqual({
      status: 'error',
      code: 'attempt_waiting',
      message:
        'Percobaan masuk sebelumnya dari jaringan ini masih diproses. Silakan tunggu sebentar lalu coba lagi.',
    });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('an attempt whose client disconnected is not evaluated', async () => {
    await app.as.warga('A4', { email: 'gone@contoh.id' });
    await signIn('gone@contoh.id', 'salah', '10.1.0.1');
    const gate = Promise.withResolvers<void>();
    onTestFinished(() => gate.resolve());
    app.clock.held = gate.promise;
    const attempt = (signal: AbortSignal) =>
      fetch(`${app.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.1.0.2' },
        body: JSON.stringify({ email: 'gone@contoh.id', password: 'salah' }),
        signal,
      });
    // Whichever arrives second is refused while the other one waits.
    const lines = [new AbortController(), new AbortController()];
    const attempts = lines.map(async ({ signal }, index) => {
      const { code } = (await (await attempt(signal)).json()) as { code: string };
      return { index, code };
    });
    const refused = await Promise.race(attempts);
    expect(refused.code).toBe('attempt_waiting');
    const left = attempts[1 - refused.index]?.catch(() => 'left');
    lines[1 - refused.index]?.abort();
    await eventually(() =>
      expect(log.join('')).toContain('"code":"upload_interrupted","msg":"sign-in refused"'),
    );
    gate.resolve();
    expect(await left).toBe('left');
    expect((await signIn('gone@contoh.id', password, '10.1.0.2')).status).toBe(200);
  });

  test.runIf(onPostgres)(
    'a client that hangs up while its account is read leaves no error in the log',
    async () => {
      const { writer } = app.context.database;
      const hangingUp = new AbortController();
      log.length = 0;
      await writer.transaction().execute(async (tx) => {
        await sql`LOCK TABLE users IN ACCESS EXCLUSIVE MODE`.execute(tx);
        const left = fetch(`${app.url}/api/auth/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: 'nobody@contoh.id', password: 'salah' }),
          signal: hangingUp.signal,
        }).catch(() => 'left');
        await untilWaiting(app, 1);
        hangingUp.abort();
        expect(await left).toBe('left');
        await raw(app.url, 'GET /healthz'); // the server has seen it since
      });
      await eventually(() =>
        expect(log.join('')).toContain('"code":"upload_interrupted","msg":"sign-in refused"'),
      );
      expect(log.join('')).not.toMatch(/"level":50|"stack"/);
    },
  );

  test('existing and unknown accounts wait equally long', async () => {
    await app.as.warga('A3', { email: 'here@contoh.id' });
    const waits = async (email: string) => {
      const seen = [];
      for (let network = 1; network <= 6; network += 1) {
        const before = passed();
        const { status, text } = await signIn(email, 'salah', `10.${network}.0.1`);
        seen.push([status, text, passed() - before]);
      }
      return seen;
    };
    const here = await waits('here@contoh.id');
    expect(await waits('nowhere@contoh.id')).toEqual(here);
    expect(here.at(-1)?.[2]).toBe(1_000);
  });
});

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const outcome = (attempt: Promise<boolean>) => attempt.catch((error: { code: string }) => error.code);

describe('with what the database has counted', () => {
  let gate: PromiseWithResolvers<void>;
  const close = () => {
    gate = Promise.withResolvers();
    app.clock.held = gate.promise;
  };
  let looks: { address: string; at: number }[];
  beforeEach(() => {
    close();
    looks = [];
  });
  afterEach(() => gate.resolve());
  const open = () => makeSignInLimits(app.context);
  const look = (limits: SignInLimits, address: string, right = false) =>
    limits.guard({ identifier: 'dia@contoh.id', address, device: null }, async () => {
      looks.push({ address, at: passed() });
      return right;
    });
  /** Resolves when the attempt waits: then a second one of the same network is refused. */
  const enter = async (limits: SignInLimits, address: string, right = false) => {
    const both = [look(limits, address, right), look(limits, address, right)].map(outcome);
    expect(await Promise.race(both)).toBe('attempt_waiting');
    return both;
  };
  const fail = async (limits: SignInLimits, address: string) => {
    gate.resolve();
    await look(limits, address);
    close();
    looks = [];
  };

  test('evaluates one attempt per second, from any number of networks', async () => {
    const limits = open();
    await fail(limits, '10.0.0.1');
    const attack = await Promise.all(numbers(60).map((number) => enter(limits, `10.${number + 1}.0.1`)));
    gate.resolve();
    await Promise.all(attack.flat());
    const gaps = looks.slice(1).map(({ at }, index) => at - (looks[index]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000);
    expect(looks.length).toBeLessThanOrEqual(31);
    expect(looks.length).toBeGreaterThanOrEqual(15);
  });

  // Uses real time, which stands still in the other tests during database calls.
  test('evaluates one attempt per second with several processes', async () => {
    const real = { ...app.context, clock: () => new Date(), pause };
    const processes = [makeSignInLimits(real), makeSignInLimits(real), makeSignInLimits(real)];
    await look(makeSignInLimits(real), '10.0.0.1');
    const began = performance.now();
    await Promise.all(
      processes.flatMap((limits, number) => [
        look(limits, `10.${number}.1.1`),
        look(limits, `10.${number}.2.1`),
      ]),
    );
    expect(looks).toHaveLength(7);
    expect(performance.now() - began).toBeGreaterThan(5_500);
  });

  test.each<[string, string[], (number: number) => string, string]>([
    ['of its own /24 that have failed', [], (number) => `10.1.1.${number}`, '10.1.1.99'],
    ['of a /24 that has failed, new ones, too', ['10.1.1.99'], (number) => `10.1.1.${number}`, '10.1.2.1'],
    ['of a /16 that has failed', ['10.1.99.1'], (number) => `10.1.${number}.1`, '10.2.1.1'],
    [
      'of a /48 that has failed',
      ['2001:db8:1:99::1'],
      (number) => `2001:db8:1:${number}::1`,
      '2001:db8:2:1::1',
    ],
    [
      'of a /32 that has failed',
      ['2001:db8:99:1::1'],
      (number) => `2001:db8:${number}:1::1`,
      '2001:db9:1:1::1',
    ],
  ])('whoever comes from elsewhere is before all networks %s', async (_, failed, addressOf, home) => {
    const attackers = numbers(12).map((number) => addressOf(number + 1));
    for (const address of failed.length > 0 ? failed : attackers) await fail(open(), address);
    const limits = open();
    const before = await Promise.all(attackers.slice(0, 6).map((address) => enter(limits, address)));
    const owner = await enter(limits, home, true);
    const after = await Promise.all(attackers.slice(6).map((address) => enter(limits, address)));
    gate.resolve();
    expect(await Promise.all(owner)).toContain(true);
    expect(looks[0]?.address).toBe(home);
    await Promise.all([...before, ...after].flat());
  });
});

describe('the order itself', () => {
  let [time, looked] = [0, [] as string[]];
  let pauses: (() => void)[] = [];
  /** Next allowed attempt at the account, stored in the database. */
  let freeAt = 0;
  beforeEach(() => {
    [time, looked, pauses, freeAt] = [0, [], [], 0];
  });
  const open = () =>
    makeSignInQueue(
      () => new Date(time),
      () => new Promise<void>((resolve) => void pauses.push(resolve)),
    );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const pass = async (milliseconds: number) => {
    for (const end = time + milliseconds; time < end; ) {
      time += 50;
      for (const go of pauses.splice(0)) go();
      await settled();
    }
  };
  /** Failures at the account from the own, middle and wide network, and of the own network at any account. */
  type Failed = [own: number, middle: number, wide: number, anywhere: number];
  interface Guess {
    failed?: Failed;
    account?: string;
    gone?: AbortSignal;
    during?: () => Promise<unknown>;
  }
  const enter = (
    queue: SignInQueue,
    network: string,
    { failed = [0, 0, 0, 0], account = 'dia', gone, during }: Guess = {},
  ) =>
    outcome(
      queue.enter({
        account,
        networks: [network, network.slice(0, 4), network.slice(0, 2)],
        failures: { at: failed.slice(0, 3), anywhere: failed[3] },
        gone,
        verify: async () => {
          if (account === 'dia' && time < freeAt) return { tooEarly: freeAt - time };
          if (account === 'dia') freeAt = time + 1_000;
          looked.push(network);
          await during?.();
          return { right: network === 'owner' };
        },
      }),
    );

  test('after a failure, attempts from other large networks go first', async () => {
    const queue = open();
    const attack = numbers(20).map((number) => enter(queue, `at${number}`));
    const owner = enter(queue, 'owner');
    attack.push(...numbers(20).map((number) => enter(queue, `at${number + 20}`)));
    await settled();
    await pass(1_000);
    expect(await owner).toBe(true);
    expect(looked).toHaveLength(2);
    await pass(30_000);
    await Promise.all(attack);
  });

  test('networks with failures are delayed in favour of other processes', async () => {
    const [one, two] = [open(), open()];
    freeAt = 1_000;
    const attack = numbers(5).map((number) => enter(one, `at${number}`, { failed: [3, 3, 3, 3] }));
    const owner = enter(two, 'owner');
    await settled();
    await pass(1_100);
    expect(await owner).toBe(true);
    expect(looked).toEqual(['owner']);
    await pass(40_000);
    await Promise.all(attack);
  });

  test.each<[string, Failed, Failed]>([
    ['has not failed is before those who have, wherever it was guessed at more', [0, 9, 9, 9], [1, 1, 1, 1]],
    ['has failed once is before those who have failed more often', [1, 9, 9, 9], [2, 9, 9, 9]],
    ['has failed nowhere is before those who have at other accounts', [0, 0, 0, 0], [0, 0, 0, 1]],
  ])('whoever %s', async (_, ownerFailed, failed) => {
    const queue = open();
    const held = numbers(2).map(() => Promise.withResolvers<void>());
    const others = held.map(({ promise }, number) =>
      enter(queue, `x${number}`, { account: `x${number}`, during: () => promise }),
    );
    const attack = numbers(5).map((number) => enter(queue, `at${number}`, { failed }));
    const owner = enter(queue, 'owner', { failed: ownerFailed });
    attack.push(...numbers(5).map((number) => enter(queue, `at${number + 5}`, { failed })));
    await settled();
    time += 2_000;
    held[0]?.resolve();
    expect(await owner).toBe(true);
    expect(looked.slice(0, 3)).toEqual(['x0', 'x1', 'owner']);
    held[1]?.resolve();
    await pass(40_000);
    await Promise.all([...attack, ...others]);
  });

  test('a failure lowers the rank of the network at all accounts', async () => {
    const queue = open();
    const first = Promise.withResolvers<void>();
    const other = Promise.withResolvers<void>();
    const spray = (number: number, during?: () => Promise<void>) =>
      enter(queue, 'at', { account: `akun ${number}`, ...(during ? { during } : {}) });
    const attack = [
      spray(1, () => first.promise),
      enter(queue, 'x', { account: 'x', during: () => other.promise }),
    ];
    attack.push(spray(2), spray(3));
    const owner = enter(queue, 'owner', { account: 'lain' });
    attack.push(spray(4), spray(5));
    first.resolve();
    expect(await owner).toBe(true);
    expect(looked.slice(0, 3)).toEqual(['at', 'x', 'owner']);
    other.resolve();
    await Promise.all(attack);
  });

  test('an equal attempt is not starved by newer ones', async () => {
    const queue = open();
    const [, older] = numbers(2).map((number) => enter(queue, `${number + 10}`));
    const over: unknown[] = [];
    void older?.then((answer) => over.push(answer));
    for (let second = 0; over.length === 0 && second < 28; second += 1) {
      void enter(queue, `${second + 20}`);
      await pass(1_000);
    }
    expect(over).toEqual([false]);
    await pass(60_000);
  });

  test('an equal attempt is not starved by older ones', async () => {
    const queue = open();
    void numbers(60).map((number) => enter(queue, `${number + 10}`));
    const newest = enter(queue, 'owner');
    await settled();
    await pass(29_000);
    expect(await newest).toBe(true);
    await pass(60_000);
  });

  test('every attempt is answered within thirty seconds under constant load', async () => {
    const queue = open();
    freeAt = 60_000;
    const held = Promise.withResolvers<void>();
    const others = ['x', 'y'].map((name) =>
      enter(queue, name, { account: name, during: () => held.promise }),
    );
    const patient = enter(queue, 'at');
    await settled();
    time += 30_000;
    held.resolve();
    expect(await patient).toBe('too_many_attempts');
    await Promise.all(others);
  });

  test('with ten thousand networks a thousand wait at most, and the owner goes first', async () => {
    const queue = open();
    let refused = 0;
    const flood = numbers(10_000).map((number) =>
      enter(queue, `at${number}`).then((answer) => (refused += answer === 'too_many_attempts' ? 1 : 0)),
    );
    await settled();
    expect(refused).toBe(9_000);
    const [owner, other] = [enter(queue, 'owner'), enter(queue, 'owner', { account: 'lain' })];
    await pass(1_000);
    expect([await owner, await other]).toEqual([true, true]);
    await pass(30_000);
    await Promise.all(flood);
    expect(looked.length).toBeLessThanOrEqual(33);
  });

  test('in a flood at ten thousand accounts, networks without failures go first', async () => {
    const queue = open();
    const during = () => new Promise((resolve) => setImmediate(resolve));
    const flood = numbers(10_000).map((number) =>
      enter(queue, `at${number % 200}`, { account: `akun ${number}`, during }),
    );
    await settled();
    await settled();
    expect(await enter(queue, 'owner', { account: 'lain', during })).toBe(true);
    expect(looked.length).toBeLessThan(20);
    const answers = await Promise.all(flood);
    expect(answers.filter((answer) => answer === false).length).toBeLessThanOrEqual(1_010);
  });

  test('a disconnected attempt is not evaluated and frees its place', async () => {
    const queue = open();
    freeAt = 1_000;
    const gone = new AbortController();
    const left = enter(queue, 'owner', { gone: gone.signal });
    await settled();
    expect(await enter(queue, 'owner')).toBe('attempt_waiting');
    gone.abort();
    expect(await left).toBe('upload_interrupted');
    const again = enter(queue, 'owner');
    expect(await enter(queue, 'at', { gone: AbortSignal.abort() })).toBe('upload_interrupted');
    await pass(1_000);
    expect(await again).toBe(true);
    expect(looked).toEqual(['owner']);
  });

  test('disconnecting during the evaluation does not allow another one', async () => {
    const queue = open();
    const gone = new AbortController();
    let [under, most] = [0, 0];
    const during = async () => {
      most = Math.max(most, (under += 1));
      gone.abort();
      await settled();
      under -= 1;
    };
    const all = numbers(5).map((number) =>
      enter(queue, `at${number}`, {
        account: 'lain',
        during,
        ...(number === 0 ? { gone: gone.signal } : {}),
      }),
    );
    await pass(10_000);
    await Promise.all(all);
    expect(most).toBe(1);
  });
});
