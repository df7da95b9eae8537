import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { me } from '../../../contract/auth.ts';
import { commentPost, createPost, listPostComments, listPosts } from '../../../contract/posts.ts';
import * as contract from '../../../contract/profile.ts';
import { changeResident, deleteResident } from '../../../contract/residents.ts';
import { maxFileBytes } from '../../http/files/upload.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { password } from '../../testing/people.ts';
import { pictures } from '../../testing/pictures.ts';
import { raw } from '../../testing/raw.ts';

let app: TestApp;
let beforeWrite: (() => Promise<unknown>) | undefined;
beforeAll(async () => {
  app = await makeApp(
    {},
    {
      beforeWrite: async () => {
        const happens = beforeWrite;
        beforeWrite = undefined;
        await happens?.();
      },
    },
  );
});
afterAll(() => app.close());

describe('own data', () => {
  test('changes name, e-mail and phone; re-encodes the photo; only null removes it', async () => {
    const siti = await app.as.warga('A1-1');
    const foto_profile = `data:image/png;base64,${(await pictures.png()).toString('base64')}`;
    const { user } = (
      await siti.call(contract.updateProfileWarga, {
        body: {
          user_id: siti.id,
          nama: 'Siti Aminah',
          email: siti.email,
          no_hp: '+62 812-7777-8888',
          foto_profile,
        },
      })
    ).body;
    expect(user).toMatchObject({ nama: 'Siti Aminah', no_hp: '081277778888', role: 'warga' });
    expect(user.foto_profile).toMatch(/^data:image\/jpeg;base64,/);
    const save = async (photo: object) => {
      const body = { nama: 'Siti Aminah', email: siti.email, ...photo };
      return (await siti.call(contract.updateProfileWarga, { body })).body.user;
    };
    for (const kept of [{}, { foto_profile: '' }])
      expect((await save(kept)).foto_profile).toBe(user.foto_profile);
    expect(await save({ foto_profile: null })).toMatchObject({ foto_profile: null, no_hp: '081277778888' });
  });

  test('lists show a small copy of the photo; a replaced one, a removed one and that of a deleted account are gone', async () => {
    const [siti, budi, ketua] = [await app.as.warga('A19'), await app.as.warga('A20'), await app.as.ketua()];
    const save = async (foto_profile: string | null, { call, nama, email } = siti) =>
      call(contract.updateProfileWarga, { body: { nama, email, foto_profile } });
    const dataUrl = async () => `data:image/png;base64,${(await pictures.png()).toString('base64')}`;
    const { id } = (await siti.call(createPost, { body: { konten: 'Salam' } })).body;
    await siti.call(commentPost, { params: { id }, body: { komentar: 'Halo' } });
    const neighbours = (await budi.call(createPost, { body: { konten: 'Halo' } })).body.id;
    const portraitOfNeighbour = async () =>
      (await ketua.call(listPosts)).body.data.find((each) => each.id === neighbours)?.potret ?? null;
    const portraits = async () => {
      const post = (await ketua.call(listPosts)).body.data.find((each) => each.id === id);
      const [comment] = (await ketua.call(listPostComments, { params: { id } })).body.data;
      expect(comment?.potret).toBe(post?.potret);
      return post?.potret ?? null;
    };
    const fetched = async (potret: string | null) => {
      const headers = { authorization: `Bearer ${ketua.token}` };
      return fetch(`${app.url}/assets/uploads/${potret}?size=thumb`, { headers });
    };
    expect(await portraits()).toBeNull();
    await save(await dataUrl(), budi);
    const neighbour = await portraitOfNeighbour();
    await save(await dataUrl());
    const first = await portraits();
    const picture = await fetched(first);
    expect(picture.headers.get('content-type')).toBe('image/jpeg');
    expect((await picture.arrayBuffer()).byteLength).toBeLessThan(6_000);
    await save(`data:image/jpeg;base64,${(await pictures.phone()).toString('base64')}`);
    const second = await portraits();
    expect(second).not.toBe(first);
    expect([(await fetched(first)).status, (await fetched(second)).status]).toEqual([404, 200]);
    await save(null);
    expect([await portraits(), (await fetched(second)).status]).toEqual([null, 404]);
    await save(await dataUrl());
    const third = await portraits();
    await ketua.call(deleteResident, { params: { id: siti.id } });
    expect([await portraits(), (await fetched(third)).status]).toEqual([null, 404]);
    expect(neighbour).not.toBeNull();
    expect([await portraitOfNeighbour(), (await fetched(neighbour)).status]).toEqual([neighbour, 200]);
  });

  test('a change limited by `hanya` keeps concurrent changes of an officer', async () => {
    const [tono, admin] = [await app.as.warga('A5'), await app.as.admin()];
    const body = { nama: 'Tono Susilo', no_hp: '081266665555' };
    await admin.call(changeResident, { params: { id: tono.id }, body });
    const { user } = (
      await tono.call(contract.updateProfileWarga, {
        body: { nama: tono.nama, email: 'tono.baru@contoh.id', no_hp: tono.no_hp ?? '', hanya: ['email'] },
      })
    ).body;
    expect(user).toMatchObject({ ...body, email: 'tono.baru@contoh.id' });
  });

  test('requires name, e-mail and a warga’s house; stores a blank phone as null', async () => {
    const budi = await app.as.warga('A8');
    const blank = await budi.call(contract.changeProfileWarga, { body: { nama: ' ', email: '', blok: '' } });
    expect(blank.refusal.errors).toEqual({
      nama: 'Nama wajib diisi',
      email: 'Email wajib diisi',
      blok: 'Blok wajib diisi',
    });
    const without = await budi.call(contract.changeProfileWarga, { body: { no_hp: '' } });
    expect(without.body.user.no_hp).toBeNull();
  });

  test.each([
    ['that nobody can see', '\u200b\u2060', 'Nama wajib diisi'],
    ['of fillers, which phones draw as nothing', '\u3164', 'Nama wajib diisi'],
  ])('a name %s is refused', async (_, nama, sentence) => {
    const budi = await app.as.warga('A8');
    const refused = await budi.call(contract.changeProfileWarga, { body: { nama } });
    expect(refused).toMatchObject({ status: 422, refusal: { errors: { nama: sentence } } });
  });

  test('accepts phone numbers with invisible characters and any dashes', async () => {
    const budi = await app.as.warga('A8');
    const copied = await budi.call(contract.changeProfileWarga, {
      body: { no_hp: '\u202a+62\u00a0812–3456–7890\u202c' },
    });
    expect(copied.body.user.no_hp).toBe('081234567890');
  });

  test('refuses a foreign user_id and the paths of other roles', async () => {
    const [siti, admin] = [await app.as.warga('A1-1'), await app.as.admin()];
    const body = { user_id: admin.id, nama: 'X', email: 'x@contoh.id' };
    expect((await siti.call(contract.updateProfileWarga, { body })).status).toBe(403);
    expect((await siti.call(contract.updateProfile, { body: { ...body, user_id: siti.id } })).status).toBe(
      403,
    );
    expect((await admin.call(contract.changeProfileWarga, { body: { nama: 'X' } })).status).toBe(403);
  });

  test('answers 415 for a text that is no picture', async () => {
    const siti = await app.as.warga('A1-1');
    for (const foto_profile of ['halo', 'data:image/png;base64,aGFsbw==', 'data:text/html;base64,PGI+']) {
      const refused = await siti.call(contract.updateProfileWarga, {
        body: { nama: 'Lain', email: siti.email, foto_profile },
      });
      expect(refused.status).toBe(415);
    }
    expect((await siti.call(me)).body.user.nama).not.toBe('Lain');
  });

  test('answers 415 for a wrong picture type', async () => {
    const siti = await app.as.warga('A1-1');
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
    const gif = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');
    for (const content of [Buffer.from(svg), gif]) {
      const foto_profile = `data:image/png;base64,${content.toString('base64')}`;
      const body = { nama: siti.nama, email: siti.email, foto_profile };
      expect((await siti.call(contract.updateProfileWarga, { body })).status).toBe(415);
    }
    expect((await siti.call(me)).body.user.foto_profile).toBeNull();
  });

  test.each([
    ['a resident', 'POST /api/warga/update-profile', () => app.as.warga('A4')],
    ['an officer', 'POST /api/auth/update-profile', () => app.as.koordinator('B')],
  ])(
    '%s can send a photo of 10 MB, and reads of a body beyond 14 MB that it is too large',
    async (_, line, who) => {
      const { nama, email, token } = await who();
      const photo = Buffer.alloc(maxFileBytes);
      (await pictures.jpeg()).copy(photo);
      const foto_profile = `data:image/jpeg;base64,${photo.toString('base64')}`;
      const text = JSON.stringify({ nama, email, foto_profile });
      const headers = { 'content-type': 'application/json' };
      const send = (bytes: number) => raw(app.url, line, { token, headers, body: text.padEnd(bytes) });
      expect(await send(14 * 1_048_576)).toMatchObject({ status: 200, json: { status: 'success' } });
      expect(await send(14 * 1_048_576 + 1)).toMatchObject({
        status: 413,
        json: { code: 'payload_too_large', message: 'Data yang dikirim terlalu besar.' },
      });
    },
  );

  test('allows residents to change their house', async () => {
    const budi = await app.as.warga('A5');
    expect((await budi.call(contract.changeProfileWarga, { body: { blok: 'b12-03' } })).body.user.blok).toBe(
      'B12-03',
    );
    expect(
      (await budi.call(contract.changeProfileWarga, { body: { blok: 'Z1' } })).refusal.errors,
    ).toHaveProperty('blok');
  });

  test.each([
    [' b 12 ', 'B12'],
    ['B 12 - 3', 'B12-3'],
    ['b12–3', 'B12-3'],
  ])('the house %j is stored as %j', async (blok, stored) => {
    const budi = await app.as.warga('A5');
    expect((await budi.call(contract.changeProfileWarga, { body: { blok } })).body.user.blok).toBe(stored);
  });

  test('refuses a house whose spaces may mean two houses', async () => {
    const budi = await app.as.warga('A5');
    const refused = await budi.call(contract.changeProfileWarga, { body: { blok: 'B1 2' } });
    expect(refused.refusal.errors).toEqual({ blok: 'Format blok: huruf dan nomor, contoh A1 atau A1-1' });
  });
});

describe('own password', () => {
  test('answers 422 for a wrong current password and keeps the session', async () => {
    const siti = await app.as.warga('A6');
    const refused = await siti.call(contract.changePasswordWarga, {
      body: { currentPassword: 'salah', newPassword: 'baru-sekali' },
    });
    expect(refused).toMatchObject({ status: 422, refusal: { code: 'wrong_current_password' } });
    expect((await siti.call(me)).status).toBe(200);
  });

  test('slows down guesses of the present password, also concurrent ones', async () => {
    const siti = await app.as.warga('A10');
    const change = (currentPassword: string) =>
      siti.call(contract.changePasswordWarga, { body: { currentPassword, newPassword: 'milik-siti-1' } });
    const guesses = await Promise.all(Array.from({ length: 40 }, (_, guess) => change(`tebakan ${guess}`)));
    expect(guesses.filter(({ status }) => status === 422)).toHaveLength(6);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(34);
    const refused = await change(password);
    expect([refused.refusal.code, refused.headers.get('retry-after')]).toEqual(['too_many_attempts', '1']);
    expect((await siti.call(me)).status).toBe(200);
    const signedIn = await raw(app.url, 'POST /api/auth/login', { json: { email: siti.email, password } });
    expect(signedIn.status).toBe(200);

    app.clock.set('2026-07-15T03:00:01.000Z');
    expect((await change(password)).status).toBe(200);
    expect((await change('milik-orang-1')).status).toBe(422);
  });

  test('a change keeps this session, ends all others, and only the new password signs in', async () => {
    const admin = await app.as.admin();
    const signIn = (secret: string) =>
      raw(app.url, 'POST /api/auth/login', { json: { email: admin.email, password: secret } });
    const token = String((await signIn(password)).json.token);
    const changed = await admin.call(contract.updatePassword, {
      body: { user_id: admin.id, currentPassword: password, newPassword: 'kunci-yang-baru-9' },
    });
    expect(changed.body.message).toBe('Password berhasil diubah');
    expect((await admin.call(me)).status).toBe(200);
    expect((await raw(app.url, 'GET /api/auth/me', { token })).status).toBe(401);
    expect((await signIn('kunci-yang-baru-9')).status).toBe(200);
    expect((await signIn(password)).status).toBe(401);
  });

  test('a password that was changed in the same session while the new one was hashed is not replaced', async () => {
    const siti = await app.as.warga('A21');
    const change = (newPassword: string) =>
      siti.call(contract.changePasswordWarga, { body: { currentPassword: password, newPassword } });
    let first: Awaited<ReturnType<typeof change>> | undefined;
    beforeWrite = async () => void (first = await change('milik-sendiri-1'));
    const second = await change('milik-sendiri-2');
    expect([first?.status, second.status, second.refusal.code]).toEqual([200, 422, 'wrong_current_password']);
    const json = { email: siti.email, password: 'milik-sendiri-1' };
    expect((await raw(app.url, 'POST /api/auth/login', { json })).status).toBe(200);
  });

  test('of two concurrent changes one succeeds and keeps its session', async () => {
    const { email } = await app.as.warga('A9');
    const signIn = (secret: string) =>
      raw(app.url, 'POST /api/auth/login', { json: { email, password: secret } });
    const devices = await Promise.all([signIn(password), signIn(password)]);
    const tokens = devices.map(({ json }) => String(json.token));
    const changes = await Promise.all(
      tokens.map((token, index) =>
        raw(app.url, 'PUT /api/warga/password', {
          token,
          json: { currentPassword: password, newPassword: `milik-perangkat-${index}` },
        }),
      ),
    );
    expect(changes.map(({ status }) => status).toSorted((a, b) => a - b)).not.toEqual([200, 200]);
    const winner = changes.findIndex(({ status }) => status === 200);
    const alive = await Promise.all(tokens.map((token) => raw(app.url, 'GET /api/auth/me', { token })));
    expect(alive.map(({ status }) => status === 200)).toEqual([winner === 0, winner === 1]);
    expect((await signIn(`milik-perangkat-${winner}`)).status).toBe(200);
    expect((await signIn(`milik-perangkat-${1 - winner}`)).status).toBe(401);
  });

  test('refuses short passwords for everybody, common ones for officers', async () => {
    const [siti, ketua] = [await app.as.warga('A7'), await app.as.ketua()];
    const short = await siti.call(contract.updatePasswordWarga, {
      body: { currentPassword: password, newPassword: '12345' },
    });
    expect(short.refusal.errors).toEqual({ newPassword: 'Password minimal 6 karakter' });
    const common = await ketua.call(contract.updatePassword, {
      body: { currentPassword: password, newPassword: '123456' },
    });
    expect(common.refusal.errors).toHaveProperty('newPassword');
  });
});
