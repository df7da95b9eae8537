/** The clock jumps forward and back. Daily jobs: `schedule.test.ts`. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import { me } from '../../../contract/auth.ts';
import { listCashBook } from '../../../contract/cash-book.ts';
import { listNotifications } from '../../../contract/notifications.ts';
import { listOwnPaymentsWarga, reviewPayment, uploadPaymentWarga } from '../../../contract/payments.ts';
import { createPost, listPosts } from '../../../contract/posts.ts';
import { findViolations } from '../../operations/doctor/find-violations.ts';
import { makeApp, startOfTests, type TestApp } from '../app.ts';
import { eventually } from '../eventually.ts';
import type { Person } from '../people.ts';
import { photo } from '../pictures.ts';

const opened: TestApp[] = [];
let app: TestApp;
beforeEach(async () => {
  app = await makeApp();
  opened.push(app);
});
afterAll(() => Promise.all(opened.map((each) => each.close())));

const jump = (days: number) =>
  app.clock.set(new Date(Date.parse(startOfTests) + days * 24 * 60 * 60 * 1_000).toISOString());

test('sessions are invalid while the clock is far ahead, valid again afterwards, and not extended', async () => {
  const [away, active] = [await app.as.warga('A1'), await app.as.warga('A2')];
  /** Last-seen is written asynchronously, also if the stored one lies in the future. */
  const useActive = async () => {
    expect((await active.call(me)).status).toBe(200);
    const session = app.context.db
      .selectFrom('sessions')
      .select('terakhir_aktif')
      .where('id', '=', active.sessionId);
    const now = { terakhir_aktif: app.clock.now.toISOString() };
    await eventually(async () => expect(await session.executeTakeFirst()).toEqual(now));
  };
  jump(20);
  await useActive();
  jump(40);
  expect((await away.call(me)).status).toBe(401);
  jump(-200);
  expect((await away.call(me)).status).toBe(200);
  jump(0);
  expect((await away.call(me)).status).toBe(200);
  await useActive();
  jump(31);
  expect((await active.call(me)).status).toBe(401);
});

test('a clock that jumps back between two steps of a payment loses neither, and keeps the order', async () => {
  const [warga, ketua] = [await app.as.warga('A1'), await app.as.ketua()];
  const upload = async (bulan: number) =>
    (
      await warga.call(uploadPaymentWarga, {
        body: { tahun: 2026, bulan },
        files: { bukti_transfer: await photo() },
      })
    ).body.id;
  const first = await upload(5);
  jump(-3);
  const second = await upload(6);
  for (const id of [first, second]) {
    const decided = await ketua.call(reviewPayment, { params: { id }, body: { status: 'dikonfirmasi' } });
    expect(decided.status).toBe(200);
  }
  const listed = await warga.call(listOwnPaymentsWarga, { params: { userId: warga.id } });
  expect(listed.body.data.map(({ id }) => id)).toEqual([second, first]);
  expect((await ketua.call(listCashBook, { params: { year: 2026 } })).body.data).toHaveLength(2);
  expect((await findViolations(app.context)).violations).toEqual([]);
});

test('paged lists keep order and completeness with any clock', async () => {
  const [warga, ketua] = [await app.as.warga('A1'), await app.as.ketua()];
  const written: number[] = [];
  for (const days of [0, 14, -14, 7, 0]) {
    jump(days);
    written.unshift((await warga.call(createPost, { body: { konten: 'Halo' }, files: {} })).body.id);
  }
  const read: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await ketua.call(listPosts, { query: { limit: 2, ...(cursor ? { cursor } : {}) } });
    read.push(...page.body.data.map(({ id }) => id));
    cursor = page.body.nextCursor ?? undefined;
  } while (cursor);
  expect(read).toEqual(written);
  expect((await ketua.call(listNotifications)).body.data).toHaveLength(5);
});

test('“this month” follows the clock there and back', async () => {
  const upload = async (warga: Person, tahun: number) =>
    (
      await warga.call(uploadPaymentWarga, {
        body: { tahun, bulan: 1 },
        files: { bukti_transfer: await photo() },
      })
    ).status;
  const now = await app.as.warga('A1');
  expect(await upload(now, 2029)).toBe(422);
  jump(2 * 365 + 10);
  expect(await upload(await app.as.warga('A2'), 2029)).toBe(201);
  jump(0);
  expect(await upload(now, 2029)).toBe(422);
  expect(await upload(now, 2027)).toBe(201);
});
