/** Every write counts towards the rate limits, also if it is refused. */
import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Endpoint, maxId } from '../contract/endpoint.ts';
import { likePost } from '../contract/posts.ts';
import { changeSettings } from '../contract/settings.ts';
import { endpoints } from './areas.ts';
import { makeApp, type TestApp } from './testing/app.ts';
import { isAboutOneself, makerOf } from './testing/makers.ts';
import type { Person } from './testing/people.ts';
import type { Recipe } from './testing/recipe.ts';
import { makeRecipes } from './testing/recipes.ts';

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const changing = endpoints.filter(({ method, allow }) => method !== 'GET' && allow !== 'public');
const named = (list: readonly Endpoint[]) => list.map((endpoint) => [nameOf(endpoint), endpoint] as const);

/** Written by hand, independent of the contract. */
const byTheMinuteAlone = [
  'POST /api/dokumen',
  'POST /api/kas/penerimaan',
  'POST /api/keliling',
  'POST /api/mutasi-bank',
  'POST /api/mutasi-bank/:id/qris',
  'POST /api/mutasi-bank/cocokkan',
  'POST /api/payments',
  'POST /api/pengeluaran',
  'POST /api/user/payments',
  'POST /api/warga/payments',
  'POST /api/notifications/read',
  'PUT /api/push',
  'POST /api/posts/:id/like',
  'POST /api/tagihan',
  'PUT /api/admin/payments/:id/confirm',
];
const never = [
  'DELETE /api/auth/sessions/:id',
  'POST /api/auth/logout',
  'POST /api/auth/update-password',
  'POST /api/warga/update-password',
  'PUT /api/warga/password',
];

interface Estate extends TestApp {
  recipes: Recipe[];
}
let app: Estate;
let hurried: Estate;
beforeAll(async () => {
  const open = async (env?: Record<string, string>): Promise<Estate> => {
    const made = await makeApp(env);
    return { ...made, recipes: makeRecipes(made) };
  };
  app = await open();
  hurried = await open({ CHANGES_PER_MINUTE: '1' });
});
afterAll(async () => {
  await app.close();
  await hurried.close();
});

async function cook({ as, recipes }: Estate, endpoint: Endpoint) {
  const recipe = recipes.find((one) => one.endpoint === endpoint);
  if (!recipe) throw new Error('no recipe');
  const jenis = makerOf(endpoint);
  const maker = await as.person(jenis, { blok: 'A1' });
  const owner = isAboutOneself(endpoint, jenis) ? maker : await as.person('warga', { blok: 'A2' });
  return { maker, input: (await recipe.cook(owner, maker)).input as Input };
}
interface Input {
  params?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

async function changesOf({ id }: Person): Promise<number> {
  const row = await app.context.db
    .selectFrom('attempts')
    .select('jumlah')
    .where('kunci', '=', hash('sha256', `changes ${id}`, 'base64url'))
    .executeTakeFirst();
  return row?.jumlah ?? 0;
}

test('only listed endpoints do not count per day or at all', () => {
  const counting = (how: Endpoint['counts']) =>
    changing
      .filter(({ counts }) => counts === how)
      .map(nameOf)
      .toSorted();
  expect(counting('minute')).toEqual(byTheMinuteAlone.toSorted());
  expect(counting('never')).toEqual(never.toSorted());
});

describe('by the day', () => {
  const counted = changing.filter(({ counts }) => counts === undefined);

  test.each(named(counted))('%s counts once when it is done', async (_, endpoint) => {
    const { maker, input } = await cook(app, endpoint);
    const before = await changesOf(maker);
    expect((await maker.call(endpoint, input as never)).body.status).toBe('success');
    expect((await changesOf(maker)) - before).toBe(1);
  });

  const firstName = (body: object) => {
    if ('terikat' in body) return 'Kas Umum';
    const { jenis } = body as { jenis?: string };
    return jenis === 'pengeluaran' || jenis === 'penerimaan' ? 'listrik' : 'Kas';
  };
  /** Invalid input: an unknown record, a taken e-mail or name, a sum nobody has, or missing fields. */
  const bent = ({ params, body = {} }: Input, taken: string): Input => ({
    ...(params ? { params: { ...params, id: maxId } } : {}),
    body:
      'konten' in body
        ? {}
        : {
            ...body,
            ...('bulan' in body && typeof body.bulan === 'string' && { bulan: '2030-01' }),
            ...(Object.keys(body).join() === 'jumlah' && { jumlah: maxId }),
            nama: firstName(body),
            email: taken,
            nomor: maxId,
            ukuran: maxId,
            tanggal: '2030-01-01',
            user_ids: [maxId],
            ...('user_id' in body && { user_id: maxId }),
            sejak: '2000-01',
          },
  });
  /** Once their form is right, nothing about them can be wrong. */
  const neverRefused = [
    'PUT /api/settings',
    'DELETE /api/push',
    'PUT /api/push/pilihan',
    'PUT /api/pengingat/saya',
  ];
  const refusable = counted.filter((endpoint) => !neverRefused.includes(nameOf(endpoint)));

  test.each(named(refusable))('%s counts once when it is refused', async (_, endpoint) => {
    const { maker, input } = await cook(app, endpoint);
    const { email } = await app.as.warga('C1');
    const body = { complaintMenuEnabled: false };
    expect((await (await app.as.ketua()).call(changeSettings, { body })).status).toBe(200);
    const before = await changesOf(maker);
    const { status } = await maker.call(endpoint, bent(input, email));
    expect(status).toBeGreaterThanOrEqual(400);
    expect((await changesOf(maker)) - before).toBe(1);
  });
});

describe('by the minute', () => {
  const like = (person: Person) => person.call(likePost, { params: { id: maxId } });

  test.each(named(changing.filter(({ counts }) => counts !== 'never')))(
    '%s is 429 with Retry-After for whoever has done too much',
    async (_, endpoint) => {
      const { maker, input } = await cook(hurried, endpoint);
      if ((await like(maker)).status !== 429) expect((await like(maker)).status).toBe(429);
      const refused = await maker.call(endpoint, input);
      expect(refused).toMatchObject({
        status: 429,
        refusal: {
          code: 'too_fast',
          message: 'Terlalu banyak perubahan dalam waktu singkat. Silakan tunggu sebentar lalu coba lagi.',
        },
      });
      const seconds = Number(refused.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(60);
    },
  );

  test.each(named(changing.filter(({ counts }) => counts === 'never')))(
    '%s goes on working, so that nobody is kept from making the account safe',
    async (_, endpoint) => {
      const { maker, input } = await cook(hurried, endpoint);
      await like(maker);
      expect((await like(maker)).status).toBe(429);
      expect((await maker.call(endpoint, input as never)).status).toBe(200);
    },
  );

  test('the limit applies per person and not to reads', async () => {
    const [hasty, calm] = [await hurried.as.warga('A1'), await hurried.as.warga('A2')];
    for (const status of [404, 429, 429]) expect((await like(hasty)).status).toBe(status);
    expect((await like(calm)).status).toBe(404);
  });

  test('120 likes within a minute are accepted, the next gets 429', async () => {
    const warga = await app.as.warga('A3');
    const answers = await Promise.all(Array.from({ length: 120 }, () => like(warga)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    expect((await like(warga)).status).toBe(429);
  });
});
