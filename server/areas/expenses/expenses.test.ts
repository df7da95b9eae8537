import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getBalance, listCashBook } from '../../../contract/cash-book.ts';
import * as contract from '../../../contract/expenses.ts';
import { makeApp, startOfTests, type TestApp } from '../../testing/app.ts';
import { photo } from '../../testing/pictures.ts';
import { decide, onlyProposal } from '../../testing/proposals.ts';
import { readAudit } from '../../testing/read-audit.ts';

let app: TestApp;
beforeAll(async () => {
  app = await makeApp();
});
afterAll(() => app.close());

const lamp = {
  tahun: 2026,
  bulan: 7,
  jumlah: 250_000,
  judul: 'Lampu jalan',
  deskripsi: 'Blok C',
  tanggal_digunakan: '2026-07-09',
};
const proof = async () => ({ foto: await photo() });

describe('spending', () => {
  test('lowers the balance and appears in the cash book on the day of use', async () => {
    const [admin, siti] = [await app.as.admin(), await app.as.warga('A1-1')];
    const before = (await siti.call(getBalance)).body.data;
    const added = await admin.call(contract.addExpense, { body: lamp, files: await proof() });
    expect(added).toMatchObject({
      status: 201,
      body: { message: 'Pengeluaran berhasil ditambahkan', data: { ...lamp, admin_nama: admin.nama } },
    });
    const after = (await siti.call(getBalance)).body.data;
    expect(after).toEqual({
      ...before,
      totalPengeluaran: before.totalPengeluaran + 250_000,
      saldo: before.saldo - 250_000,
    });
    const { body } = await siti.call(listCashBook, { params: { year: 2026 } });
    expect(body.data).toContainEqual(
      expect.objectContaining({ type: 'pengeluaran', id: added.body.id, tanggal: '2026-07-09' }),
    );
  });

  test('requires all fields and a proof, and a year from last to next', async () => {
    const ketua = await app.as.ketua();
    const nothing = await ketua.call(contract.addExpense, { body: {}, files: {} } as never);
    expect(Object.keys(nothing.refusal.errors ?? {}).toSorted()).toEqual([
      'bulan',
      'deskripsi',
      'foto',
      'judul',
      'jumlah',
      'tahun',
      'tanggal_digunakan',
    ]);
    expect(nothing.refusal.errors?.foto).toBe('Foto bukti wajib diupload');
    const wrong = [
      { jumlah: 0 },
      { jumlah: -5 },
      { jumlah: 'banyak' as never },
      { bulan: 13 },
      { tahun: 2024 },
      { tahun: 2028 },
      { tanggal_digunakan: '2026-02-30' },
      { tanggal_digunakan: '2026-07-16' }, // tomorrow
      { tanggal_digunakan: '2062-07-09' }, // typing error for 2026
      { tanggal_digunakan: '1026-07-09' },
    ];
    for (const change of wrong) {
      const refused = await ketua.call(contract.addExpense, {
        body: { ...lamp, ...change },
        files: await proof(),
      });
      expect(refused.status, JSON.stringify(change)).toBe(422);
      expect(Object.keys(refused.refusal.errors ?? {})).toEqual(Object.keys(change));
    }
    for (const tahun of [2025, 2027]) {
      const accepted = await ketua.call(contract.addExpense, {
        body: { ...lamp, tahun, beda_bulan: '1' },
        files: await proof(),
      });
      expect(accepted.status).toBe(201);
    }
  });

  test('uses the estate’s time zone for today and this year', async () => {
    const files = await proof();
    app.clock.set('2026-12-31T18:00:00.000Z'); // 1 January 2027 in Jakarta
    try {
      const ketua = await app.as.ketua('Ketua jaga');
      const add = async (tahun: number) => {
        const body = { ...lamp, tahun, tanggal_digunakan: '2027-01-01', beda_bulan: '1' as const };
        return (await ketua.call(contract.addExpense, { body, files })).status;
      };
      expect([await add(2025), await add(2028)]).toEqual([422, 201]);
    } finally {
      app.clock.set(startOfTests);
    }
  });

  test('only ketua and admin add and delete; everyone reads', async () => {
    const [ketua, koordinator, siti] = [
      await app.as.ketua(),
      await app.as.koordinator('A'),
      await app.as.warga('A1-1'),
    ];
    const { id } = (await ketua.call(contract.addExpense, { body: lamp, files: await proof() })).body;
    for (const person of [koordinator, siti]) {
      expect((await person.call(contract.addExpense, { body: lamp, files: await proof() })).status).toBe(403);
      expect((await person.call(contract.deleteExpense, { params: { id } })).status).toBe(403);
      const { body } = await person.call(contract.listYearExpenses, { params: { year: 2026 } });
      expect(body.data.map((expense) => expense.id)).toContain(id);
    }
  });
});

describe('deleting', () => {
  test('restores the balance, keeps row and proof, and works once', async () => {
    const admin = await app.as.admin();
    const { id, data } = (await admin.call(contract.addExpense, { body: lamp, files: await proof() })).body;
    const before = (await admin.call(getBalance)).body.data.saldo;
    const both = await Promise.all([1, 2].map(() => admin.call(contract.deleteExpense, { params: { id } })));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect((await admin.call(getBalance)).body.data.saldo).toBe(before + 250_000);
    const row = await app.context.db
      .selectFrom('expenses')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ dihapus_oleh: admin.id, foto: data.foto, dihapus_pada: expect.any(String) });
    const kept = await app.context.storage.open(`uploads/${data.foto}`);
    expect(kept).not.toBeNull();
    kept?.stream.destroy();
  });
});

describe('deleting what was spent in a past year', () => {
  let own: TestApp;
  beforeAll(async () => {
    own = await makeApp();
  });
  afterAll(() => own.close());

  test('leaves that year as it was reported, and takes the amount off this year', async () => {
    const [ketua, admin, siti] = [await own.as.ketua(), await own.as.admin(), await own.as.warga('A1-1')];
    const add = async (judul: string, tanggal_digunakan: string, kategori?: string) => {
      const [tahun, bulan] = tanggal_digunakan.split('-').map(Number) as [number, number];
      const body = { ...lamp, judul, tahun, bulan, tanggal_digunakan, ...(kategori ? { kategori } : {}) };
      return (await admin.call(contract.addExpense, { body, files: await proof() })).body.id;
    };
    const [old, early] = [await add('Cat', '2025-11-20', 'perbaikan'), await add('Sapu', '2026-06-02')];
    await add('Lampu', '2026-07-02');
    for (const id of [old, early]) {
      await admin.call(contract.deleteExpense, { params: { id } });
      expect((await decide(ketua, await onlyProposal(ketua))).status).toBe(200);
    }
    const shown = async (year: number) => {
      const params = { year };
      const list = (await siti.call(contract.listYearExpenses, { params })).body;
      const exported = (await siti.call(contract.exportExpenses, { params })).body.data;
      expect(exported.map(({ jumlah, dibatalkan }) => [jumlah, dibatalkan])).toEqual(
        list.data.map(({ jumlah, dibatalkan }) => [jumlah, dibatalkan]),
      );
      const sums = (await siti.call(contract.sumYearExpenses, { params })).body.data;
      expect(sums.total).toBe(list.total);
      const rows = list.data.map(({ judul, jumlah, foto, dibatalkan }) => [
        judul,
        jumlah,
        foto !== null,
        dibatalkan,
      ]);
      return { rows, kategori: sums.kategori, total: list.total };
    };
    const today = '2026-07-15';
    expect(await shown(2025)).toEqual({
      rows: [['Cat', 250_000, false, today]],
      kategori: [{ kategori: 'perbaikan', jumlah: 250_000 }],
      total: 250_000,
    });
    expect(await shown(2026)).toEqual({
      rows: [
        ['Lampu', 250_000, true, null],
        ['Cat', -250_000, false, today],
      ],
      kategori: [
        { kategori: 'lain-lain', jumlah: 250_000 },
        { kategori: 'perbaikan', jumlah: -250_000 },
      ],
      total: 0,
    });
    expect(await shown(2027)).toEqual({ rows: [], kategori: [], total: 0 });
    const all = (await siti.call(contract.listExpenses)).body.data;
    expect(all.map(({ judul }) => judul)).toEqual(['Lampu']);
    expect((await admin.call(contract.deleteExpense, { params: { id: old } })).status).toBe(404);
  });
});

describe('the list', () => {
  test('pages newest first without deleted expenses', async () => {
    const own = await makeApp();
    const admin = await own.as.admin();
    const ids: number[] = [];
    for (const judul of ['Satu', 'Dua', 'Tiga', 'Empat', 'Lima'])
      ids.push(
        (await admin.call(contract.addExpense, { body: { ...lamp, judul }, files: await proof() })).body.id,
      );
    await admin.call(contract.deleteExpense, { params: { id: ids[1] ?? 0 } });
    const left = ['Lima', 'Empat', 'Tiga', 'Satu'];

    const names = (rows: { judul: string }[]) => rows.map(({ judul }) => judul);
    const ofYear = { params: { year: 2026 } };
    expect(names((await admin.call(contract.listYearExpenses, ofYear)).body.data)).toEqual(left);
    expect(names((await admin.call(contract.exportExpenses, ofYear)).body.data)).toEqual(left);
    const of = async (kategori?: string) =>
      (await admin.call(contract.listYearExpenses, { ...ofYear, query: { kategori } })).body.total;
    await admin.call(contract.addExpense, {
      body: { ...lamp, judul: 'Sapu', jumlah: 5_000, kategori: 'kebersihan' },
      files: await proof(),
    });
    expect([await of(), await of('kebersihan')]).toEqual([1_005_000, 5_000]);
    left.unshift('Sapu');
    const first = (await admin.call(contract.listExpenses, { query: { limit: 3 } })).body;
    const rest = (
      await admin.call(contract.listExpenses, { query: { limit: 3, cursor: first.nextCursor ?? '' } })
    ).body;
    expect([names(first.data), names(rest.data)]).toEqual([left.slice(0, 3), left.slice(3)]);

    const told = await readAudit(own.context.db, { aksi: 'expense.deleted' });
    expect(told).toMatchObject([{ entitas_id: ids[1], sebelum: { judul: 'Dua' } }]);
    await own.close();
  });
});

describe('the year', () => {
  test('sum and export equal the rows', async () => {
    const own = await makeApp();
    const admin = await own.as.admin('Sri');
    for (const jumlah of [100_000, 40_000]) {
      await admin.call(contract.addExpense, { body: { ...lamp, jumlah }, files: await proof() });
    }
    await admin.call(contract.addExpense, {
      body: { ...lamp, tahun: 2025, judul: '=1+1', beda_bulan: '1' },
      files: await proof(),
    });
    const { body } = await admin.call(contract.listYearExpenses, { params: { year: 2026 } });
    expect(body.total).toBe(140_000);
    const exported = await admin.call(contract.exportExpenses, { params: { year: 2025 } });
    expect(exported.body).toMatchObject({
      title: 'Pengeluaran 2025',
      data: [
        {
          bulan: 'Juli',
          judul: '=1+1',
          jumlah: 250_000,
          admin: 'Sri',
          tanggal_dibuat: '2026-07-15',
          foto: expect.stringMatching(/^http/),
        },
      ],
    });
    const csv = await admin.call(contract.exportExpenses, {
      params: { year: 2025 },
      query: { format: 'csv' },
    });
    expect((csv.body as unknown as { text: string }).text).toContain(";'=1+1;250000;");
    await own.close();
  });
});
