import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeApp, startOfTests, type TestApp } from '../../testing/app.ts';
import { eventually } from '../../testing/eventually.ts';
import { password } from '../../testing/people.ts';
import { cookiesOf, type RawResponse, raw } from '../../testing/raw.ts';
import { makeSignInLimits } from './sign-in-limits.ts';

/** Trusts X-Forwarded-For, so that each request can have its own address. */
let app: TestApp;
beforeAll(async () => {
  app = await makeApp({ TRUST_PROXY: '127.0.0.1' });
});
afterAll(() => app.close());
afterEach(() => app.clock.set(startOfTests));

interface From {
  address?: string;
  cookie?: string;
}

const attempt = (email: string, secret: string, { address = '10.0.0.1', cookie }: From = {}) =>
  raw(app.url, 'POST /api/auth/login', {
    json: { email, password: secret },
    headers: { 'x-forwarded-for': address },
    ...(cookie === undefined ? {} : { cookie }),
  });

async function fail(times: number, email: string, from?: From): Promise<RawResponse[]> {
  const answers = [];
  for (let index = 0; index < times; index++) answers.push(await attempt(email, 'salah sekali', from));
  return answers;
}

const statuses = (answers: RawResponse[]) => answers.map(({ status }) => status);
const later = (seconds: number) =>
  app.clock.set(new Date(app.clock.now.getTime() + seconds * 1_000).toISOString());

describe('too many failures', () => {
  test('are answered with a delay that grows, said in Retry-After', async () => {
    await app.as.warga('A1', { email: 'grow@contoh.id' });
    expect(statuses(await fail(6, 'grow@contoh.id'))).toEqual([401, 401, 401, 401, 401, 401]);
    for (const seconds of [1, 2, 4, 8, 16, 32]) {
      const refused = await attempt('grow@contoh.id', password);
      expect(refused).toMatchObject({ status: 429, json: { status: 'error', code: 'too_many_attempts' } });
      expect(refused.headers.get('retry-after')).toBe(String(seconds));
      later(seconds);
      expect(statuses(await fail(1, 'grow@contoh.id'))).toEqual([401]);
    }
  });

  test('refused attempts do not count, and the right password works after the delay', async () => {
    await app.as.warga('A2', { email: 'wait@contoh.id' });
    await fail(6, 'wait@contoh.id');
    expect(statuses(await fail(20, 'wait@contoh.id'))).toEqual(Array(20).fill(429));
    later(1);
    expect((await attempt('wait@contoh.id', password)).status).toBe(200);
  });

  test('cause delays of at most fifteen minutes', async () => {
    const from = { address: '10.0.0.9' };
    for (let round = 0; round < 20; round++) {
      await fail(1, 'longest@contoh.id', from);
      later(15 * 60);
    }
    await fail(1, 'longest@contoh.id', from);
    const refused = await attempt('longest@contoh.id', 'x', from);
    expect(refused.headers.get('retry-after')).toBe(String(15 * 60));
  });

  test('delays also apply to parallel guesses', async () => {
    await app.as.warga('A3', { email: 'burst@contoh.id' });
    const answers = await Promise.all(Array.from({ length: 60 }, () => attempt('burst@contoh.id', 'salah')));
    // Five are free; at most three more were already running when the delay began.
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(9);
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(51);
  });

  test('unknown accounts are delayed like existing ones', async () => {
    await app.as.warga('A4', { email: 'known@contoh.id' });
    const known = await fail(8, 'known@contoh.id', { address: '10.0.1.1' });
    const unknown = await fail(8, 'unknown@contoh.id', { address: '10.0.1.2' });
    const seen = (answers: RawResponse[]) =>
      answers.map(({ status, text, headers }) => [status, text, headers.get('retry-after')]);
    expect(seen(unknown)).toEqual(seen(known));
  });

  test('different notations of one identifier count together', async () => {
    await app.as.warga('A5', { email: 'spell@contoh.id', no_hp: '081277770001' });
    const from = { address: '10.0.1.3' };
    const spellings = [
      '081277770001',
      '+6281277770001',
      '0812-7777-0001',
      '62 812 7777 0001',
      '081277770001',
      '0812 77770001',
    ];
    for (const typed of spellings) await fail(1, typed, from);
    expect((await attempt('081277770001', password, from)).status).toBe(429);
  });

  test('expire an hour after the last failure', async () => {
    await app.as.warga('A6', { email: 'forget@contoh.id' });
    const from = { address: '10.0.1.4' };
    await fail(6, 'forget@contoh.id', from);
    later(59 * 60);
    expect(statuses(await fail(2, 'forget@contoh.id', from))).toEqual([401, 429]);
    later(60 * 60);
    expect(statuses(await fail(5, 'forget@contoh.id', from))).toEqual([401, 401, 401, 401, 401]);
    expect((await attempt('forget@contoh.id', password, from)).status).toBe(200);
  });
});

describe('what does not count', () => {
  test('failures counted while the clock was wrong', async () => {
    await app.as.warga('B0', { email: 'ahead@contoh.id' });
    const from = { address: '10.0.2.0' };
    later(24 * 60 * 60);
    await fail(6, 'ahead@contoh.id', from);
    expect((await attempt('ahead@contoh.id', password, from)).status).toBe(429);
    app.clock.set(startOfTests);
    expect((await attempt('ahead@contoh.id', password, from)).status).toBe(200);
  });

  test('right passwords, however many', async () => {
    await app.as.warga('B1', { email: 'often@contoh.id' });
    for (let index = 0; index < 15; index++) {
      expect((await attempt('often@contoh.id', password, { address: '10.0.2.1' })).status).toBe(200);
    }
  });

  test('a right password resets the count', async () => {
    await app.as.warga('B2', { email: 'anew@contoh.id' });
    const from = { address: '10.0.2.2' };
    for (let round = 0; round < 3; round++) {
      expect(statuses(await fail(5, 'anew@contoh.id', from))).toEqual([401, 401, 401, 401, 401]);
      expect((await attempt('anew@contoh.id', password, from)).status).toBe(200);
    }
  });
});

describe('nobody locks the owner out', () => {
  test('ten failures from another network do not block the right password', async () => {
    await app.as.warga('C1', { email: 'elsewhere@contoh.id' });
    await fail(10, 'elsewhere@contoh.id', { address: '10.0.3.1' });
    expect((await attempt('elsewhere@contoh.id', password, { address: '10.0.3.1' })).status).toBe(429);
    expect((await attempt('elsewhere@contoh.id', password, { address: '10.0.3.2' })).status).toBe(200);
  });

  test('a known device is not delayed by failures of others, from the same address or elsewhere', async () => {
    await app.as.warga('C2', { email: 'owner@contoh.id' });
    const home = '10.0.3.3';
    const cookie = cookiesOf(await attempt('owner@contoh.id', password, { address: home }));
    await fail(20, 'owner@contoh.id', { address: home });
    for (let index = 0; index < 10; index++) await fail(1, 'owner@contoh.id', { address: `10.1.0.${index}` });
    for (let index = 0; index < 70; index++) await fail(1, `stranger${index}@contoh.id`, { address: home });
    expect((await attempt('owner@contoh.id', password, { address: home })).status).toBe(429);
    expect((await attempt('owner@contoh.id', password, { address: home, cookie })).status).toBe(200);
  });

  test('a browser shared by a family is a known device for each of them', async () => {
    await app.as.warga('C3', { email: 'ibu@contoh.id' });
    await app.as.warga('C4', { email: 'bapak@contoh.id' });
    const home = '10.0.3.4';
    const first = cookiesOf(await attempt('ibu@contoh.id', password, { address: home }));
    const cookie = cookiesOf(await attempt('bapak@contoh.id', password, { address: home, cookie: first }));
    await fail(10, 'ibu@contoh.id', { address: home });
    expect((await attempt('ibu@contoh.id', password, { address: home, cookie })).status).toBe(200);
  });

  test('in a shared browser neither failures nor right passwords of one account count for another', async () => {
    await app.as.warga('J1', { email: 'anak@contoh.id' });
    await app.as.warga('J2', { email: 'ayah@contoh.id' });
    const from = { address: '10.0.3.8' };
    const first = cookiesOf(await attempt('ayah@contoh.id', password, from));
    const shared = {
      ...from,
      cookie: cookiesOf(await attempt('anak@contoh.id', password, { ...from, cookie: first })),
    };
    expect(statuses(await fail(6, 'ayah@contoh.id', shared))).toEqual(Array(6).fill(401));
    expect((await attempt('anak@contoh.id', password, shared)).status).toBe(200);
    expect((await attempt('ayah@contoh.id', password, shared)).status).toBe(429);
  });

  test('a device known for one account is not known for another', async () => {
    await app.as.warga('C5', { email: 'thief@contoh.id' });
    await app.as.warga('C6', { email: 'victim@contoh.id' });
    const from = { address: '10.0.3.5' };
    const cookie = cookiesOf(await attempt('thief@contoh.id', password, from));
    await attempt('victim@contoh.id', password, { address: '10.0.3.7' });
    await fail(3, 'victim@contoh.id', from);
    await fail(3, 'victim@contoh.id', { ...from, cookie });
    expect((await attempt('victim@contoh.id', password, { ...from, cookie })).status).toBe(429);
  });

  test('a known device is delayed by its own failures', async () => {
    await app.as.warga('C7', { email: 'own@contoh.id' });
    const from = { address: '10.0.3.6' };
    const cookie = cookiesOf(await attempt('own@contoh.id', password, from));
    expect(statuses(await fail(7, 'own@contoh.id', { ...from, cookie }))).toEqual([
      401, 401, 401, 401, 401, 401, 429,
    ]);
    for (let round = 0; round < 6; round++) {
      later(60);
      await fail(1, 'own@contoh.id', { ...from, cookie });
    }
    const refused = await attempt('own@contoh.id', password, { ...from, cookie });
    expect(refused.headers.get('retry-after')).toBe('60');
  });

  test('a forged device cookie is ignored', async () => {
    await app.as.warga('C8', { email: 'made-up@contoh.id' });
    for (const [index, value] of ['x', '', '%00', 'a b', 'A'.repeat(43), 'A'.repeat(5_000)].entries()) {
      const address = `10.0.4.${index}`;
      const cookie = `guyub_device=${value}`;
      expect(statuses(await fail(7, 'made-up@contoh.id', { address, cookie }))[6]).toBe(429);
      later(60 * 60);
    }
  });
});

describe('a flood', () => {
  const countOf = async () => {
    const { db } = app.context;
    const { count } = await db
      .selectFrom('attempts')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  };

  test('stores only hashes, and the next count deletes expired ones', async () => {
    for (let index = 0; index < 10; index++) {
      await fail(1, `flood${index}@contoh.id`, { address: `10.0.7.${index}` });
    }
    expect(await countOf()).toBeGreaterThanOrEqual(30);
    const stored = JSON.stringify(await app.context.db.selectFrom('attempts').selectAll().execute());
    expect(stored).not.toMatch(/flood|contoh|10\.0/);
    later(49 * 60 * 60);
    await fail(1, 'after@contoh.id', { address: '10.0.7.99' });
    expect(await countOf()).toBe(5);
  });

  // Calls the limits directly, so that all attempts wait at the same time.
  test.each([
    ['a device that is known', 'perangkat', 60],
    ['no device that is known', null, 1],
  ])(
    'of right passwords for one account, from %s, does not block other accounts',
    async (_, device, most) => {
      const limits = makeSignInLimits(app.context);
      let admit = () => {};
      const admitted = new Promise<void>((resolve) => (admit = resolve));
      const enter = (identifier: string, from: string | null) =>
        limits.guard({ identifier, address: '10.0.8.2', device: from }, async () => {
          await admitted;
          return true;
        });
      let refused = 0;
      const many = Promise.allSettled(
        Array.from({ length: 400 }, async (__, index) => {
          const attempt = enter('many@contoh.id', device && `${device} ${index % 20}`);
          await attempt.catch((error: unknown) => {
            refused += 1;
            throw error;
          });
        }),
      );
      const one = enter('quiet@contoh.id', device);
      await eventually(() => expect(refused).toBe(400 - most));
      admit();
      expect(await one).toBe(true);
      const outcomes = (await many).map(({ status }) => status);
      expect(outcomes.filter((status) => status === 'fulfilled')).toHaveLength(most);
      expect(await enter('many@contoh.id', device)).toBe(true);
    },
  );

  test('of searches in Cek Warga is deleted by the next search after an hour', async () => {
    const search = (address: string) =>
      raw(app.url, 'POST /api/warga/search', {
        json: { query: 'siapa@contoh.id' },
        headers: { 'x-forwarded-for': address },
      });
    later(100 * 60 * 60);
    for (let index = 0; index < 10; index++) await search(`10.0.9.${index}`);
    expect(await countOf()).toBe(10);
    later(61 * 60);
    await search('10.0.9.0');
    expect(await countOf()).toBe(10);
    later(1);
    await search('10.0.9.10');
    expect(await countOf()).toBe(2);
  });

  test('of right passwords writes no counters', async () => {
    await app.as.warga('C9', { email: 'quiet@contoh.id' });
    const read = () => app.context.db.selectFrom('attempts').selectAll().orderBy('kunci').execute();
    const before = await read();
    for (let index = 0; index < 3; index++) {
      expect((await attempt('quiet@contoh.id', password, { address: '10.0.8.1' })).status).toBe(200);
    }
    expect(await read()).toEqual(before);
  });
});

describe('addresses', () => {
  test('guesses at many accounts delay their address, also after successful sign-ins', async () => {
    await app.as.warga('D0', { email: 'own-account@contoh.id' });
    const from = { address: '10.0.5.1' };
    for (let index = 0; index < 59; index++) await fail(1, `spread${index}@contoh.id`, from);
    await fail(1, 'own-account@contoh.id', from);
    expect((await attempt('own-account@contoh.id', password, from)).status).toBe(200);
    await fail(1, 'spread59@contoh.id', from);
    expect((await attempt('another@contoh.id', 'x', from)).status).toBe(429);
    expect((await attempt('another@contoh.id', 'x', { address: '10.0.5.2' })).status).toBe(401);
    for (let round = 0; round < 10; round++) {
      later(60);
      await fail(1, `later${round}@contoh.id`, from);
    }
    const refused = await attempt('own-account@contoh.id', password, from);
    expect(refused.headers.get('retry-after')).toBe('60');
  });

  test('the addresses of one IPv6 household count as one', async () => {
    await app.as.warga('D1', { email: 'six@contoh.id' });
    for (let index = 1; index <= 6; index++)
      await fail(1, 'six@contoh.id', { address: `2001:db8:1:2::${index}` });
    expect(
      (await attempt('six@contoh.id', password, { address: '2001:db8:1:2:aaaa:bbbb:cccc:dddd' })).status,
    ).toBe(429);
    expect((await attempt('six@contoh.id', password, { address: '2001:db8:1:3::1' })).status).toBe(200);
  });

  test('without TRUST_PROXY the header X-Forwarded-For is ignored', async () => {
    const direct = await makeApp();
    try {
      await direct.as.warga('A1', { email: 'direct@contoh.id' });
      const from = (address: string, secret: string) =>
        raw(direct.url, 'POST /api/auth/login', {
          json: { email: 'direct@contoh.id', password: secret },
          headers: { 'x-forwarded-for': address },
        });
      for (let index = 0; index < 6; index++) await from(`10.9.9.${index}`, 'salah');
      expect((await from('10.9.9.99', password)).status).toBe(429);
    } finally {
      await direct.close();
    }
  });

  test('Cek Warga is limited per address, the same for every input', async () => {
    await app.as.warga('D2', { email: 'cek@contoh.id' });
    const search = (query: string, address: string) =>
      raw(app.url, 'POST /api/warga/search', { json: { query }, headers: { 'x-forwarded-for': address } });
    for (let index = 0; index < 20; index++) {
      expect((await search(index % 2 ? 'cek@contoh.id' : `x${index}@contoh.id`, '10.0.6.1')).status).toBe(
        200,
      );
    }
    later(20);
    const refused = await search('cek@contoh.id', '10.0.6.1');
    expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_attempts' } });
    expect(refused.headers.get('retry-after')).toBe('40');
    expect((await search('cek@contoh.id', '10.0.6.2')).status).toBe(200);
    later(40);
    expect((await search('cek@contoh.id', '10.0.6.1')).status).toBe(200);
  });

  test('Cek Warga counts the addresses of one IPv6 household as one', async () => {
    const search = async (address: string) =>
      await raw(app.url, 'POST /api/warga/search', {
        json: { query: 'siapa@contoh.id' },
        headers: { 'x-forwarded-for': address },
      });
    for (let index = 1; index <= 20; index++)
      expect((await search(`2001:db8:6:1::${index}`)).status).toBe(200);
    expect((await search('2001:db8:6:1:aaaa:bbbb:cccc:dddd')).status).toBe(429);
    expect((await search('2001:db8:6:2::1')).status).toBe(200);
  });
});
