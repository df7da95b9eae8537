import { hash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commentComplaint, createComplaint } from '../../../contract/complaints.ts';
import { listNotifications } from '../../../contract/notifications.ts';
import { recordPayment, uploadPaymentWarga } from '../../../contract/payments.ts';
import { commentPost, createPost } from '../../../contract/posts.ts';
import { changePasswordWarga, changeProfileWarga, updateProfileWarga } from '../../../contract/profile.ts';
import { makeApp, startOfTests, type TestApp } from '../../testing/app.ts';
import type { Response } from '../../testing/call.ts';
import { callsTo, type Person, password } from '../../testing/people.ts';
import { photo, pictures } from '../../testing/pictures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await makeApp();
});
afterAll(() => app.close());

/** Sets the counter, as if another process had counted these requests. */
const sentBefore = ({ id }: Person, jumlah: number, what: 'uploads' | 'changes' | 'passwords' = 'uploads') =>
  app.context.write('system', (tx) =>
    tx.db
      .insertInto('attempts')
      .values({
        kunci: hash('sha256', `${what} ${id}`, 'base64url'),
        jumlah,
        berlaku_hingga: new Date(Date.parse(startOfTests) + 24 * 3_600_000).toISOString(),
      })
      .execute(),
  );

const complaint = { judul: 'Lampu', kategori: 'keamanan', deskripsi: 'Padam' } as const;
const complain = async (person: Person) =>
  person.call(createComplaint, { body: complaint, files: { foto: await photo() } });
const expectNotToday = ({ status, refusal, headers }: Response, code: string, what: string) => {
  const message = `Batas ${what} Anda untuk hari ini sudah tercapai. Silakan coba lagi besok.`;
  expect(refusal).toEqual({ status: 'error', code, message });
  expect([status, headers.get('retry-after')]).toEqual([429, String(24 * 3_600)]);
};
const stored = async () => (await app.context.db.selectFrom('files').select('nama').execute()).length;

test('accepts 100 files a day, refuses the next, and accepts files again the day after', async () => {
  const warga = await app.as.warga('A1');
  await sentBefore(warga, 99);
  expect((await complain(warga)).status).toBe(201);

  const before = await stored();
  expectNotToday(await complain(warga), 'too_many_uploads', 'file');
  expect(await stored()).toBe(before);
  expect((await warga.call(createComplaint, { body: complaint })).status).toBe(201);
  expect((await complain(await app.as.warga('A2'))).status).toBe(201);

  app.clock.set('2026-07-16T03:00:01.000Z');
  expect((await complain(warga)).status).toBe(201);
  app.clock.set(startOfTests);
});

test.each([
  ['warga', 100, 200],
  ['koordinator_perblok', 1_000, 1_000],
  ['admin', 1_000, 1_000],
  ['ketua', 1_000, 1_000],
] as const)('a %s sends up to %i files and %i texts a day', async (jenis, files, texts) => {
  const person = await app.as.person(jenis, { blok: 'C1' });
  await sentBefore(person, files - 1);
  await sentBefore(person, texts - 2, 'changes');
  expect((await complain(person)).status).toBe(201);
  expect((await complain(person)).refusal.code).toBe('too_many_uploads');
  const post = () => person.call(createPost, { body: { konten: 'Selamat pagi' } });
  expect((await post()).status).toBe(201);
  expect((await post()).refusal.code).toBe('too_many_texts');
});

test('repeating the last allowed upload with its key returns the stored response', async () => {
  const warga = await app.as.warga('A5');
  await sentBefore(warga, 99);
  const call = callsTo(app.url, warga.token, randomUUID());
  const files = { foto: await photo() };
  const first = await call(createComplaint, { body: complaint, files });
  const again = await call(createComplaint, { body: complaint, files });
  expect([again.status, again.body]).toEqual([201, first.body]);
});

test('concurrent uploads do not exceed the limit', async () => {
  const warga = await app.as.warga('A3');
  await sentBefore(warga, 98);
  const proof = await photo();
  const answers = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((bulan) =>
      warga.call(uploadPaymentWarga, { body: { tahun: 2026, bulan }, files: { bukti_transfer: proof } }),
    ),
  );
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([201, 201, 429, 429, 429, 429]);
});

test('a profile photo counts as a file, removing it does not', async () => {
  const warga = await app.as.warga('A6');
  await sentBefore(warga, 99);
  const picture = `data:image/png;base64,${(await pictures.png()).toString('base64')}`;
  const save = (foto_profile: string) =>
    warga.call(updateProfileWarga, { body: { nama: warga.nama, email: warga.email, foto_profile } });
  expect((await save(picture)).status).toBe(200);
  expect((await save(picture)).refusal.code).toBe('too_many_uploads');
  expect((await save('')).status).toBe(200);
});

test('staff may upload ten times as many files', async () => {
  const [admin, warga] = [await app.as.admin(), await app.as.warga('A4')];
  await sentBefore(admin, 999);
  const record = async (bulan: number) =>
    admin.call(recordPayment, {
      body: { user_id: warga.id, tahun: 2026, bulan, jumlah: 100_000 },
      files: { bukti_transfer: await photo() },
    });
  expect((await record(1)).status).toBe(201);
  expect((await record(2)).status).toBe(429);
});

test('beyond the daily limit posts, comments and complaints are refused without notifications or stored photos', async () => {
  const [ketua, warga] = [await app.as.ketua(), await app.as.warga('B1')];
  const post = (person: Person) => person.call(createPost, { body: { konten: 'Selamat pagi' } });
  await sentBefore(warga, 199, 'changes');
  const last = await post(warga);
  expect(last.status).toBe(201);

  const traces = async () => ({
    told: (await ketua.call(listNotifications, { query: {} })).body.unread,
    files: await stored(),
  });
  const before = await traces();
  expectNotToday(await post(warga), 'too_many_texts', 'tulisan dan perubahan');
  expect((await complain(warga)).status).toBe(429);
  const comment = { params: { id: last.body.id }, body: { komentar: 'Pagi' } };
  expect((await warga.call(commentPost, comment)).status).toBe(429);
  expect((await warga.call(changeProfileWarga, { body: { nama: 'Lain' } })).status).toBe(429);
  expect(await traces()).toEqual(before);
  expect((await post(await app.as.warga('B2'))).status).toBe(201);

  app.clock.set('2026-07-16T03:00:01.000Z');
  expect((await warga.call(commentPost, comment)).status).toBe(201);
  app.clock.set(startOfTests);
});

test('concurrent texts do not exceed the limit, and a repeat with the same key counts once', async () => {
  const warga = await app.as.warga('B3');
  await sentBefore(warga, 198, 'changes');
  const post = (key: string) =>
    callsTo(app.url, warga.token, key)(createPost, { body: { konten: 'Selamat pagi' } });
  const key = randomUUID();
  const first = await post(key);
  expect([(await post(key)).body, first.status]).toEqual([first.body, 201]);
  const answers = await Promise.all([1, 2, 3, 4].map(() => post(randomUUID())));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 429, 429, 429]);
});

test('profile changes count even if refused, so taken e-mails cannot be probed', async () => {
  const [warga, other] = [await app.as.warga('B6'), await app.as.warga('B7')];
  await sentBefore(warga, 197, 'changes');
  const save = (email: string, no_hp = '') =>
    warga.call(changeProfileWarga, { body: { nama: warga.nama, email, no_hp } });
  const entries = async () =>
    (await app.context.db.selectFrom('audit').select('id').where('user_id', '=', warga.id).execute()).length;
  expect((await save(warga.email)).status).toBe(200);
  const before = await entries();
  expect((await save(warga.email)).status).toBe(200);
  expect((await save(other.email)).refusal.code).toBe('email_taken');
  expectNotToday(await save('belum.ada@contoh.id'), 'too_many_texts', 'tulisan dan perubahan');
  expectNotToday(await save(other.email), 'too_many_texts', 'tulisan dan perubahan');
  expect(await entries()).toBe(before);
});

test('concurrent refused changes do not exceed the daily limit', async () => {
  const [warga, other] = [await app.as.warga('B8'), await app.as.warga('B9')];
  await sentBefore(warga, 198, 'changes');
  const answers = await Promise.all(
    [1, 2, 3, 4, 5, 6].map(() => warga.call(changeProfileWarga, { body: { email: other.email } })),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    409, 409, 429, 429, 429, 429,
  ]);
});

test('allows twenty password changes a day, and wrong current passwords do not count', async () => {
  const warga = await app.as.warga('B5');
  await sentBefore(warga, 19, 'passwords');
  const change = (currentPassword: string) =>
    warga.call(changePasswordWarga, { body: { currentPassword, newPassword: password } });
  expect((await change('salah sekali')).refusal.code).toBe('wrong_current_password');
  expect((await change(password)).status).toBe(200);
  expect((await change(password)).refusal.code).toBe('too_many_passwords');
});

test('officers may write more, and their comments on complaints count', async () => {
  const [admin, warga] = [await app.as.admin('Admin Dua'), await app.as.warga('B4')];
  const { id } = (await warga.call(createComplaint, { body: complaint })).body;
  const answer = () => admin.call(commentComplaint, { params: { id }, body: { komentar: 'Besok' } });
  await sentBefore(admin, 999, 'changes');
  expect((await answer()).status).toBe(201);
  expect((await answer()).status).toBe(429);
});
