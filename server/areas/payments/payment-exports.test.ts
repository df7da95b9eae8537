import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as payments from '../../../contract/payments.ts';
import { makeApp, startOfTests, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { readWorkbook } from '../../testing/spreadsheets.ts';

let app: TestApp;
beforeAll(async () => {
  app = await makeApp({ PUBLIC_URL: origin });
});
afterAll(() => app.close());

const byteOrderMark = '\uFEFF';
const origin = 'https://guyub.contoh.id';

async function download(person: Person, path: string) {
  const response = await fetch(app.url + path, { headers: { authorization: `Bearer ${person.token}` } });
  expect(response.status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  const header = (name: string) => response.headers.get(name);
  return {
    bytes,
    text: bytes.toString('utf8'),
    type: header('content-type'),
    disposition: header('content-disposition'),
    header,
  };
}

const proofOf = async (id: number) => {
  const row = await app.context.db
    .selectFrom('payments')
    .select('bukti_transfer')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return `/assets/uploads/${row.bukti_transfer}`;
};

describe('a resident’s year', () => {
  let siti: Person;
  const expected: Record<number, { status: string; proof?: number }> = {};
  beforeAll(async () => {
    siti = await app.as.warga('A1-1', { nama: 'Siti Rahayu' });
    const given = (bulan: number, status: payments.PaymentStatus) =>
      app.given.payment({ of: siti, tahun: 2026, bulan, status });
    expected[1] = { status: 'Lunas', proof: await given(1, 'dikonfirmasi') };
    await given(2, 'ditolak');
    expected[2] = { status: 'Menunggu Konfirmasi', proof: await given(2, 'menunggu_konfirmasi') };
    await given(3, 'ditolak');
    expected[3] = { status: 'Ditolak', proof: await given(3, 'ditolak') };
    const taken = await given(4, 'menunggu_konfirmasi');
    await siti.call(payments.deletePaymentWarga, { params: { id: taken } });
    await app.given.payment({ of: siti, tahun: 2025, bulan: 5 });
    await app.given.payment({ of: await app.as.warga('A1-2'), tahun: 2026, bulan: 6 });
  });

  test('has twelve rows in Indonesian with the current status of each month', async () => {
    const { body } = await siti.call(payments.exportOwnPaymentsWarga, { params: { year: 2026 } });
    expect(body.title).toBe('Pembayaran Siti Rahayu 2026');
    expect(body.data.map(({ no }) => no)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(body.data.map(({ bulan }) => bulan).join()).toBe(
      'Januari,Februari,Maret,April,Mei,Juni,Juli,Agustus,September,Oktober,November,Desember',
    );
    for (const row of body.data) {
      const month = expected[row.no];
      expect(row.status).toBe(month?.status ?? 'Belum Bayar');
      expect(row.bukti).toBe(month?.proof ? await proofOf(month.proof) : null);
      expect(row.jumlah).toBe(month?.proof ? 100_000 : null);
      expect(Object.keys(row)).toEqual(['no', 'bulan', 'status', 'jumlah', 'bukti', 'metode']);
    }
  });

  test('as CSV has a byte-order mark, semicolons and CR LF for Indonesian Excel', async () => {
    const file = await download(siti, '/api/warga/payments/export/2026?format=csv');
    expect(file.type).toBe('text/csv; charset=utf-8');
    expect(file.disposition).toBe('attachment; filename="Pembayaran Siti Rahayu 2026.csv"');
    expect(file.header('cache-control')).toBe('no-store');
    expect(file.text.startsWith(`${byteOrderMark}No;Bulan;Status;Bukti\r\n`)).toBe(true);
    const lines = file.text.split('\r\n');
    expect(lines).toHaveLength(1 + 12 + 1);
    expect(lines[1]).toBe(`1;Januari;Lunas;${origin}${await proofOf(expected[1]?.proof ?? 0)}`);
    expect(lines[12]).toBe('12;Desember;Belum Bayar;');
  });

  test('as XLSX has a title, the same rows with numeric cells, and the total received', async () => {
    const file = await download(siti, '/api/warga/payments/export/2026?format=xlsx');
    expect(file.type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(file.disposition).toContain('filename="Pembayaran Siti Rahayu 2026.xlsx"');
    const { name, title, rows } = await readWorkbook(file.bytes);
    const wanted = 'Pembayaran Siti Rahayu 2026';
    expect([name, title]).toEqual([wanted, `Perumahan Guyub Asri – ${wanted}`]);
    expect(rows).toHaveLength(14);
    expect(rows[0]).toEqual(['No', 'Bulan', 'Status', 'Jumlah', 'Bukti', 'Cara Bayar']);
    const proof = origin + (await proofOf(expected[1]?.proof ?? 0));
    expect(rows[1]).toEqual([1, 'Januari', 'Lunas', 100_000, proof, 'Transfer']);
    expect(rows[2]?.slice(0, 4)).toEqual([2, 'Februari', 'Menunggu Konfirmasi', 100_000]);
    expect(rows[12]).toEqual([12, 'Desember', 'Belum Bayar', null, null, null]);
    expect(rows[13]).toEqual([null, 'Total lunas', null, 100_000, null, null]);
  });

  test('is available to officers; a year without payments is unpaid twelve times', async () => {
    const ketua = await app.as.ketua();
    const { body } = await ketua.call(payments.exportOwnPayments, { params: { year: 2027 } });
    expect(body.data).toHaveLength(12);
    expect(new Set(body.data.map(({ status }) => status))).toEqual(new Set(['Belum Bayar']));
  });

  test('says of months that are not charged what the screen says, and nothing of those to come', async () => {
    const created_at = '2026-05-31T17:00:00.000Z'; // already June in Jakarta
    const [ketua, newcomer] = [
      await app.as.ketua(),
      await app.as.person('warga', { blok: 'G1', created_at }),
    ];
    await app.given.payment({ of: newcomer, bulan: 4, status: 'ditolak' });
    await app.given.payment({ of: newcomer, bulan: 5, status: 'dikonfirmasi' });
    const states = async (call: Promise<{ body: { data: { status: string }[] } }>) =>
      (await call).body.data.map(({ status }) => status);
    const [free, open] = ['Tidak Ditagih', 'Belum Bayar'];
    const year = { params: { year: 2026 } };
    expect(await states(newcomer.call(payments.exportOwnPaymentsWarga, year))).toEqual([
      free,
      free,
      free,
      free,
      'Lunas',
      open,
      open,
      open,
      open,
      open,
      open,
      open,
    ]);
    expect(await states(ketua.call(payments.exportOwnPayments, year))).toEqual([
      free,
      free,
      free,
      free,
      free,
      free,
      free,
      open,
      open,
      open,
      open,
      open,
    ]);
  });

  test('refuses unknown formats, and answers 400 for an invalid year', async () => {
    const wrong = await siti.call(payments.exportOwnPaymentsWarga, {
      params: { year: 2026 },
      query: { format: 'pdf' as 'csv' },
    });
    expect([wrong.status, Object.keys(wrong.refusal.errors ?? {})]).toEqual([422, ['format']]);
    const year = await siti.call(payments.exportOwnPaymentsWarga, { params: { year: '26' } });
    expect(year.status).toBe(400);
  });
});

describe('a month of the estate', () => {
  const path = '/api/admin/payments/export/2026/7';
  beforeAll(async () => {
    const [first, second, third] = [
      await app.as.warga('C2', { nama: 'Budi; "Santoso"', no_hp: '081200000001' }),
      await app.as.warga('C10', { nama: 'Ayu', no_hp: null }),
      await app.as.warga('C11', { nama: 'Rudi' }),
    ];
    try {
      app.clock.set('2026-07-14T17:00:00.000Z'); // already the 15th in Jakarta
      await app.given.payment({ of: first, status: 'dikonfirmasi' });
    } finally {
      app.clock.set(startOfTests);
    }
    await app.given.payment({ of: third, status: 'ditolak' });
    await app.given.payment({ of: third, status: 'ditolak' });
    await app.given.payment({ of: third });
    await app.as.person('warga', { nama: 'Nonaktif', blok: 'C12', status: 'inactive' });
    await app.as.warga('D1', { nama: 'Élan 100%_' });
    expect(second.no_hp).toBeNull();
  });

  const rowsOf = async (staff: Person, query: Record<string, unknown> = {}) =>
    (
      await staff.call(payments.exportMonthPayments, {
        params: { year: 2026, month: 7 },
        query: query,
      })
    ).body;

  test('has every resident once, ordered by house, with the current status', async () => {
    const { title, data } = await rowsOf(await app.as.admin(), { blok: 'C' });
    expect(title).toBe('Pembayaran Juli 2026 Blok C');
    expect(
      data.map(({ blok, nama, status, tanggal_upload }) => [blok, nama, status, tanggal_upload]),
    ).toEqual([
      ['C2', 'Budi; "Santoso"', 'Lunas', '2026-07-15'],
      ['C10', 'Ayu', 'Belum Bayar', null],
      ['C11', 'Rudi', 'Menunggu Konfirmasi', '2026-07-15'],
    ]);
    expect(Object.keys(data[0] ?? {})).toEqual([
      'nama',
      'blok',
      'no_hp',
      'status',
      'jumlah',
      'bukti',
      'metode',
      'tanggal_upload',
    ]);
    expect(data.map(({ jumlah }) => jumlah)).toEqual([100_000, null, 100_000]);
    expect(data[0]?.bukti).toMatch(/^\/assets\/uploads\//);
  });

  test('with a status filter has the rows of the list, including replaced rejected payments', async () => {
    const admin = await app.as.admin();
    const shown = (rows: readonly { nama: string; blok: string | null }[]) =>
      rows.map(({ nama, blok }) => `${blok} ${nama}`);
    const houses: Record<string, string[]> = {};
    for (const status of payments.monthStatuses) {
      const query = { blok: 'C', status };
      const params = { year: 2026, month: 7 };
      const list = await admin.call(payments.listMonthPayments, {
        params,
        query: { ...query, include: 'unpaid' },
      });
      houses[status] = shown((await rowsOf(admin, query)).data);
      expect(houses[status]).toEqual(shown(list.body.data));
    }
    expect(houses).toEqual({
      belum_bayar: ['C10 Ayu'],
      menunggu_konfirmasi: ['C11 Rudi'],
      dikonfirmasi: ['C2 Budi; "Santoso"'],
      ditolak: ['C11 Rudi', 'C11 Rudi'],
    });
  });

  test.each([
    ['a name, whatever its case', 'RUDI', ['C11']],
    ['a piece of a house, whatever its case', 'c1', ['C10', 'C11']],
    ['a percent sign, which means itself', '0%', ['D1']],
    ['an underscore, which means itself', '_', ['D1']],
    ['a backslash', '\\', []],
    ['a quote', '"sant', ['C2']],
    ['letters beyond ASCII as they are written', 'Élan', ['D1']],
    ['blanks around it', '  budi; ', ['C2']],
  ])('filters by %s', async (_, q, houses) => {
    const { data } = await rowsOf(await app.as.admin(), { q });
    expect(data.map(({ blok }) => blok)).toEqual(houses);
  });

  test('combines filters for block, status and search', async () => {
    const admin = await app.as.admin();
    const narrowed = async (query: object) =>
      (await rowsOf(admin, { blok: 'C', status: 'ditolak', ...query })).data.map(({ nama }) => nama);
    expect(await narrowed({ q: 'rudi' })).toEqual(['Rudi', 'Rudi']);
    expect(await narrowed({ q: 'ayu' })).toEqual([]);
    expect(await narrowed({ q: 'rudi', blok: 'D' })).toEqual([]);
  });

  test.each([
    ['a long search', { q: 'x'.repeat(101) }],
    ['a search no database can hold', { q: 'a\0b' }],
  ])('%s is refused', async (_, query) => {
    const params = { year: 2026, month: 7 };
    const refused = await (await app.as.admin()).call(payments.exportMonthPayments, { params, query });
    expect([refused.status, Object.keys(refused.refusal.errors ?? {})]).toEqual([422, ['q']]);
  });

  test('is limited to the coordinator’s block', async () => {
    const { data } = await rowsOf(await app.as.koordinator('C'));
    expect(new Set(data.map(({ blok }) => blok?.charAt(0)))).toEqual(new Set(['C']));
    expect((await rowsOf(await app.as.koordinator('C'), { blok: 'A' })).data).toEqual([]);
    expect((await rowsOf(await app.as.koordinator('A'), { q: 'rudi' })).data).toEqual([]);
  });

  test('contains the filters in its title', async () => {
    const [admin, koordinator] = [await app.as.admin(), await app.as.koordinator('C')];
    const name = async (by: Person, query: Record<string, string>) => {
      const file = await download(by, `${path}?${new URLSearchParams({ format: 'csv', ...query })}`);
      return file.disposition?.match(/filename="(.*)\.csv"/)?.[1];
    };
    expect(await name(admin, {})).toBe('Pembayaran Juli 2026');
    expect(await name(admin, { blok: ' ' })).toBe('Pembayaran Juli 2026');
    expect(await name(koordinator, {})).toBe('Pembayaran Juli 2026 Blok C');
    expect(await name(admin, { blok: 'c10' })).toBe('Pembayaran Juli 2026 Blok C10');
    expect(await name(admin, { status: 'ditolak' })).toBe('Pembayaran Juli 2026 Ditolak');
    const narrowed = { status: 'belum_bayar', q: ' ../"Siti\r\n' };
    expect(await name(koordinator, narrowed)).toBe('Pembayaran Juli 2026 Blok C Belum Bayar - Siti');
    expect(await name(admin, { q: 'x'.repeat(100) })).toBe(`Pembayaran Juli 2026 - ${'x'.repeat(30)}`);
  });

  test('as CSV quotes semicolons and quotes in names', async () => {
    const file = await download(await app.as.admin(), `${path}?format=csv&blok=C`);
    const [head, first, officer, second] = file.text.split('\r\n');
    expect(head).toBe(`${byteOrderMark}Nama;Blok;No HP;Status;Bukti;Tanggal Upload`);
    expect(first).toMatch(
      /^"Budi; ""Santoso""";C2;0812-0000-0001;Lunas;https:\/\/guyub\.contoh\.id\/assets\/uploads\/[\w-]+\.jpg;2026-07-15$/,
    );
    expect(officer).toMatch(/^Koordinator C;C9-9;/);
    expect(second).toBe('Ayu;C10;;Belum Bayar;;');
    expect(file.disposition).toContain('filename="Pembayaran Juli 2026 Blok C.csv"');
  });

  test('as XLSX has date cells and phone numbers as text', async () => {
    const file = await download(await app.as.admin(), `${path}?format=xlsx&blok=C`);
    const { title, rows } = await readWorkbook(file.bytes);
    expect(title).toBe('Perumahan Guyub Asri – Pembayaran Juli 2026 Blok C');
    expect(rows[1]).toEqual([
      'Budi; "Santoso"',
      'C2',
      '081200000001',
      'Lunas',
      100_000,
      expect.stringMatching(/^https:\/\/guyub\.contoh\.id\/assets\/uploads\//),
      'Transfer',
      new Date('2026-07-15T00:00:00.000Z'),
    ]);
    expect(rows[3]).toEqual(['Ayu', 'C10', null, 'Belum Bayar', null, null, null, null]);
    expect(rows[4]?.slice(3, 5)).toEqual(['Menunggu Konfirmasi', 100_000]);
    expect(rows[5]).toEqual(['Total lunas', null, null, null, 100_000, null, null, null]);
    expect(rows).toHaveLength(6);
  });

  test('removes unsafe characters of the resident’s name from the file name', async () => {
    const person = await app.as.person('warga', { nama: '../Ümit "Ó" \\ 😀;x=1', blok: 'E1' });
    const file = await download(person, '/api/warga/payments/export/2026?format=csv');
    expect(file.disposition).toMatch(
      /^attachment; filename="[\x20-\x21\x23-\x5b\x5d-\x7e]+\.csv"; filename\*=UTF-8''[\w%.~!-]+$/,
    );
    expect(file.disposition).not.toContain('..');
    const xlsx = await download(person, '/api/warga/payments/export/2026?format=xlsx');
    expect((await readWorkbook(xlsx.bytes)).name).not.toMatch(/[[\]:*?/\\]|^'|'$/);
  });

  test('removes apostrophes at the ends of a sheet name, which Excel rejects', async () => {
    const cutAtApostrophe = `${'N'.repeat(31 - 'Pembayaran '.length - 1)}'a`;
    const person = await app.as.person('warga', { nama: cutAtApostrophe, blok: 'E3' });
    const xlsx = await download(person, '/api/warga/payments/export/2026?format=xlsx');
    const { name } = await readWorkbook(xlsx.bytes);
    expect(name).toHaveLength(31);
    expect(name).not.toMatch(/^'|'$/);
  });
});
