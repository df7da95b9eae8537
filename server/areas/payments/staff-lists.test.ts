import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeAccount } from '../../../contract/officers.ts';
import {
  countMonthPayments,
  countWaitingPayments,
  listMonthPayments,
  listPayments,
  monthStatuses,
} from '../../../contract/payments.ts';
import { changeResident, deleteResident, listResidents } from '../../../contract/residents.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await makeApp();
  admin = await app.as.admin();
});
afterAll(() => app.close());

type Filter = NonNullable<Parameters<typeof list>[1]>;
async function list(staff: Person, query: Record<string, unknown> = {}) {
  return await staff.call(listPayments, { query: query });
}
const month = async (staff: Person, year: number, monthNumber: number, query: Record<string, unknown> = {}) =>
  await staff.call(listMonthPayments, { params: { year, month: monthNumber }, query: query });

describe('filters', () => {
  let ids: Record<'a1' | 'a10' | 'a1old' | 'b1' | 'b1rejected' | 'officer', number>;
  beforeAll(async () => {
    const [a1, a10, b1] = [await app.as.warga('A1-1'), await app.as.warga('A10'), await app.as.warga('B1')];
    ids = {
      a1old: await app.given.payment({ of: a1, tahun: 2025, bulan: 12, status: 'dikonfirmasi' }),
      a1: await app.given.payment({ of: a1, tahun: 2026, bulan: 7 }),
      a10: await app.given.payment({ of: a10, tahun: 2026, bulan: 6, status: 'dikonfirmasi' }),
      b1rejected: await app.given.payment({ of: b1, tahun: 2026, bulan: 7, status: 'ditolak' }),
      b1: await app.given.payment({ of: b1, tahun: 2026, bulan: 7 }),
      officer: await app.given.payment({ of: await app.as.koordinator('B'), tahun: 2026, bulan: 7 }),
    };
  });

  const allOfThem: (keyof typeof ids)[] = ['officer', 'b1', 'b1rejected', 'a10', 'a1', 'a1old'];
  const cases: [name: string, filter: Filter, expected: (keyof typeof ids)[]][] = [
    ['nothing', {}, allOfThem],
    ['a block letter', { blok: 'A' }, ['a10', 'a1', 'a1old']],
    ['a small letter', { blok: 'b' }, ['officer', 'b1', 'b1rejected']],
    ['a blank block, as a form sends it for all of them', { blok: ' ' }, allOfThem],
    ['a whole house, which is not the beginning of another', { blok: 'A1' }, []],
    ['a whole house in small letters', { blok: ' a1-1 ' }, ['a1', 'a1old']],
    ['waiting', { status: 'menunggu_konfirmasi' }, ['officer', 'b1', 'a1']],
    ['confirmed', { status: 'dikonfirmasi' }, ['a10', 'a1old']],
    ['rejected', { status: 'ditolak' }, ['b1rejected']],
    ['unpaid, of which there is no record', { status: 'belum_bayar' }, []],
    ['both together', { blok: 'A', status: 'menunggu_konfirmasi' }, ['a1']],
  ];
  test.each(cases)('select by %s', async (_, filter, expected) => {
    const { body } = await list(admin, filter);
    expect(body.data.map(({ id }) => id)).toEqual(expected.map((key) => ids[key]));
    expect(body.nextCursor).toBeNull();
  });

  test('a coordinator sees the own block including its officers, with any filter', async () => {
    const koordinator = await app.as.koordinator('B');
    const seen = async (query: Filter) => (await list(koordinator, query)).body.data.map(({ id }) => id);
    expect(await seen({})).toEqual([ids.officer, ids.b1, ids.b1rejected]);
    expect(await seen({ blok: 'A' })).toEqual([]);
    expect(await seen({ blok: 'A1-1' })).toEqual([]);
    const inMonth = await month(koordinator, 2026, 7, { include: 'unpaid', blok: 'A' });
    expect(inMonth.body.data).toEqual([]);
  });

  test('payments move with their payer to the new block', async () => {
    const [from, to] = [await app.as.koordinator('G'), await app.as.koordinator('H')];
    const mover = await app.as.warga('G1');
    const id = await app.given.payment({ of: mover, tahun: 2026, bulan: 7 });
    const seen = async (staff: Person, query: Filter = {}) =>
      (await list(staff, query)).body.data.map((row) => row.id);
    expect([await seen(from), await seen(to)]).toEqual([[id], []]);
    await admin.call(changeResident, { params: { id: mover.id }, body: { blok: 'H2' } });
    expect([await seen(from), await seen(to)]).toEqual([[], [id]]);
    expect([await seen(admin, { blok: 'G' }), await seen(admin, { blok: 'H' })]).toEqual([[], [id]]);
  });

  test.each([
    ['a status that does not exist', { status: 'lunas' }, 'status'],
    ['a house no database can hold', { blok: '\0' }, 'blok'],
    ['limit 0', { limit: 0 }, 'limit'],
    ['limit 201', { limit: 201 }, 'limit'],
    ['limit of words', { limit: 'semua' }, 'limit'],
  ])('%s is refused', async (_, query, field) => {
    for (const refused of [
      await list(admin, query),
      await month(admin, 2026, 7, { ...query, include: 'unpaid' }),
    ]) {
      expect(refused.status).toBe(422);
      expect(Object.keys(refused.refusal.errors ?? {})).toEqual([field]);
    }
  });

  test.each(['2026/13', '2026/0', '1999/1', 'dua/1', '2026/7.5'])(
    'answer 400 for the month %s',
    async (path) => {
      const response = await fetch(`${app.url}/api/admin/payments/${path}`, {
        headers: { authorization: `Bearer ${admin.token}` },
      });
      expect(response.status).toBe(400);
    },
  );

  test('rows have exactly these fields', async () => {
    const [row] = (await list(admin, { blok: 'A10' })).body.data;
    const [ofMonth] = (await month(admin, 2026, 6, { blok: 'A10', include: 'unpaid' })).body.data;
    const fields = [
      'id',
      'user_id',
      'tahun',
      'bulan',
      'jumlah',
      'status',
      'bukti_transfer',
      'tanggal_upload',
      'tanggal_konfirmasi',
      'catatan',
      'keterangan',
      'nama',
      'blok',
      'no_hp',
      'dikonfirmasi_oleh_nama',
      'kelompok',
      'metode',
      'sebukti',
      'referensi',
      'referensi_sama',
      'tagihan',
      'halangan',
    ];
    expect(Object.keys(row ?? {}).toSorted()).toEqual(fields.toSorted());
    expect(ofMonth).toEqual(row);
  });
});

describe('counts', () => {
  test('equal the month’s list for every reader and block', async () => {
    const [a, b] = [await app.as.koordinator('A'), await app.as.koordinator('B')];
    await app.as.warga('A7');
    await app.given.payment({ of: a, tahun: 2026, bulan: 7, jumlah: 70_000, status: 'dikonfirmasi' });
    for (const by of [admin, await app.as.ketua(), a, b])
      for (const blok of [undefined, 'A', 'b', 'B1', 'Q']) {
        const query = blok === undefined ? {} : { blok };
        const rows = (await month(by, 2026, 7, { ...query, include: 'unpaid' })).body.data;
        const { terkumpul, untuk_diperiksa, ...counts } = (
          await by.call(countMonthPayments, { params: { year: 2026, month: 7 }, query })
        ).body.data;
        const inStatus = (status: string) => rows.filter((row) => row.status === status);
        const listed = monthStatuses.map((status) => [status, inStatus(status).length]);
        expect([by.nama, blok, counts]).toEqual([by.nama, blok, Object.fromEntries(listed)]);
        expect(terkumpul).toBe(inStatus('dikonfirmasi').reduce((sum, { jumlah }) => sum + jumlah, 0));
        const others = inStatus('menunggu_konfirmasi').filter(({ user_id }) => user_id !== by.id);
        expect(untuk_diperiksa).toBe(others.length);
      }
  });

  test('of waiting payments cover the scope in any month and exclude own ones', async () => {
    const [koordinator, other] = [await app.as.koordinator('J'), await app.as.koordinator('K')];
    const of = await app.as.warga('J1');
    await app.given.payment({ of: koordinator, tahun: 2026, bulan: 7 });
    await app.given.payment({ of, tahun: 2025, bulan: 7 });
    await app.given.payment({ of, tahun: 2026, bulan: 7 });
    await app.given.payment({ of, tahun: 2026, bulan: 6, status: 'ditolak' });
    const waiting = async (by: Person) => (await by.call(countWaitingPayments)).body.data;
    expect(await waiting(koordinator)).toEqual({ total: 3, untuk_diperiksa: 2 });
    expect(await waiting(other)).toEqual({ total: 0, untuk_diperiksa: 0 });
    const listed = (await list(admin, { status: 'menunggu_konfirmasi' })).body.data.length;
    expect(await waiting(admin)).toEqual({ total: listed, untuk_diperiksa: listed });
  });
});

describe('pages', () => {
  const payers = 23;
  beforeAll(async () => {
    for (let house = 1; house <= payers; house += 1) {
      // Equal names, so that only the complete sort key separates the pages.
      const person = await app.as.warga(`P${house}`, { nama: house % 2 ? 'Sama' : 'sama' });
      if (house % 3) await app.given.payment({ of: person, tahun: 2024, bulan: 3 });
      if (house % 5 === 0) await app.given.payment({ of: person, tahun: 2024, bulan: 3, status: 'ditolak' });
    }
    for (const nama of ['Yuni', 'Wati', 'Adi']) await app.as.person('warga', { nama, blok: 'P7' });
  });

  interface Page {
    data: unknown[];
    nextCursor: string | null;
  }
  async function walk(
    read: (page: { limit: number; cursor?: string }) => Promise<{ body: Page }>,
    limit: number,
  ) {
    const rows: unknown[] = [];
    let cursor: string | null = null;
    do {
      const { body }: { body: Page } = await read({ limit, ...(cursor ? { cursor } : {}) });
      expect(body.data.length).toBeLessThanOrEqual(limit);
      if (body.nextCursor) expect(body.data.length).toBe(limit);
      rows.push(...body.data);
      cursor = body.nextCursor;
    } while (cursor);
    return rows;
  }

  test.each([1, 4, 7, 200])(
    'of size %i contain every payment once, in the order of the whole list',
    async (limit) => {
      const filter = { blok: 'P' };
      const whole = (await list(admin, filter)).body.data;
      expect(await walk((page) => list(admin, { ...filter, ...page }), limit)).toEqual(whole);
    },
  );

  test.each([1, 7, 200])('of size %i are ordered from oldest to newest on request', async (limit) => {
    const newest = (await list(admin, { blok: 'P' })).body.data;
    const read = (page: object) => list(admin, { blok: 'P', urutan: 'terlama', ...page });
    expect(await walk(read, limit)).toEqual(newest.toReversed());
  });

  test.each([1, 4, 7, 200])('of size %i contain every resident of a month once', async (limit) => {
    const filter = { blok: 'P', include: 'unpaid' };
    const whole = (await month(admin, 2024, 3, filter)).body.data;
    expect(whole.length).toBeGreaterThanOrEqual(payers);
    expect(await walk((page) => month(admin, 2024, 3, { ...filter, ...page }), limit)).toEqual(whole);
  });

  test('order the people of one house by name', async () => {
    const { data } = (await month(admin, 2024, 3, { blok: 'P7', include: 'unpaid' })).body;
    expect(data.map(({ nama }) => nama)).toEqual(['Adi', 'Sama', 'Wati', 'Yuni']);
  });

  test('continue after the longest names of any script', async () => {
    for (const [index, letter] of ['꧋', '"', '宅'].entries())
      await app.as.warga(`O${index + 1}`, { nama: letter.repeat(100) });
    await app.as.warga('O4');
    const read = (page: { limit: number; cursor?: string }) =>
      month(admin, 2024, 3, { blok: 'O', include: 'unpaid', ...page });
    expect(await walk(read, 1)).toHaveLength(4);
    const residents = (page: { limit: number; cursor?: string }) =>
      admin.call(listResidents, { query: { blok: 'O', ...page } });
    expect(await walk(residents, 1)).toHaveLength(4);
  });

  test('are not shifted by a new payment', async () => {
    const filter = { blok: 'P', limit: 5 };
    const first = (await list(admin, filter)).body;
    await app.given.payment({ of: await app.as.warga('P3'), tahun: 2024, bulan: 4 });
    const second = (await list(admin, { ...filter, cursor: first.nextCursor })).body;
    const seen = [...first.data, ...second.data].map(({ id }) => id);
    expect(new Set(seen).size).toBe(10);
    expect(seen).toEqual(seen.toSorted((a, b) => b - a));
  });

  test('refuse a foreign or invalid cursor', async () => {
    const own = (key: unknown[]) => Buffer.from(JSON.stringify(key)).toString('base64url');
    const ofMonth = (await month(admin, 2024, 3, { blok: 'P', include: 'unpaid', limit: 1 })).body.nextCursor;
    const oldest = (await list(admin, { urutan: 'terlama', limit: 1 })).body.nextCursor;
    const cursors = [
      ofMonth,
      oldest,
      'kursor',
      own(['payments']),
      own(['payments', 'abc']),
      own(['payments', '1']),
      own(['payments', 2 ** 40]),
      own(['payments', 1, 2]),
      own(['residents', 1]),
      own(['payments', null]),
      '""',
      'x'.repeat(400),
    ];
    for (const cursor of cursors) {
      const refused = await list(admin, { limit: 1, cursor });
      expect([cursor, refused.status, Object.keys(refused.refusal.errors ?? {})]).toEqual([
        cursor,
        422,
        ['cursor'],
      ]);
    }
    for (const cursor of [own(['payments-month', 'P', 'a\0', 1, 1]), own(['payments-month', 1, 1, 1, 1])]) {
      expect((await month(admin, 2024, 3, { include: 'unpaid', limit: 1, cursor })).status).toBe(422);
    }
  });
});

describe('a month with its unpaid residents', () => {
  const march = async (query: Record<string, unknown> = {}) =>
    (await month(admin, 2026, 3, { blok: 'M', include: 'unpaid', ...query })).body.data;

  beforeAll(async () => {
    const given = app.given.payment;
    const march2026 = { tahun: 2026, bulan: 3 };
    const [paid, again, gone, inactive, officer] = [
      await app.as.warga('M10'),
      await app.as.warga('M3'),
      await app.as.warga('M4'),
      await app.as.person('warga', { nama: 'Nonaktif', blok: 'M5', status: 'inactive' }),
      await app.as.koordinator('M'),
    ];
    await given({ of: await app.as.warga('M2'), tahun: 2026, bulan: 4, status: 'dikonfirmasi' });
    await given({ of: await app.as.warga('M2-10'), tahun: 2025, bulan: 3, status: 'dikonfirmasi' });
    await app.as.warga('M2-9');
    await app.as.person('warga', { nama: 'Nonaktif juga', blok: 'M6', status: 'inactive' });
    // March in Jakarta ends at 17:00Z on the 31st.
    await app.as.person('warga', {
      nama: 'Datang tepat',
      blok: 'M7',
      created_at: '2026-03-31T16:59:59.999Z',
    });
    await app.as.person('warga', {
      nama: 'Datang kemudian',
      blok: 'M8',
      created_at: '2026-03-31T17:00:00.000Z',
    });
    await given({ of: paid, ...march2026, jumlah: 90_000, status: 'dikonfirmasi' });
    await given({ of: again, ...march2026, status: 'ditolak' });
    await given({ of: again, ...march2026 });
    await given({ of: gone, ...march2026, status: 'dikonfirmasi' });
    await given({ of: inactive, ...march2026, status: 'dikonfirmasi' });
    await given({ of: officer, ...march2026 });
    await app.context.write('system', (tx) =>
      tx.db.updateTable('users').set({ dihapus_pada: tx.now }).where('id', '=', gone.id).execute(),
    );
  });

  test('lists residents who owed dues, ordered by house: M2 before M10', async () => {
    const rows = (await march()).map(({ blok, status, id, jumlah }) => [blok, status, id !== null, jumlah]);
    expect(rows).toEqual([
      ['M2', 'belum_bayar', false, 100_000],
      ['M2-9', 'belum_bayar', false, 100_000],
      ['M2-10', 'belum_bayar', false, 100_000],
      ['M3', 'ditolak', true, 100_000],
      ['M3', 'menunggu_konfirmasi', true, 100_000],
      ['M4', 'dikonfirmasi', true, 100_000],
      ['M5', 'dikonfirmasi', true, 100_000],
      ['M7', 'belum_bayar', false, 100_000],
      ['M9-9', 'menunggu_konfirmasi', true, 100_000],
      ['M10', 'dikonfirmasi', true, 90_000],
    ]);
  });

  test('rows without a payment contain only resident and month', async () => {
    const m2 = await app.as.warga('M2');
    expect(await march({ blok: 'M2' })).toEqual([
      {
        id: null,
        user_id: m2.id,
        nama: m2.nama,
        blok: 'M2',
        no_hp: m2.no_hp,
        tahun: 2026,
        bulan: 3,
        jumlah: 100_000,
        status: 'belum_bayar',
        bukti_transfer: null,
        tanggal_upload: null,
        tanggal_konfirmasi: null,
        catatan: null,
        keterangan: null,
        kelompok: null,
        metode: null,
        referensi: null,
        referensi_sama: null,
        sebukti: [],
        tagihan: null,
        halangan: null,
        dikonfirmasi_oleh_nama: null,
      },
    ]);
  });

  test('filters unpaid residents', async () => {
    expect((await march({ status: 'belum_bayar' })).map(({ blok }) => blok)).toEqual([
      'M2',
      'M2-9',
      'M2-10',
      'M7',
    ]);
    expect((await march({ status: 'menunggu_konfirmasi' })).map(({ blok }) => blok)).toEqual(['M3', 'M9-9']);
  });

  test('excludes people who were inactive, or officers without a house, at that time', async () => {
    const [ketua, away] = [await app.as.ketua(), await app.as.warga('N1')];
    const former = await app.as.person('admin', {});
    const neighbour = await app.as.person('admin', { blok: 'N3' });
    const change = async (
      person: Person,
      body: { status?: 'active' | 'inactive'; jenis?: 'warga'; blok?: string },
    ) => expect((await ketua.call(changeAccount, { params: { id: person.id }, body })).status).toBe(200);
    const present = app.clock.now;
    app.clock.set('2026-03-10T05:00:00.000Z');
    await change(away, { status: 'inactive' });
    app.clock.set('2026-05-10T05:00:00.000Z');
    await change(away, { status: 'active' });
    await change(former, { jenis: 'warga', blok: 'N2' });
    await change(neighbour, { jenis: 'warga' });
    app.clock.set(present.toISOString());
    const query = { include: 'unpaid', blok: 'N' };
    const owing: string[] = [];
    for (const bulan of [2, 3, 4, 5]) {
      const { body } = await month(admin, 2026, bulan, query);
      owing.push(body.data.map(({ blok }) => blok).join(' '));
    }
    expect(owing).toEqual(['N1 N3', 'N3', 'N3', 'N1 N2 N3']);
  });

  test('excludes people who are deleted or inactive now', async () => {
    const [ketua, away, gone] = [await app.as.ketua(), await app.as.warga('L1'), await app.as.warga('L2')];
    await app.as.warga('L3');
    const present = app.clock.now;
    app.clock.set('2026-05-10T05:00:00.000Z');
    const status = 'inactive';
    await ketua.call(changeAccount, { params: { id: away.id }, body: { status } });
    await ketua.call(deleteResident, { params: { id: gone.id } });
    app.clock.set(present.toISOString());
    const { body } = await month(admin, 2026, 3, { include: 'unpaid', blok: 'L' });
    expect(body.data.map(({ blok }) => blok)).toEqual(['L3']);
  });

  test('without include=unpaid only payments are listed, newest first', async () => {
    const { body } = await month(admin, 2026, 3, { blok: 'M' });
    expect(body.data.map(({ blok }) => blok)).toEqual(['M9-9', 'M5', 'M4', 'M3', 'M3', 'M10']);
    expect((await month(admin, 2026, 3, { blok: 'M', status: 'belum_bayar' })).body.data).toEqual([]);
  });

  test('refuses other values of include', async () => {
    expect((await month(admin, 2026, 3, { include: 'semua' })).status).toBe(422);
  });
});
