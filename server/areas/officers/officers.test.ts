import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { login, me } from '../../../contract/auth.ts';
import * as contract from '../../../contract/officers.ts';
import { updatePassword, updatePasswordWarga } from '../../../contract/profile.ts';
import { changeSettings } from '../../../contract/settings.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { type Person, password as presentPassword } from '../../testing/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await makeApp();
});
afterAll(() => app.close());

const officer = {
  nama: 'Rudi',
  email: 'rudi@contoh.id',
  jenis: 'admin',
  password: 'kunci-panjang-77',
} as const;

describe('granting roles', () => {
  test('only a ketua makes admins and ketua; an admin makes coordinators', async () => {
    const [ketua, admin] = [await app.as.ketua(), await app.as.admin()];
    expect(await admin.call(contract.createAccount, { body: officer })).toMatchObject({
      status: 403,
      refusal: { code: 'role_not_grantable' },
    });
    const made = await ketua.call(contract.createAccount, { body: officer });
    expect(made).toMatchObject({
      status: 201,
      body: { message: 'Perangkat berhasil ditambahkan', data: { jenis: 'admin' } },
    });
    const coordinator = {
      ...officer,
      email: 'kb@contoh.id',
      jenis: 'koordinator_perblok',
      blok: 'B1',
    } as const;
    expect((await admin.call(contract.createAccount, { body: coordinator })).status).toBe(201);

    const promoted = await admin.call(contract.changeAccount, {
      params: { id: admin.id },
      body: { jenis: 'ketua' },
    });
    expect(promoted.status).toBe(403);
    const touched = await admin.call(contract.changeAccount, {
      params: { id: ketua.id },
      body: { nama: 'X' },
    });
    expect(touched.refusal.code).toBe('role_not_grantable');
    expect((await admin.call(contract.deleteAccount, { params: { id: made.body.id } })).status).toBe(403);
  });

  test('the answers name a resident warga, and anybody else perangkat', async () => {
    const ketua = await app.as.ketua();
    const body = { ...officer, email: 'rudi.warga@contoh.id', jenis: 'warga', blok: 'B7' } as const;
    const made = await ketua.call(contract.createAccount, { body });
    expect(made.body.message).toBe('Warga berhasil ditambahkan');
    const change = async (changes: object) =>
      (await ketua.call(contract.changeAccount, { params: { id: made.body.id }, body: changes })).body
        .message;
    expect(await change({ nama: 'Rudi Hartono' })).toBe('Warga berhasil diupdate');
    expect(await change({ jenis: 'admin' })).toBe('Perangkat berhasil diupdate');
    expect(await change({ jenis: 'warga' })).toBe('Warga berhasil diupdate');
    const params = { id: made.body.id };
    expect((await ketua.call(contract.deleteAccount, { params })).body.message).toBe(
      'Warga berhasil dihapus',
    );
  });

  test('coordinators and residents need a house; common passwords are refused for officers', async () => {
    const ketua = await app.as.ketua();
    const needed = [
      ['koordinator_perblok', 'Blok wajib diisi untuk koordinator'],
      ['warga', 'Blok wajib diisi'],
    ] as const;
    for (const [jenis, sentence] of needed) {
      const body = { ...officer, email: 'x@contoh.id', jenis };
      expect((await ketua.call(contract.createAccount, { body })).refusal.errors).toEqual({ blok: sentence });
    }
    const weak = await ketua.call(contract.createAccount, {
      body: { ...officer, email: 'y@contoh.id', password: 'Password' },
    });
    expect(weak.refusal.errors).toHaveProperty('password');
  });

  test('every wrong field is answered at once: the house of a coordinator and a common password', async () => {
    const ketua = await app.as.ketua();
    const jenis = 'koordinator_perblok' as const;
    for (const [blok, sentence] of [
      ['', 'Blok wajib diisi untuk koordinator'],
      ['P1', 'Huruf blok harus salah satu dari A, B'],
    ] as const) {
      await ketua.call(changeSettings, { body: { blockLetters: 'AB' } });
      const body = { ...officer, email: 'dua@contoh.id', jenis, blok, password: 'password123' };
      const weak = 'Password terlalu umum. Gunakan password yang lebih sulit ditebak.';
      const made = await ketua.call(contract.createAccount, { body });
      expect([made.status, made.refusal.errors]).toEqual([422, { blok: sentence, password: weak }]);
      const { id } = await app.as.person('admin', {});
      const changes = { jenis, blok, password: 'password123' };
      const changed = await ketua.call(contract.changeAccount, { params: { id }, body: changes });
      expect([changed.status, changed.refusal.errors]).toEqual([422, { blok: sentence, password: weak }]);
    }
    await ketua.call(changeSettings, { body: { blockLetters: 'ABCDEFGHIJKLMNOP' } });
  });

  test('the same applies to a new role or password', async () => {
    const ketua = await app.as.ketua();
    const resident = await app.as.person('warga', {});
    const change = async (id: number, body: object) =>
      (await ketua.call(contract.changeAccount, { params: { id }, body })).refusal.errors;
    expect(await change(resident.id, { jenis: 'koordinator_perblok' })).toHaveProperty('blok');
    expect(await change((await app.as.koordinator('C')).id, { blok: '' })).toHaveProperty('blok');
    expect(await change((await app.as.admin()).id, { jenis: 'warga' })).toHaveProperty('blok');
    expect(await change((await app.as.admin()).id, { password: 'Password' })).toHaveProperty('password');
    expect(await change(resident.id, { jenis: 'admin', password: 'Password' })).toHaveProperty('password');
  });

  describe('a password that holds the name of the product, the estate or its owner', () => {
    const owner = 'Siti Nur Aminah';
    const guessable = [
      ['guyub-7-1945', 'the product'],
      ['2026GUYUB!', 'the product, in capitals between digits'],
      ['gu-yub-2026', 'the product, with signs in between'],
      ['guyūb-1945', 'the product, with an accent'],
      ['ｇｕｙｕｂ1945', 'the product, in letters of full width'],
      ['MelatiPutih77', 'the estate'],
      ['12melati34', 'a word of the estate'],
      ['m3l4t1-2026', 'a word of the estate, disguised'],
      ['aminah1990', 'a word of the owner'],
      ['@m1n4h-1990', 'a word of the owner, disguised'],
      ['1990-nur-1990', 'a short word of the owner and nothing else'],
    ];
    const fine = ['kunci-panjang-77', 'nurani-bening-3', 'hujan turun lagi', 'm3ja-m4kan-besar'];

    test.each(guessable)('%s is refused: %s', async (password) => {
      const ketua = await app.as.ketua();
      await ketua.call(changeSettings, { body: { estateName: 'Taman Melati Putih' } });
      const sentence = 'Password tidak boleh memuat nama pemilik akun, nama perumahan, atau kata Guyub.';
      const body = { ...officer, nama: owner, email: 'siti.nur@contoh.id', password };
      const made = await ketua.call(contract.createAccount, { body });
      expect([made.status, made.refusal.errors]).toEqual([422, { password: sentence }]);

      const { id } = await app.as.person('admin', { nama: owner });
      const changed = await ketua.call(contract.changeAccount, { params: { id }, body: { password } });
      expect([changed.status, changed.refusal.errors]).toEqual([422, { password: sentence }]);

      const resident = await app.as.person('warga', { nama: 'Lain', blok: 'A7' });
      const promotion = { nama: owner, jenis: 'koordinator_perblok', password } as const;
      const promoted = await ketua.call(contract.changeAccount, {
        params: { id: resident.id },
        body: promotion,
      });
      expect([promoted.status, promoted.refusal.errors]).toEqual([422, { password: sentence }]);

      const own = await app.as.person('koordinator_perblok', { nama: owner, blok: 'A7' });
      const set = await own.call(updatePassword, {
        body: { currentPassword: presentPassword, newPassword: password },
      });
      expect([set.status, set.refusal.errors]).toEqual([422, { newPassword: sentence }]);
    });

    test.each(fine)('%s is accepted, because it contains none', async (newPassword) => {
      const own = await app.as.person('admin', { nama: owner });
      const body = { currentPassword: presentPassword, newPassword };
      expect((await own.call(updatePassword, { body })).status).toBe(200);
    });

    test('residents may use one', async () => {
      const siti = await app.as.person('warga', { nama: owner, blok: 'A7' });
      const body = { currentPassword: presentPassword, newPassword: 'aminah1990' };
      expect((await siti.call(updatePasswordWarga, { body })).status).toBe(200);
    });
  });

  test('stores a blank phone or house as null', async () => {
    const ketua = await app.as.ketua();
    const body = { ...officer, email: 'tanpa@contoh.id', no_hp: '', blok: '' };
    const made = await ketua.call(contract.createAccount, { body });
    expect(made.body.data).toMatchObject({ no_hp: null, blok: null });
    const moved = await app.as.person('admin', { blok: 'D1' });
    const changed = await ketua.call(contract.changeAccount, {
      params: { id: moved.id },
      body: { no_hp: '', blok: '' },
    });
    expect(changed.body.data).toMatchObject({ no_hp: null, blok: null });
  });
});

describe('oneself and the last ketua', () => {
  test('nobody can delete, demote or deactivate themselves, or set their password without the present one', async () => {
    const ketua = await app.as.ketua();
    const params = { id: ketua.id };
    for (const body of [
      { jenis: 'warga' },
      { status: 'inactive' },
      { password: 'kunci-panjang-78' },
    ] as const) {
      expect((await ketua.call(contract.changeAccount, { params, body })).refusal.code).toBe('not_oneself');
    }
    expect((await ketua.call(contract.deleteAccount, { params })).refusal.code).toBe('not_oneself');
    expect((await ketua.call(contract.changeAccount, { params, body: { nama: 'Ketua' } })).status).toBe(200);
  });

  test.each([
    ['demoted', { jenis: 'admin' }],
    ['deactivated', { status: 'inactive' }],
    ['deleted', null],
  ] as const)('one of two ketua who remove each other at once stays, if one %s', async (_, body) => {
    const lonely = await makeApp();
    const [one, two] = [await lonely.as.ketua('Satu'), await lonely.as.ketua('Dua')];
    const params = { id: one.id };
    // Hashing takes long enough that the ketua has lost the role meanwhile.
    const slow = one.call(contract.changeAccount, {
      params: { id: two.id },
      body: { jenis: 'admin', password: 'kunci-panjang-77' },
    });
    await two.call(me);
    const quick = body
      ? two.call(contract.changeAccount, { params, body })
      : two.call(contract.deleteAccount, { params });
    expect([await slow, await quick].filter(({ status }) => status === 200)).toHaveLength(1);
    await lonely.close();
  });
});

describe('status', () => {
  test('deactivation ends all sessions, reactivation allows sign-in', async () => {
    const admin = await app.as.admin();
    const resident = await app.as.warga('A3');
    const params = { id: resident.id };
    const off = await admin.call(contract.changeAccount, { params, body: { status: 'inactive' } });
    expect(off.body.data.status).toBe('inactive');
    expect((await resident.call(me)).status).toBe(401);
    const refused = await app.as.nobody.call(login, {
      body: { email: resident.email, password: 'rahasia1' },
    });
    expect(refused.refusal.code).toBe('account_inactive');
    const on = await admin.call(contract.changeAccount, { params, body: { status: 'active' } });
    expect(on.body.data.status).toBe('active');
  });

  test('only the ketua can list officers, without residents', async () => {
    const ketua = await app.as.ketua();
    const { body } = await ketua.call(contract.listOfficers);
    expect(body.data.map(({ jenis }) => jenis)).not.toContain('warga');
    expect(Object.keys(body.data[0] ?? {}).toSorted()).toEqual([
      'blok',
      'email',
      'id',
      'jenis',
      'nama',
      'no_hp',
      'rumah',
      'status',
    ]);
    expect((await (await app.as.admin()).call(contract.listOfficers)).status).toBe(403);
  });

  test('lists accounts by house and name, filtered by role, without deleted ones', async () => {
    const own = await makeApp();
    const ketua = await own.as.ketua();
    for (const nama of ['Yuni', 'Wati', 'Adi']) await own.as.person('warga', { nama, blok: 'A2' });
    await own.as.person('warga', { nama: 'Budi', blok: 'A10' });
    const gone = await own.as.person('admin', { nama: 'Mantan' });
    await ketua.call(contract.deleteAccount, { params: { id: gone.id } });
    const names = async (query: object = {}) => {
      const { data, nextCursor } = (await ketua.call(contract.listAccounts, { query })).body;
      return { names: data.map(({ nama }) => nama), nextCursor };
    };
    expect((await names()).names).toEqual(['Ketua', 'Adi', 'Wati', 'Yuni', 'Budi']);
    expect((await names({ jenis: 'ketua' })).names).toEqual(['Ketua']);
    const first = await names({ limit: 3 });
    expect((await names({ limit: 3, cursor: first.nextCursor })).names).toEqual(['Yuni', 'Budi']);
    expect((await ketua.call(contract.listOfficers)).body.data.map(({ nama }) => nama)).toEqual(['Ketua']);
    await own.close();
  });
});

describe('the house of an officer', () => {
  const living = (blok: string) => app.as.person('admin', { nama: `Admin ${blok}`, blok });
  const house = (by: Person, of: Person, rumah: 'dihuni' | 'kosong' | 'usaha', rumah_sejak?: string) =>
    by.call(contract.changeAccount, { params: { id: of.id }, body: { rumah, rumah_sejak } });

  test('changes its status, not before its last change, and is audited', async () => {
    const [ketua, admin] = [await app.as.ketua(), await living('A7-1')];
    const answer = await house(ketua, admin, 'usaha');
    expect([answer.status, answer.body.data.rumah]).toEqual([200, 'usaha']);
    const [row] = (await ketua.call(listAudit)).body.data;
    expect(row).toMatchObject({
      aksi: 'house.changed',
      entitas_id: admin.id,
      sebelum: { rumah: 'dihuni' },
      sesudah: { rumah: 'usaha', sejak: '2026-07-15' },
    });
    const listed = (await ketua.call(contract.listOfficers)).body.data;
    expect(listed.find(({ id }) => id === admin.id)?.rumah).toBe('usaha');
    expect((await house(ketua, admin, 'kosong', '2026-07-14')).refusal.errors).toHaveProperty('rumah_sejak');
  });

  test('is changed by somebody else, and only where there is one', async () => {
    const [ketua, admin] = [await app.as.ketua(), await living('A7-2')];
    expect(await house(admin, admin, 'kosong')).toMatchObject({
      status: 403,
      refusal: { code: 'not_oneself' },
    });
    const homeless = await app.as.admin();
    const refused = await house(ketua, homeless, 'kosong');
    expect([refused.status, refused.refusal.errors]).toEqual([
      422,
      { rumah: 'Akun ini tidak punya rumah. Isi bloknya lebih dulu' },
    ]);
  });
});
