import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPost, deletePost, likePost, listPosts } from '../../contract/posts.ts';
import { makeApp, type TestApp } from '../testing/app.ts';
import { type Ear, type Ears, makeEars } from '../testing/ears.ts';
import { eventually } from '../testing/eventually.ts';
import type { Person } from '../testing/people.ts';

let app: TestApp;
let ears: Ears;
beforeAll(async () => {
  app = await makeApp({ CHANGES_PER_MINUTE: '100000' });
});
afterAll(() => app.close());
beforeEach(() => {
  ears = makeEars(app);
});
afterEach(() => ears.closeAll());

const passed = () => new Promise((resolve) => setImmediate(resolve));
const postOf = async (person: Person) =>
  (await person.call(createPost, { body: { konten: 'Halo' } })).body.id;
const payloads = <T>({ heard }: Ear, name: string) =>
  heard.flatMap(({ event, payload }) => (event === name ? [payload as T] : []));
const likesHeard = (ear: Ear) =>
  payloads<{ likes: { id: number; total_likes: number }[] }>(ear, 'likes-changed');

async function untilFourth(work: () => unknown, count: () => number): Promise<number> {
  const began = performance.now();
  while (count() < 4) {
    await work();
    await passed();
  }
  return performance.now() - began;
}

/** The first is immediate, the others follow at intervals of half a second. */
const three = 3 * 500 - 5;

test('sends like counts at most twice a second, without refetching the feed', async () => {
  const [siti, budi] = [await app.as.warga('A1'), await app.as.warga('A2')];
  const id = await postOf(siti);
  const ear = await ears.listen(siti);
  await ears.during(async () => {
    const like = () => budi.call(likePost, { params: { id } });
    expect(await untilFourth(like, () => likesHeard(ear).length)).toBeGreaterThan(three);
  });
  expect(payloads(ear, 'data-changed')).toEqual([]);
});

test('sends the last of many concurrent likes', async () => {
  const [siti, ...others] = await Promise.all(
    ['A1', 'B1', 'B2', 'B3', 'B4'].map((blok) => app.as.warga(blok)),
  );
  if (!siti) throw new Error('nobody');
  const [one, two] = [await postOf(siti), await postOf(siti)];
  const ear = await ears.listen(siti);
  const press = (person: Person, id: number, times: number) =>
    Promise.all(Array.from({ length: times }, () => person.call(likePost, { params: { id } })));
  await ears.during(() =>
    Promise.all(
      others.map((person, index) => Promise.all([press(person, one, 5 + index), press(person, two, 7)])),
    ),
  );
  const told = new Map(
    likesHeard(ear).flatMap(({ likes }) => likes.map((like) => [like.id, like.total_likes])),
  );
  const posts = (await siti.call(listPosts, { query: { limit: 2 } })).body.data;
  expect(told).toEqual(new Map(posts.map(({ id, total_likes }) => [id, total_likes])));
});

test('other devices of the author refetch the feed', async () => {
  const [siti, budi] = [await app.as.warga('A1'), await app.as.warga('A2')];
  const id = await postOf(siti);
  const [own, other] = [await ears.listen(budi), await ears.listen(siti)];
  await ears.during(() => budi.call(likePost, { params: { id } }));
  expect([own.topics(), other.topics()]).toEqual([['posts'], []]);
});

test('sends no likes of deleted posts', async () => {
  const [siti, budi] = [await app.as.warga('A1'), await app.as.warga('A2')];
  const [id, gone] = [await postOf(siti), await postOf(siti)];
  await siti.call(deletePost, { params: { id: gone } });
  const ear = await ears.listen(siti);
  await ears.during(async () =>
    app.context.realtime.publish(
      [id, gone].map((postId) => ({ kind: 'liked', postId, userId: budi.id }) as const),
    ),
  );
  expect(likesHeard(ear)).toEqual([{ likes: [{ id, total_likes: 0 }] }]);
});

test('sends a topic to a socket at most twice a second, including the last change', async () => {
  const ketua = await app.as.ketua();
  const people = await Promise.all(['A5', 'B5', 'C5'].map((blok) => app.as.warga(blok)));
  const ear = await ears.listen(ketua);
  const own = await ears.listen(people[0] ?? null);
  let turn = 0;
  const change = () => {
    const { id, blok } = people[(turn += 1) % people.length] as Person;
    app.context.realtime.publish([
      { kind: 'changed', topic: 'payments', subject: { user_id: id, blok } },
      { kind: 'changed', topic: 'residents', subject: { user_id: id, blok } },
    ]);
  };
  const times = ({ heard }: Ear, topic: string) =>
    heard.filter(({ payload }) => (payload as { topics?: string[] }).topics?.includes(topic)).length;
  await ears.during(async () => {
    expect(await untilFourth(change, () => times(ear, 'payments'))).toBeGreaterThan(three);
    expect(times(ear, 'residents')).toBeLessThanOrEqual(5);
    expect(times(own, 'payments')).toBeLessThanOrEqual(5);
    app.context.realtime.publish([{ kind: 'changed', topic: 'documents', subject: null }]);
    expect(ear.topics()).not.toContain('documents');
  });
  expect(ear.topics()).toContain('documents');
});

test('merges quick changes of settings', async () => {
  const ear = await ears.listen(await app.as.warga('A6'));
  await ears.during(async () => {
    for (const complaintMenuEnabled of [false, true, false, true, false])
      app.context.realtime.publish([{ kind: 'broadcast-settings', complaintMenuEnabled }]);
  });
  const told = payloads<{ complaintMenuEnabled: boolean }>(ear, 'settings-changed');
  expect(told.at(-1)).toEqual({ complaintMenuEnabled: false });
  expect(told.length).toBeLessThan(3);
});

test('sends personal events immediately', async () => {
  const [ketua, siti] = [await app.as.ketua(), await app.as.warga('A1')];
  const ear = await ears.listen(ketua);
  for (let count = 0; count < 5; count += 1) await postOf(siti);
  await eventually(() => expect(ear.news()).toHaveLength(5));
});
