import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listNotifications } from '../../../contract/notifications.ts';
import * as contract from '../../../contract/posts.ts';
import { makeApp, startOfTests, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { readAudit } from '../../testing/read-audit.ts';

let app: TestApp;
beforeAll(async () => {
  app = await makeApp();
});
afterAll(() => app.close());

const post = async (person: Person, konten: string) =>
  (await person.call(contract.createPost, { body: { konten } })).body;

describe('posting', () => {
  test('accepts text, photo or both, and refuses neither', async () => {
    const siti = await app.as.warga('A1-1');
    const text = await siti.call(contract.createPost, { body: { konten: '  Selamat pagi  ' } });
    expect(text).toMatchObject({
      status: 201,
      body: {
        message: 'Post berhasil dibuat',
        data: { konten: 'Selamat pagi', foto: null, nama: siti.nama, liked: false },
      },
    });
    const picture = await siti.call(contract.createPost, { body: {}, files: { foto: await photo() } });
    expect(picture.body.data).toMatchObject({ konten: '', foto: expect.stringMatching(/\.jpg$/) });
    for (const konten of ['   ', '\u200b', '\u2800\n\u2060']) {
      const nothing = await siti.call(contract.createPost, { body: { konten } });
      expect(nothing).toMatchObject({
        status: 422,
        refusal: { errors: { konten: 'Tulis sesuatu atau pilih foto' } },
      });
    }
  });

  test('refuses accents that pile up over the posts of others, and takes those of every script', async () => {
    const siti = await app.as.warga('A1-1');
    const konten = `Halo ${'a'.concat('\u0301'.repeat(9))}`;
    const refused = await siti.call(contract.createPost, { body: { konten } });
    expect(refused).toMatchObject({
      status: 422,
      refusal: { errors: { konten: 'Konten berisi karakter yang tidak didukung' } },
    });
    for (const text of ['مُحَمَّدٌ', 'שָׁ֔ם', 'ꦥꦿꦺꦴ', 'ཧཱུྃ', 'ที่', 'ệ 👨\u200d👩\u200d👧 ❤️'])
      expect((await post(siti, text)).data.konten).toBe(text);
  });

  test('notifies the ketua, except of their own post', async () => {
    const [siti, ketua] = [await app.as.warga('A1-1'), await app.as.ketua()];
    const before = (await ketua.call(listNotifications)).body.unread;
    await post(siti, 'Ada kabar');
    await post(ketua, 'Pengumuman');
    const { body } = await ketua.call(listNotifications);
    expect(body.unread).toBe(before + 1);
    expect(body.data[0]).toMatchObject({
      jenis: 'new-post',
      judul: 'Postingan Baru!',
      halaman: 'info-warga',
    });
  });

  test('returns name, house and photo of the author, and no other personal data', async () => {
    const { body } = await (await app.as.warga('B1')).call(contract.listPosts);
    expect(Object.keys(body.data[0] ?? {}).toSorted()).toEqual([
      'blok',
      'foto',
      'id',
      'konten',
      'liked',
      'nama',
      'potret',
      'tanggal_post',
      'total_comments',
      'total_likes',
      'user_id',
    ]);
  });

  test('serves the photo to every signed-in user until the post is deleted', async () => {
    const [siti, budi] = [await app.as.warga('A1-1'), await app.as.warga('B1')];
    const { id, data } = (await siti.call(contract.createPost, { body: {}, files: { foto: await photo() } }))
      .body;
    const look = () =>
      fetch(`${app.url}/assets/uploads/${data.foto}`, { headers: { authorization: `Bearer ${budi.token}` } });
    expect((await look()).status).toBe(200);
    await siti.call(contract.deletePost, { params: { id } });
    expect((await look()).status).toBe(404);
  });
});

describe('likes', () => {
  test('are counted, listed and removed per post and person', async () => {
    const [siti, budi] = [await app.as.warga('A1-1'), await app.as.warga('A2')];
    const [one, two] = [(await post(siti, 'Satu')).id, (await post(siti, 'Dua')).id];
    const like = (person: Person, id: number) => person.call(contract.likePost, { params: { id } });
    const likers = async (id: number) =>
      (await siti.call(contract.listLikes, { params: { id } })).body.data.map(({ user_id }) => user_id);
    const seenBy = async (person: Person) =>
      (await person.call(contract.listPosts, { query: { limit: 2 } })).body.data.map(
        ({ id, liked, total_likes, total_comments }) => [id, liked, total_likes, total_comments],
      );

    await like(budi, one);
    await like(siti, two);
    app.clock.set('2026-07-15T03:00:01.000Z');
    expect((await like(siti, one)).body).toMatchObject({ liked: true, total_likes: 2 });
    app.clock.set(startOfTests);
    expect(await likers(one)).toEqual([budi.id, siti.id]);
    expect(await likers(two)).toEqual([siti.id]);
    await budi.call(contract.commentPost, { params: { id: two }, body: { komentar: 'Setuju' } });
    expect(await seenBy(budi)).toEqual([
      [two, false, 1, 1],
      [one, true, 2, 0],
    ]);

    expect((await like(siti, one)).body).toMatchObject({ liked: false, total_likes: 1 });
    expect(await seenBy(siti)).toEqual([
      [two, true, 1, 1],
      [one, false, 1, 0],
    ]);
    const comments = async (id: number) =>
      (await siti.call(contract.listPostComments, { params: { id } })).body.data.length;
    expect([await comments(one), await comments(two)]).toEqual([0, 1]);
  });

  test('answer 404 for a deleted post, like its comments', async () => {
    const siti = await app.as.warga('A1-1');
    const params = { id: (await post(siti, 'Sebentar')).id };
    await siti.call(contract.deletePost, { params });
    const answers = [
      await siti.call(contract.likePost, { params }),
      await siti.call(contract.listLikes, { params }),
      await siti.call(contract.commentPost, { params, body: { komentar: 'Ya' } }),
      await siti.call(contract.listPostComments, { params }),
      await siti.call(contract.deletePost, { params }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });

  test('are limited to one per person and toggled, also concurrently', async () => {
    const [siti, budi] = [await app.as.warga('A1-1'), await app.as.warga('B1')];
    const { id } = await post(siti, 'Suka?');
    const like = (person: Person) => person.call(contract.likePost, { params: { id } });
    expect((await like(budi)).body).toMatchObject({ liked: true, total_likes: 1 });
    expect((await like(siti)).body).toMatchObject({ liked: true, total_likes: 2 });
    expect((await like(budi)).body).toMatchObject({ liked: false, total_likes: 1 });
    const nine = await Promise.all(Array.from({ length: 9 }, () => like(budi)));
    expect(nine.every(({ status }) => status === 200)).toBe(true);
    const { body } = await budi.call(contract.listLikes, { params: { id } });
    expect(body.data.filter(({ user_id }) => user_id === budi.id).length).toBeLessThanOrEqual(1);
    expect(body.data.map(({ user_id }) => user_id)).toContain(siti.id);
  });
});

describe('comments', () => {
  test('oldest first, with name, house and photo alone; blank ones are refused', async () => {
    const [siti, budi] = [await app.as.warga('A1-1'), await app.as.warga('B1')];
    const { id } = await post(siti, 'Komentari');
    for (const komentar of ['pertama', 'kedua'])
      await budi.call(contract.commentPost, { params: { id }, body: { komentar } });
    const { body } = await siti.call(contract.listPostComments, { params: { id } });
    expect(body.data.map(({ komentar }) => komentar)).toEqual(['pertama', 'kedua']);
    expect(Object.keys(body.data[0] ?? {}).toSorted()).toEqual([
      'blok',
      'id',
      'komentar',
      'nama',
      'potret',
      'tanggal_komentar',
    ]);
    const blank = await budi.call(contract.commentPost, { params: { id }, body: { komentar: '  ' } });
    expect(blank.status).toBe(422);
    const listed = (await siti.call(contract.listPosts, { query: { limit: 1 } })).body.data[0];
    expect(listed).toMatchObject({ id, total_comments: 2 });
  });

  test('are limited to the newest thousand', async () => {
    const siti = await app.as.warga('A1-1');
    const { id } = await post(siti, 'Ramai');
    const numbers = sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)`;
    await app.context.write('system', (tx) =>
      sql`${numbers} INSERT INTO post_comments (post_id, user_id, komentar, tanggal_komentar)
        SELECT ${sql.lit(id)}, ${sql.lit(siti.id)}, 'ke-' || i, '2026-07-15T03:00:00.000Z' FROM n`.execute(
        tx.db,
      ),
    );
    await siti.call(contract.commentPost, { params: { id }, body: { komentar: 'terakhir' } });
    const { body } = await siti.call(contract.listPostComments, { params: { id } });
    const texts = body.data.map(({ komentar }) => komentar);
    expect([texts.length, texts[0], texts.at(-1)]).toEqual([1_000, 'ke-2', 'terakhir']);
  });
});

describe('removing', () => {
  test('is allowed for own posts, and for officers for any', async () => {
    const [siti, budi] = [await app.as.warga('A1-1'), await app.as.warga('B1')];
    for (const officer of [await app.as.koordinator('C'), await app.as.admin(), await app.as.ketua()]) {
      const { id } = await post(siti, 'Akan dihapus');
      expect((await budi.call(contract.deletePost, { params: { id } })).status).toBe(404);
      expect((await officer.call(contract.deletePost, { params: { id } })).body.message).toBe(
        'Post berhasil dihapus',
      );
      expect((await siti.call(contract.likePost, { params: { id } })).status).toBe(404);
      expect((await siti.call(contract.deletePost, { params: { id } })).status).toBe(404);
    }
  });

  test('are deleted once by two at once, with one audit row', async () => {
    const [siti, admin] = [await app.as.warga('A1-1'), await app.as.admin()];
    for (let round = 0; round < 8; round += 1) {
      const { id } = await post(siti, 'Dihapus dua orang');
      const remove = (by: Person) => by.call(contract.deletePost, { params: { id } });
      const answers = await Promise.all([remove(siti), remove(admin)]);
      expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '404']);
      expect(await readAudit(app.context.db, { aksi: 'post.deleted', entitas_id: id })).toHaveLength(1);
    }
  });

  test('pages contain every post once while new ones arrive', async () => {
    const siti = await app.as.warga('A1-1');
    const all = (await siti.call(contract.listPosts)).body.data.map(({ id }) => id);
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await siti.call(contract.listPosts, { query: { limit: 2, cursor } });
      seen.push(...body.data.map(({ id }) => id));
      if (seen.length === 2) await post(siti, 'Menyela');
      cursor = body.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(all);
  });
});
