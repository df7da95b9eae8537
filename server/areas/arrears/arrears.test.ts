import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { amountOf } from '../../../contract/amount-of.ts';
import {
  type Arrears,
  countArrears,
  exportArrears,
  getOwnDues,
  listArrears,
  listPayers,
} from '../../../contract/arrears.ts';
import { wargaDashboard } from '../../../contract/dashboard.ts';
import { uploadPaymentWarga } from '../../../contract/payments.ts';
import { deleteResident } from '../../../contract/residents.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';

let app: TestApp;
let admin: Person;
beforeEach(async () => {
  app = await makeApp(); // 15 July 2026
  admin = await app.as.admin();
});
afterEach(() => app.close());

/** Owes every month from this one to June 2026. */
const since = (blok: string, bulan: number) =>
  app.as.warga(blok, { created_at: `2026-${String(bulan).padStart(2, '0')}-10T03:00:00.000Z` });

/** A1 owes one month, A2 five with a hole, B1 six, B2 nothing, the coordinator of A three. */
async function estate() {
  const people = {
    one: await since('A1', 6),
    five: await since('A2', 1),
    six: await since('B1', 1),
    none: await since('B2', 6),
    coordinator: await app.as.person('koordinator_perblok', {
      blok: 'A10',
      created_at: '2026-04-01T03:00:00.000Z',
    }),
  };
  await app.given.payment({ of: people.five, bulan: 3, status: 'dikonfirmasi' });
  await app.given.payment({ of: people.six, bulan: 1, status: 'ditolak' });
  await app.given.payment({ of: people.none, bulan: 6 });
  return people;
}

const list = async (by: Person, query = {}) => (await by.call(listArrears, { query })).body;
const said = (rows: readonly Arrears[]) =>
  rows.map(({ blok, bulan, jumlah, sejak, umur }) => [blok, bulan, jumlah, sejak, umur]);

describe('the list of arrears', () => {
  test('has who owes what since when, by house, officers included', async () => {
    const { one } = await estate();
    const { data } = await list(admin);
    expect(said(data)).toEqual([
      ['A1', 1, 100_000, '2026-06', 'satu'],
      ['A2', 5, 500_000, '2026-01', 'empat_enam'],
      ['A10', 3, 300_000, '2026-04', 'dua_tiga'],
      ['B1', 6, 600_000, '2026-01', 'empat_enam'],
    ]);
    expect(data[0]).toMatchObject({ user_id: one.id, nama: one.nama, no_hp: one.no_hp });
  });

  test('filters by block, age and words, and pages without losing or repeating anybody', async () => {
    await estate();
    const houses = async (query: object) => (await list(admin, query)).data.map(({ blok }) => blok);
    expect(await houses({ blok: 'B' })).toEqual(['B1']);
    expect(await houses({ umur: 'empat_enam' })).toEqual(['A2', 'B1']);
    expect(await houses({ q: 'a10' })).toEqual(['A10']);
    expect(await houses({ umur: 'lebih_enam' })).toEqual([]);
    expect((await admin.call(listArrears, { query: { umur: 'x' } as never })).status).toBe(422);
    const seen = [];
    let cursor: string | null | undefined;
    do {
      const page = await list(admin, { limit: 1, cursor });
      expect(page.data.length).toBeLessThanOrEqual(1);
      seen.push(...page.data.map(({ blok }) => blok));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(['A1', 'A2', 'A10', 'B1']);
  });

  test('is counted for the same filters', async () => {
    await estate();
    const counted = async (query = {}) => (await admin.call(countArrears, { query })).body.data;
    expect(await counted()).toEqual({
      banyak: 4,
      bulan: 15,
      jumlah: 1_500_000,
      perUmur: [
        { umur: 'satu', banyak: 1, jumlah: 100_000 },
        { umur: 'dua_tiga', banyak: 1, jumlah: 300_000 },
        { umur: 'empat_enam', banyak: 2, jumlah: 1_100_000 },
        { umur: 'lebih_enam', banyak: 0, jumlah: 0 },
      ],
    });
    expect(await counted({ blok: 'B' })).toMatchObject({ banyak: 1, jumlah: 600_000 });
  });

  test('forgets who has sent a proof, and who is deleted', async () => {
    const { five, six } = await estate();
    await five.call(uploadPaymentWarga, {
      body: { 'bulan[]': ['2026-01', '2026-02', '2026-04', '2026-05', '2026-06'] },
      files: { bukti_transfer: await photo() },
    });
    await (await app.as.ketua()).call(deleteResident, { params: { id: six.id } });
    expect((await list(admin)).data.map(({ blok }) => blok)).toEqual(['A1', 'A10']);
  });

  test('is limited to the block of a coordinator, and closed to residents', async () => {
    const { coordinator, one } = await estate();
    expect((await list(coordinator)).data.map(({ blok }) => blok)).toEqual(['A1', 'A2', 'A10']);
    expect((await list(coordinator, { blok: 'B' })).data).toEqual([]);
    expect((await coordinator.call(countArrears, {})).body.data).toMatchObject({ banyak: 3 });
    expect((await coordinator.call(exportArrears, {})).body.data).toHaveLength(3);
    for (const endpoint of [listArrears, countArrears, exportArrears]) {
      expect((await one.call(endpoint, {})).status).toBe(403);
      expect((await app.as.nobody.call(endpoint, {})).status).toBe(401);
    }
  });

  test('is exported with words instead of keys, and says of which day it is', async () => {
    await estate();
    const { title, data } = (await admin.call(exportArrears, { query: { blok: 'A' } })).body;
    expect(title).toBe('Tunggakan Blok A 15 Jul 2026');
    expect(data[1]).toMatchObject({ blok: 'A2', bulan: 5, sejak: 'Januari 2026', umur: '4–6 bulan' });
  });
});

test('whose dues staff record are residents and officers with a house, in scope, by house', async () => {
  const { coordinator, none, one } = await estate();
  await app.as.person('admin', { blok: null });
  await admin.call(deleteResident, { params: { id: none.id } });
  const found = async (by: Person, query = {}) =>
    (await by.call(listPayers, { query })).body.data.map(({ blok }) => blok);
  expect(await found(admin)).toEqual(['A1', 'A2', 'A10', 'B1']);
  expect(await found(coordinator)).toEqual(['A1', 'A2', 'A10']);
  expect(await found(admin, { q: coordinator.nama })).toEqual(['A10']);
  const { data, nextCursor } = (await admin.call(listPayers, { query: { limit: 3 } })).body;
  expect(data.at(-1)).toEqual({ user_id: coordinator.id, nama: coordinator.nama, blok: 'A10' });
  expect(await found(admin, { limit: 3, cursor: nextCursor })).toEqual(['B1']);
  expect((await one.call(listPayers, {})).status).toBe(403);
});

test('everybody reads the same figure of their own: page, dashboard and the list of staff', async () => {
  const { five, coordinator } = await estate();
  const own = (await five.call(getOwnDues)).body.data;
  expect(own).toEqual((await five.call(wargaDashboard)).body.data.iuran);
  const listed = (await list(admin, { q: 'a2' })).data[0];
  expect([own.tunggakan.length, amountOf(own.tunggakan)]).toEqual([listed?.bulan, listed?.jumlah]);
  expect((await coordinator.call(getOwnDues)).body.data.tunggakan).toHaveLength(3);
  expect((await app.as.nobody.call(getOwnDues)).status).toBe(401);
});
