/** Creating requests with an idempotency key are executed once, also concurrently. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createComplaint, listOwnComplaints } from '../../contract/complaints.ts';
import { type CallInput, type Endpoint, keyDays } from '../../contract/endpoint.ts';
import { changedHeader, topics } from '../../contract/events.ts';
import { listNotifications } from '../../contract/notifications.ts';
import { createAccount } from '../../contract/officers.ts';
import * as payments from '../../contract/payments.ts';
import { type Role, roles } from '../../contract/people.ts';
import { can } from '../../contract/policy.ts';
import { commentPost, createPost, listPosts } from '../../contract/posts.ts';
import { collectDues } from '../../contract/rounds.ts';
import { endpoints } from '../areas.ts';
import { forgetAnswers } from '../database/once.ts';
import { makeApp, type TestApp } from '../testing/app.ts';
import { callsTo, type Person } from '../testing/people.ts';
import { photo } from '../testing/pictures.ts';
import type { Recipe } from '../testing/recipe.ts';
import { makeRecipes } from '../testing/recipes.ts';

let app: TestApp;
let ketua: Person;
let recipes: Recipe[];
beforeAll(async () => {
  app = await makeApp();
  recipes = makeRecipes(app);
  ketua = await app.as.ketua();
});
afterAll(() => app.close());

const under = (key: string, { token }: Person) => callsTo(app.url, token, key);
const july = { tahun: 2026, bulan: 7 };
const lamp = { judul: 'Lampu mati', kategori: 'keamanan', deskripsi: 'Sejak kemarin' } as const;

async function traces({ id, nama }: Person) {
  const { db, storage } = app.context;
  const audit = await db.selectFrom('audit').select('aksi').where('user_id', '=', id).execute();
  const rows = await db.selectFrom('payments').select('bukti_transfer').where('user_id', '=', id).execute();
  const { data: news } = (await ketua.call(listNotifications)).body;
  const stored: string[] = [];
  for await (const { key } of storage.list('uploads')) stored.push(key.replace('uploads/', ''));
  const named = (await db.selectFrom('files').select('nama').execute()).map((file) => file.nama);
  return {
    payments: rows.length,
    audit: audit.map(({ aksi }) => aksi),
    told: news.filter(({ pesan }) => pesan.includes(nama)).length,
    orphans: stored.filter((file) => !named.includes(file)),
  };
}

const once = { payments: 1, audit: ['payment.uploaded'], told: 1, orphans: [] };

test('repeating an upload returns the first response and changes nothing', async () => {
  const siti = await app.as.warga('A1-1');
  const key = randomUUID();
  const send = async (as: string = key) =>
    await under(as, siti)(payments.uploadPaymentWarga, {
      body: july,
      files: { bukti_transfer: await photo() },
    });
  const first = await send();
  expect(first.status).toBe(201);
  for (const again of [await send(), await send(key.toUpperCase())]) {
    expect([again.status, again.body]).toEqual([201, first.body]);
    // The client never received the first response, so it must refetch everything.
    expect(again.headers.get(changedHeader)).toBe(topics.join(' '));
  }
  expect(await traces(siti)).toEqual(once);
  expect((await send(randomUUID())).refusal.code).toBe('payment_exists');
});

test('repeats return the first response even after the record changed', async () => {
  const siti = await app.as.warga('A1-2');
  const file = await photo();
  const send = () =>
    under(key, siti)(payments.uploadPaymentWarga, { body: july, files: { bukti_transfer: file } });
  const key = randomUUID();
  const first = await send();
  await siti.call(payments.deletePaymentWarga, { params: { id: first.body.id } });
  const again = await send();
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect((await siti.call(payments.listOwnPaymentsWarga, { params: { userId: siti.id } })).body.data).toEqual(
    [],
  );
});

test('20 concurrent requests with one key: one proof, audit row and notification, the same response, no orphaned file', async () => {
  const siti = await app.as.warga('A1-3');
  const [key, file] = [randomUUID(), await photo()];
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      under(key, siti)(payments.uploadPaymentWarga, { body: july, files: { bukti_transfer: file } }),
    ),
  );
  for (const { status, body } of answers) expect([status, body]).toEqual([201, answers[0]?.body]);
  expect(await traces(siti)).toEqual(once);
});

test('keys are separate per user, and each keeps its response', async () => {
  const [siti, budi] = [await app.as.warga('A1-4'), await app.as.warga('A1-5')];
  const key = randomUUID();
  const answers = [
    await under(key, siti)(createComplaint, { body: lamp }),
    await under(key, budi)(createComplaint, { body: lamp }),
  ];
  expect(answers.map(({ status, body }) => [status, body.data.user_id])).toEqual([
    [201, siti.id],
    [201, budi.id],
  ]);
  await under(randomUUID(), siti)(createComplaint, { body: { ...lamp, judul: 'Pagar rusak' } });
  expect((await under(key, siti)(createComplaint, { body: lamp })).body).toEqual(answers[0]?.body);
});

test('refuses other content under a used key; a refused request does not use the key', async () => {
  const siti = await app.as.warga('A1-6');
  const call = under(randomUUID(), siti);
  const files = { foto: await photo() };
  expect((await call(createComplaint, { body: { ...lamp, judul: '' }, files })).status).toBe(422);
  const { status, body } = await call(createComplaint, { body: lamp, files });
  expect(status).toBe(201);

  const others: CallInput<typeof createComplaint>[] = [
    { body: { ...lamp, judul: 'Lampu nyala' }, files },
    { body: lamp },
    { body: lamp, files: { foto: await photo('lain.jpg') } },
    { body: lamp, files: { foto: new File([await files.foto.arrayBuffer(), 'x'], files.foto.name) } },
  ];
  for (const other of others) expect((await call(createComplaint, other)).refusal.code).toBe('key_reused');
  const post = await call(createPost, { body: { konten: lamp.judul } });
  expect([post.status, post.refusal.code]).toEqual([422, 'key_reused']);
  expect((await call(createComplaint, { body: lamp, files })).body).toEqual(body);
  expect((await siti.call(listOwnComplaints)).body.data).toHaveLength(1);
});

test('refuses the same content for another endpoint', async () => {
  const siti = await app.as.warga('A1-9');
  const call = under(randomUUID(), siti);
  const answers = [];
  for (const konten of ['Satu', 'Dua']) {
    const { id } = (await siti.call(createPost, { body: { konten } })).body;
    answers.push(await call(commentPost, { params: { id }, body: { komentar: 'Setuju' } }));
  }
  expect(answers.map(({ status, refusal }) => [status, refusal.code])).toEqual([
    [201, undefined],
    [422, 'key_reused'],
  ]);
});

test('of concurrent different requests with one key one succeeds', async () => {
  const siti = await app.as.warga('A1-7');
  const call = under(randomUUID(), siti);
  const answers = await Promise.all(
    ['a', 'b', 'c', 'd'].map((deskripsi) => call(createComplaint, { body: { ...lamp, deskripsi } })),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422, 422]);
  expect((await siti.call(listOwnComplaints)).body.data).toHaveLength(1);
});

test('does not return a stored response without current permission', async () => {
  const siti = await app.as.person('warga', { blok: 'A1-8' });
  const call = under(randomUUID(), siti);
  await call(createComplaint, { body: lamp });
  await app.context.write('system', (tx) =>
    tx.db.updateTable('users').set({ status: 'inactive' }).where('id', '=', siti.id).execute(),
  );
  expect((await call(createComplaint, { body: lamp })).status).toBe(401);
});

test.each(['', 'abc', '123e4567-e89b-12d3-a456', `${randomUUID()}x`, `${randomUUID()}, ${randomUUID()}`])(
  'answers 400 for the key %j',
  async (key) => {
    const siti = await app.as.warga('A2-1');
    const { status, refusal } = await under(key, siti)(createPost, { body: { konten: `Kunci ${key}` } });
    expect([status, refusal.code]).toEqual([400, 'malformed_request']);
    expect((await siti.call(listPosts)).body.data.map(({ konten }) => konten)).not.toContain(`Kunci ${key}`);
  },
);

/** In this order of preference, as some recipes need no particular owner. */
const makerOf = ({ allow }: Endpoint): Role => {
  const role = roles.find((jenis) => allow !== 'public' && allow !== 'signed-in' && can({ jenis }, allow));
  if (!role) throw new Error('nobody may make this call');
  return role;
};

test.each(endpoints.filter(({ creates }) => creates).map((endpoint) => [endpoint.path, endpoint] as const))(
  'POST %s honours keys',
  async (_, endpoint) => {
    const recipe = recipes.find((each) => each.endpoint === endpoint);
    const maker = await app.as.person(makerOf(endpoint), { blok: 'C1-1' });
    const cooked = await recipe?.cook(await app.as.warga('C1-2'), maker);
    const call = under(randomUUID(), maker);
    const first = await call(endpoint, cooked?.input as CallInput<Endpoint>);
    expect(first.body.status).toBe('success');
    const again = await call(endpoint, cooked?.input as CallInput<Endpoint>);
    expect([again.status, again.body]).toEqual([201, first.body]);
    const next = await under(randomUUID(), maker)(endpoint, cooked?.input as CallInput<Endpoint>);
    // A tap at the door carries a key of its own, which outlives this one.
    expect(isDeepStrictEqual(next.body, first.body)).toBe(endpoint === collectDues);
  },
);

test('stores neither the key nor a guessable hash of the password', async () => {
  const body = { nama: 'Rudi', email: 'rudi@contoh.id', jenis: 'admin', password: 'kunci-77-rumah' } as const;
  const key = randomUUID();
  expect((await under(key, ketua)(createAccount, { body })).status).toBe(201);
  const kept = JSON.stringify(await app.context.db.selectFrom('idempotency_keys').selectAll().execute());
  expect(kept).toContain('rudi@contoh.id');
  for (const secret of [key, body.password]) expect(kept).not.toContain(secret);
});

test(`deletes keys after ${keyDays} days`, async () => {
  const siti = await app.as.warga('A3-1');
  const call = under(randomUUID(), siti);
  const send = async () => (await call(createComplaint, { body: lamp })).body.id;
  const first = await send();
  const day = 24 * 60 * 60 * 1_000;
  const forget = (days: number) =>
    app.context.write('system', (tx) => forgetAnswers(tx.db, new Date(app.clock.now.getTime() + days * day)));
  await forget(-1);
  expect(await send()).toBe(first);
  await forget(1);
  expect(await send()).not.toBe(first);
});
