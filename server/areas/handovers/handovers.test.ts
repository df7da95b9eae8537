/** Cash goes from the hands of a coordinator into the treasurer's account once somebody else has counted it. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { login } from '../../../contract/auth.ts';
import { reverseEntry } from '../../../contract/book.ts';
import { monthKey } from '../../../contract/format.ts';
import {
  decideHandover,
  type HandoverStatus,
  listHandovers,
  makeHandover,
  withdrawHandover,
} from '../../../contract/handovers.ts';
import { listNotifications } from '../../../contract/notifications.ts';
import { createAccount, deleteAccount } from '../../../contract/officers.ts';
import {
  addFund,
  changeFund,
  listMoneyAccounts,
  listPlaceBalances,
  transferMoney,
} from '../../../contract/places.ts';
import { collectDues, getRound } from '../../../contract/rounds.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { type Ears, makeEars } from '../../testing/ears.ts';
import { callsTo, type Person } from '../../testing/people.ts';
import { hold, untilWaiting } from '../../testing/until-waiting.ts';
import * as queries from './queries.ts';

let app: TestApp;
let rina: Person;
let admin: Person;
let ketua: Person;
let ears: Ears;
beforeEach(async () => {
  app = await makeApp();
  ears = makeEars(app);
  rina = await app.as.koordinator('A');
  [admin, ketua] = [await app.as.admin(), await app.as.ketua()];
});
afterEach(async () => {
  ears.closeAll();
  await app.close();
});

/** Receives a month of a new house, Rp 100.000. */
let houses = 0;
async function collect(by = rina) {
  const payer = await app.as.warga(`A${(houses += 1)}`, { created_at: '2026-07-10T00:00:00.000Z' });
  const { rumah } = (await by.call(getRound, { query: { blok: 'A' } })).body.data;
  const { bulan } = rumah.find(({ user_id }) => user_id === payer.id) ?? { bulan: [] };
  const answer = await by.call(collectDues, {
    body: {
      ketukan: randomUUID(),
      user_id: payer.id,
      bulan: bulan.map(monthKey),
      jumlah: 100_000,
      waktu: '2026-07-15T02:00:00.000Z',
    },
  });
  expect(answer.status).toBe(201);
}
const handOver = (jumlah: number, by = rina) => by.call(makeHandover, { body: { jumlah } });
const decide = (id: number, body: object, by = admin) =>
  by.call(decideHandover, { params: { id }, body: { status: 'diterima', ...body } });
const balances = async () =>
  (await admin.call(listMoneyAccounts)).body.data.map(({ nama, saldo }) => [nama, saldo]);
const statuses = async (by = admin): Promise<HandoverStatus[]> =>
  (await by.call(listHandovers)).body.data.map(({ status }) => status);
const told = async (person: Person) => (await person.call(listNotifications)).body.data[0]?.pesan;

async function handedOver() {
  await collect();
  await collect();
  const { status, body } = await handOver(200_000);
  expect(status).toBe(201);
  return body.id;
}

describe('a hand-over', () => {
  test('waits, and moves the counted sum once somebody else accepts; both are told', async () => {
    const id = await handedOver();
    expect(await balances()).toEqual([
      ['Kas', 0],
      ['Kas Koordinator Blok A', 200_000],
    ]);
    expect(await told(admin)).toContain('Rp 200.000 tunai');
    const { status, body } = await decide(id, { dihitung: 200_000 });
    expect([status, body.data.status, body.data.diputuskan_oleh]).toEqual([200, 'diterima', 'Admin']);
    expect(await balances()).toEqual([
      ['Kas', 200_000],
      ['Kas Koordinator Blok A', 0],
    ]);
    expect(await told(rina)).toBe('Admin menerima Rp 200.000 dari setoran Anda.');
  });

  test('counted short needs a reason, and the rest stays in the hands of the coordinator', async () => {
    const id = await handedOver();
    expect((await decide(id, { dihitung: 150_000 })).refusal.errors).toHaveProperty('alasan');
    const alasan = 'Satu lembar lima puluh ribu kurang';
    expect((await decide(id, { dihitung: 150_000, alasan })).status).toBe(200);
    expect(await balances()).toEqual([
      ['Kas', 150_000],
      ['Kas Koordinator Blok A', 50_000],
    ]);
    expect(await told(rina)).toContain('Sisa Rp 50.000 masih tercatat di tangan Anda.');
    expect((await rina.call(listHandovers)).body.data).toMatchObject([{ dihitung: 150_000, alasan }]);
  });

  test.each([[{}], [{ dihitung: 200_001 }], [{ dihitung: 0 }]])('counted as %j is refused', async (body) => {
    const id = await handedOver();
    const { status, refusal } = await decide(id, body);
    expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, ['dihitung']]);
    expect(await statuses()).toEqual(['menunggu']);
  });

  test('of another sum than lies in the hands, or of none, is refused', async () => {
    expect((await handOver(1)).refusal.code).toBe('no_cash');
    await collect();
    expect((await handOver(99_999)).refusal).toMatchObject({
      code: 'cash_changed',
      message: expect.stringContaining('Rp 100.000') as string,
    });
  });

  test('waits alone: a second one is refused, also at the same time', async () => {
    await collect();
    const answers = await Promise.all([1, 2, 3].map(() => handOver(100_000)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.refusal.code).toBe('handover_waiting');
  });

  test('that two accept at once is booked once', async () => {
    const id = await handedOver();
    const answers = await Promise.all(
      [admin, ketua, admin].map((by) => decide(id, { dihitung: 200_000 }, by)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await balances()).toEqual([
      ['Kas', 200_000],
      ['Kas Koordinator Blok A', 0],
    ]);
  });

  test('that was accepted is not accepted again from the cash that came since', async () => {
    const id = await handedOver();
    expect((await decide(id, { dihitung: 200_000 })).status).toBe(200);
    await collect(rina);
    await collect(rina);
    expect((await decide(id, { dihitung: 200_000 }, ketua)).refusal.code).toBe('handover_decided');
    expect((await balances())[1]).toEqual(['Kas Koordinator Blok A', 200_000]);
  });

  test('that is withdrawn while somebody accepts ends in one of both', async () => {
    const id = await handedOver();
    const [accepted, withdrawn] = await Promise.all([
      decide(id, { dihitung: 200_000 }),
      rina.call(withdrawHandover, { params: { id } }),
    ]);
    expect([accepted.status, withdrawn.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await balances())[0]).toEqual(['Kas', accepted.status === 200 ? 200_000 : 0]);
  });

  test('whose withdrawal was not over when somebody began to accept is not booked', async () => {
    const id = await handedOver();
    const release = await hold(app, async (tx) => {
      await queries.decide(tx, id, { status: 'ditarik', by: rina.id });
    });
    const accepted = decide(id, { dihitung: 200_000 });
    await untilWaiting(app, 1);
    await release();
    const { status, refusal } = await accepted;
    expect([status, refusal.code]).toEqual([409, 'handover_decided']);
    expect((await balances())[0]).toEqual(['Kas', 0]);
    expect(await statuses()).toEqual(['ditarik']);
  });

  test('is withdrawn by its owner alone, while it waits', async () => {
    const id = await handedOver();
    expect((await admin.call(withdrawHandover, { params: { id } })).status).toBe(404);
    expect((await rina.call(withdrawHandover, { params: { id } })).status).toBe(200);
    expect((await rina.call(withdrawHandover, { params: { id } })).refusal.code).toBe('handover_decided');
    expect((await handOver(200_000)).status).toBe(201);
  });

  test('refused with a reason stays in the hands', async () => {
    const id = await handedOver();
    expect((await decide(id, { status: 'ditolak' })).refusal.errors).toHaveProperty('alasan');
    const body = { status: 'ditolak', alasan: 'Uangnya belum dibawa ke sini' };
    expect((await decide(id, body)).status).toBe(200);
    expect((await balances())[1]).toEqual(['Kas Koordinator Blok A', 200_000]);
    expect(await told(rina)).toContain('Uangnya belum dibawa ke sini');
  });

  test('that the book no longer covers, after a reversal, is not accepted, whatever lies in other accounts', async () => {
    await collect(ketua);
    const id = await handedOver();
    const alasan = 'Uangnya dikembalikan kepada warga';
    expect((await admin.call(reverseEntry, { body: { nomor: 2, alasan } })).status).toBe(200);
    expect((await decide(id, { dihitung: 200_000 })).refusal.code).toBe('cash_changed');
    expect((await balances())[0]).toEqual(['Kas', 0]);
  });

  test('whose transfer is reversed says so, its owner is told and can hand the money over again', async () => {
    const id = await handedOver();
    await decide(id, { dihitung: 200_000 });
    const { entri } = await app.context.db.selectFrom('setoran').select('entri').executeTakeFirstOrThrow();
    const body = { nomor: entri ?? 0, alasan: 'Uangnya masih di tangan koordinator' };
    const listening = await ears.listen(rina);
    await ears.during(() => admin.call(reverseEntry, { body }));
    expect(listening.topics()).toEqual(expect.arrayContaining(['payments', 'rounds']));
    expect(await told(rina)).toBe(
      'Rp 200.000 dari setoran Anda tercatat di tangan Anda lagi. Alasan: Uangnya masih di tangan koordinator',
    );
    expect(await statuses()).toEqual(['dibatalkan']);
    expect((await decide(id, { dihitung: 200_000 })).refusal.code).toBe('handover_decided');
    expect((await handOver(200_000)).status).toBe(201);
    expect(await statuses()).toEqual(['menunggu', 'dibatalkan']);
  });

  test('is not undone once its owner is deleted: nobody would answer for the cash', async () => {
    await decide(await handedOver(), { dihitung: 200_000 });
    const { entri } = await app.context.db.selectFrom('setoran').select('entri').executeTakeFirstOrThrow();
    expect((await ketua.call(deleteAccount, { params: { id: rina.id } })).status).toBe(200);
    const body = { nomor: entri ?? 0, alasan: 'Uangnya masih di tangan koordinator' };
    expect((await admin.call(reverseEntry, { body })).refusal.code).toBe('holder_gone');
    expect((await balances())[0]).toEqual(['Kas', 200_000]);
  });

  test('of two funds is undone fund by fund: its owner is told each time, and it is cancelled with the last', async () => {
    await admin.call(addFund, { body: { nama: 'Dana Sosial', terikat: false } });
    const general = { nama: 'Kas Umum', terikat: false };
    for (const aktif of [false, true]) {
      expect((await admin.call(changeFund, { params: { id: 1 }, body: { ...general, aktif } })).status).toBe(
        200,
      );
      await collect(); // into the first fund in use
    }
    const { id } = (await handOver(200_000)).body;
    await decide(id, { dihitung: 150_000, alasan: 'Satu lembar lima puluh ribu kurang' });
    const transfers = await app.context.db
      .selectFrom('kas_entri')
      .select('nomor')
      .where('keterangan', 'like', 'Setoran%')
      .where('jumlah', '<', 0)
      .orderBy('nomor', 'desc')
      .execute();
    expect(transfers).toHaveLength(2);
    const alasan = 'Uangnya masih di tangan koordinator';
    const seen: unknown[] = [];
    for (const { nomor } of transfers) {
      expect((await admin.call(reverseEntry, { body: { nomor, alasan } })).status).toBe(200);
      seen.push([(await told(rina))?.split(' dari')[0], await statuses()]);
    }
    expect(seen).toEqual([
      ['Rp 50.000', ['diterima']],
      ['Rp 100.000', ['dibatalkan']],
    ]);
  });

  test('takes nothing from a fund of which less than nothing is in the hands', async () => {
    const dana_id = (await admin.call(addFund, { body: { nama: 'Dana Sosial', terikat: false } })).body.id;
    await admin.call(changeFund, { params: { id: 1 }, body: { aktif: false } });
    for (let house = 0; house < 3; house += 1) await collect(); // into the first fund in use
    await admin.call(changeFund, { params: { id: 1 }, body: { aktif: true } });
    const held = (await admin.call(listMoneyAccounts)).body.data.find(({ dipegang }) => dipegang);
    const way = { dari_akun: held?.id ?? 0, dari_dana: 1, ke_akun: 1, ke_dana: 1 };
    await admin.call(transferMoney, { body: { ...way, jumlah: 100_000, tanggal: '2026-07-15' } });
    await decide((await handOver(200_000)).body.id, { dihitung: 200_000 });
    const places = (await admin.call(listPlaceBalances)).body.data;
    expect(places.map(({ akun_id, dana_id, saldo }) => [akun_id, dana_id, saldo])).toEqual([
      [1, 1, 100_000],
      [1, dana_id, 200_000],
      [held?.id, 1, -100_000],
      [held?.id, dana_id, 100_000],
    ]);
  });

  test('whose dues are reversed later leaves less than nothing in the hands, which is filled up to nothing', async () => {
    await decide(await handedOver(), { dihitung: 200_000 });
    expect((await admin.call(reverseEntry, { body: { nomor: 1, alasan: 'Salah rumah' } })).status).toBe(200);
    const held = (await admin.call(listMoneyAccounts)).body.data.find(({ dipegang }) => dipegang);
    expect(held?.saldo).toBe(-100_000);
    const way = { dari_akun: 1, dari_dana: 1, ke_akun: held?.id ?? 0, ke_dana: 1, tanggal: '2026-07-15' };
    const move = (jumlah: number) => admin.call(transferMoney, { body: { ...way, jumlah } });
    expect((await move(100_001)).refusal.errors).toEqual({
      ke_akun: `${held?.nama} hanya diisi sampai nol. Yang kurang Rp 100.000.`,
    });
    expect((await move(100_000)).status).toBe(201);
    expect((await move(1)).status).toBe(422);
    expect((await balances()).map(([, saldo]) => saldo)).toEqual([100_000, 0]);
  });

  test('that is undone stays so beside the next one of the same hands', async () => {
    await admin.call(addFund, { body: { nama: 'Dana Sosial', terikat: false } });
    const first = await handedOver();
    await decide(first, { dihitung: 150_000, alasan: 'Satu lembar lima puluh ribu kurang' });
    app.clock.set('2026-07-15T03:01:00.000Z');
    await decide((await handOver(50_000)).body.id, { dihitung: 50_000 });
    const { entri } = await app.context.db
      .selectFrom('setoran')
      .select('entri')
      .where('id', '=', first)
      .executeTakeFirstOrThrow();
    const body = { nomor: entri ?? 0, alasan: 'Uangnya masih di tangan koordinator' };
    expect((await admin.call(reverseEntry, { body })).status).toBe(200);
    expect(await statuses()).toEqual(['diterima', 'dibatalkan']);
  });

  test('is never accepted by the person who hands over, nor by their puppet', async () => {
    await collect(admin);
    const { id } = (await handOver(100_000, admin)).body;
    expect((await decide(id, { dihitung: 100_000 }, admin)).refusal.code).toBe('own_handover');
    expect((await decide(id, { dihitung: 100_000 }, ketua)).status).toBe(200);

    await collect(ketua);
    const own = (await handOver(100_000, ketua)).body;
    const account = { nama: 'Boneka', email: 'b@contoh.id', password: 'mangga-muda-7' };
    await ketua.call(createAccount, { body: { ...account, jenis: 'admin' } });
    const { token } = (await app.as.nobody.call(login, { body: account })).body;
    const puppet = { ...admin, call: callsTo(app.url, token) };
    expect((await decide(own.id, { dihitung: 100_000 }, puppet)).refusal.code).toBe('same_person');
  });

  test('shows others only to those who accept, and a coordinator nobody else’s', async () => {
    await handedOver();
    expect(await statuses(rina)).toEqual(['menunggu']);
    expect(await statuses(await app.as.koordinator('B'))).toEqual([]);
    expect(await statuses(ketua)).toEqual(['menunggu']);
    const { id } = (await rina.call(listHandovers)).body.data[0] ?? { id: 0 };
    expect((await decide(id, { dihitung: 200_000 }, rina)).status).toBe(403);
  });

  test('of one collector says nothing about that of another', async () => {
    await collect(admin);
    expect((await handOver(100_000, admin)).status).toBe(201);
    const id = await handedOver();
    const { setoran } = (await rina.call(getRound)).body.data;
    expect(setoran).toMatchObject({ id, dari_id: rina.id });
    await decide(id, { dihitung: 200_000 }, ketua);
    expect(await statuses(ketua)).toEqual(['diterima', 'menunggu']);
  });

  test('in an estate where nobody else may accept it is booked at once', async () => {
    expect((await ketua.call(deleteAccount, { params: { id: admin.id } })).status).toBe(200);
    await app.context.write('system', (tx) =>
      tx.db.updateTable('users').set({ status: 'inactive' }).where('id', '=', ketua.id).execute(),
    );
    await collect();
    expect((await handOver(100_000)).body).toMatchObject({ data: { status: 'diterima', dihitung: 100_000 } });
    const { data } = (await rina.call(getRound, { query: { blok: 'A' } })).body;
    expect([data.saldo, data.setoran]).toEqual([0, null]);
  });
});
