import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { login } from '../../../contract/auth.ts';
import { listNotifications, readNotifications } from '../../../contract/notifications.ts';
import { changeAccount } from '../../../contract/officers.ts';
import type { Role } from '../../../contract/people.ts';
import { changePasswordWarga, changeProfileWarga } from '../../../contract/profile.ts';
import { changeResident } from '../../../contract/residents.ts';
import { makeApp, startOfTests, type TestApp } from '../../testing/app.ts';
import { callsTo, type Person, password } from '../../testing/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await makeApp();
});
afterAll(() => app.close());

function tell(person: Person, times: number): Promise<number[]> {
  return app.context.write('system', async (tx) => {
    const ids = [];
    for (let number = 1; number <= times; number++) {
      const news = {
        jenis: 'payment-confirmed',
        judul: 'Kabar',
        pesan: `Kabar ke-${number}`,
        halaman: 'payments',
      } as const;
      ids.push(await tx.notify({ ...news, user_id: person.id }));
    }
    return ids;
  });
}

const read = async (person: Person, ids?: number[]) =>
  (await person.call(readNotifications, { body: ids ? { ids } : {} })).body;
const unreadIds = async (person: Person) =>
  (await person.call(listNotifications)).body.data.filter(({ dibaca }) => !dibaca).map(({ id }) => id);

describe('the list', () => {
  test('is newest first, with text, target page and number of unread ones', async () => {
    const warga = await app.as.warga('A1');
    const [first, second] = await tell(warga, 2);
    expect((await warga.call(listNotifications)).body).toEqual({
      status: 'success',
      unread: 2,
      nextCursor: null,
      data: [second, first].map((id, index) => ({
        id,
        jenis: 'payment-confirmed',
        judul: 'Kabar',
        pesan: `Kabar ke-${2 - index}`,
        halaman: 'payments',
        dibaca: false,
        tanggal: startOfTests,
      })),
    });
  });

  test('contains only own notifications, also for the ketua', async () => {
    const [warga, ketua] = [await app.as.warga('A2'), await app.as.ketua()];
    await tell(warga, 3);
    expect((await ketua.call(listNotifications)).body).toMatchObject({ unread: 0, data: [] });
    expect((await app.as.nobody.call(listNotifications)).status).toBe(401);
  });

  test('is paged; the count covers all pages', async () => {
    const warga = await app.as.warga('A3');
    const ids = await tell(warga, 7);
    const seen: number[] = [];
    let cursor: string | null | undefined;
    do {
      const { body } = await warga.call(listNotifications, {
        query: { limit: 3, ...(cursor ? { cursor } : {}) },
      });
      expect(body.unread).toBe(7);
      seen.push(...body.data.map(({ id }) => id));
      cursor = body.nextCursor;
    } while (cursor);
    expect(seen).toEqual(ids.toReversed());
  });

  test('does not end with an empty page', async () => {
    const warga = await app.as.warga('A4');
    await tell(warga, 4);
    const first = await warga.call(listNotifications, { query: { limit: 2 } });
    const second = await warga.call(listNotifications, {
      query: { limit: 2, cursor: first.body.nextCursor ?? '' },
    });
    expect(second.body.data).toHaveLength(2);
    expect(second.body.nextCursor).toBeNull();
  });
});

describe('whoever’s sign-in data change is told', () => {
  const told = async (person: Pick<Person, 'call'>) =>
    (await person.call(listNotifications)).body.data.map(({ jenis, judul, pesan, halaman }) => {
      expect([jenis, judul, halaman]).toEqual(['account-changed', 'Akun Anda Diubah', 'profile']);
      return pesan;
    });
  const warning = 'Bila Anda tidak mengetahuinya, segera hubungi ketua.';

  test('by themselves: password, e-mail, phone, and nothing else', async () => {
    const warga = await app.as.warga('C1');
    const { email } = warga;
    await warga.call(changeProfileWarga, { body: { nama: 'Nama Baru', blok: 'C2', email } });
    expect(await told(warga)).toEqual([]);
    await warga.call(changeProfileWarga, { body: { email: 'baru@contoh.id', no_hp: '081255556666' } });
    const passwords = { currentPassword: password, newPassword: 'mangga-muda-7' };
    await warga.call(changePasswordWarga, { body: { ...passwords, currentPassword: 'salah' } });
    await warga.call(changePasswordWarga, { body: passwords });
    expect(await told(warga)).toEqual([
      `Password diubah oleh Anda sendiri. ${warning}`,
      `Email dan No HP diubah oleh Anda sendiri. ${warning}`,
    ]);
  });

  test('by staff, who are named', async () => {
    const [warga, ketua] = [await app.as.warga('C3'), await app.as.ketua('Ibu Ratna')];
    await ketua.call(changeResident, { params: { id: warga.id }, body: { nama: 'Nama Baru', password: '' } });
    expect(await told(warga)).toEqual([]);
    const email = 'c3.baru@contoh.id';
    await ketua.call(changeResident, { params: { id: warga.id }, body: { email } });
    await ketua.call(changeResident, { params: { id: warga.id }, body: { password: 'mangga-muda-7' } });
    const { body } = await app.as.nobody.call(login, { body: { email, password: 'mangga-muda-7' } });
    expect(await told({ call: callsTo(app.url, body.token) })).toEqual([
      `Password diubah oleh pengurus (Ibu Ratna). ${warning}`,
      `Email diubah oleh pengurus (Ibu Ratna). ${warning}`,
    ]);
  });

  test('and who gets another role, with how they sign in from now on', async () => {
    const [warga, ketua] = [await app.as.warga('C4'), await app.as.ketua('Ibu Ratna')];
    const become = (jenis: Role) =>
      ketua.call(changeAccount, { params: { id: warga.id }, body: { jenis, nama: warga.nama } });
    for (const jenis of ['admin', 'admin', 'ketua', 'warga'] as const) await become(jenis);
    expect(await told(warga)).toEqual([
      'Peran Anda sekarang Warga, ditetapkan oleh pengurus (Ibu Ratna).',
      'Peran Anda sekarang Ketua, ditetapkan oleh pengurus (Ibu Ratna).',
      `Peran Anda sekarang Admin, ditetapkan oleh pengurus (Ibu Ratna). Masuk dengan email ${warga.email}, tidak lagi dengan No HP.`,
    ]);
  });
});

describe('reading', () => {
  test('by ids leaves the others unread', async () => {
    const warga = await app.as.warga('B1');
    const [one = 0, two = 0, three = 0] = await tell(warga, 3);
    expect(await read(warga, [one, three])).toEqual({
      status: 'success',
      unread: 1,
      message: expect.any(String) as string,
    });
    expect(await unreadIds(warga)).toEqual([two]);
    expect(await read(warga, [one, three])).toMatchObject({ unread: 1 });
  });

  test('without ids marks all', async () => {
    const warga = await app.as.warga('B2');
    await tell(warga, 3);
    expect(await read(warga)).toMatchObject({ unread: 0 });
    expect(await unreadIds(warga)).toEqual([]);
  });

  test('with an empty list marks none', async () => {
    const warga = await app.as.warga('B3');
    await tell(warga, 2);
    expect(await read(warga, [])).toMatchObject({ unread: 2 });
  });

  test('ignores foreign and unknown ids', async () => {
    const [warga, other] = [await app.as.warga('B4'), await app.as.warga('B5')];
    const foreign = await tell(other, 2);
    await tell(warga, 1);
    expect(await read(warga, [...foreign, 2_000_000_000])).toMatchObject({ unread: 1 });
    expect(await unreadIds(other)).toEqual(foreign.toReversed());
  });
});
