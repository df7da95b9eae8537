/** Taps that look like somebody else's, of another day, or of an account that nobody may collect from. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reverseEntry } from '../../../contract/book.ts';
import { monthKey } from '../../../contract/format.ts';
import { createAccount, deleteAccount } from '../../../contract/officers.ts';
import { deletePaymentWarga } from '../../../contract/payments.ts';
import { collectDues, getRound } from '../../../contract/rounds.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';

let app: TestApp;
let rina: Person;
let ketua: Person;
let siti: Person;
beforeEach(async () => {
  app = await makeApp();
  [rina, ketua] = [await app.as.koordinator('A'), await app.as.ketua()];
  siti = await app.as.warga('A2', { created_at: '2026-05-10T00:00:00.000Z' });
});
afterEach(() => app.close());

const houses = async (by = rina) => (await by.call(getRound, { query: { blok: 'A' } })).body.data.rumah;
const houseOf = async (id: number, by = rina) => (await houses(by)).find(({ user_id }) => user_id === id);
async function tapOf(id: number, by = rina) {
  const { bulan = [] } = (await houseOf(id, by)) ?? {};
  return {
    ketukan: randomUUID(),
    user_id: id,
    bulan: bulan.map(monthKey),
    jumlah: bulan.reduce((sum, { jumlah }) => sum + jumlah, 0),
    waktu: '2026-07-15T02:00:00.000Z',
  };
}
const booked = () => app.context.db.selectFrom('kas_entri').select(['nomor', 'tanggal']).execute();

test('a tap that somebody else sends again is no success of theirs', async () => {
  const body = await tapOf(siti.id);
  expect((await rina.call(collectDues, { body })).status).toBe(201);
  const again = await ketua.call(collectDues, { body });
  expect([again.status, again.refusal.code]).toEqual([409, 'dues_taken']);
  expect(await booked()).toHaveLength(3);
});

test('a tap with the key of one at another house books nothing, and is no success', async () => {
  const budi = await app.as.warga('A3', { created_at: '2026-05-10T00:00:00.000Z' });
  const body = await tapOf(siti.id);
  expect((await rina.call(collectDues, { body })).status).toBe(201);
  const other = { ...(await tapOf(budi.id)), ketukan: body.ketukan };
  const refused = await rina.call(collectDues, { body: other });
  expect([refused.status, refused.refusal.code]).toEqual([422, 'key_reused']);
  expect(await booked()).toHaveLength(3);
});

test('a second tap at a house books what the first one left', async () => {
  const first = { ...(await tapOf(siti.id)), bulan: ['2026-05'], jumlah: 100_000 };
  expect((await rina.call(collectDues, { body: first })).status).toBe(201);
  const rest = await rina.call(collectDues, { body: await tapOf(siti.id) });
  expect(rest.body.data).toMatchObject({ jumlah: 200_000, banyak: 2, saldo: 300_000 });
});

test('lists a tap for the thirty days in which a device may send it again', async () => {
  await rina.call(collectDues, { body: await tapOf(siti.id) });
  const listed = async () => (await houseOf(siti.id))?.diterima.length;
  app.clock.set('2026-08-14T02:59:00.000Z');
  expect(await listed()).toBe(1);
  app.clock.set('2026-08-14T03:01:00.000Z');
  expect(await listed()).toBe(0);
});

test('a tap in the first hours of a month is of that month, although in London it is still the last one', async () => {
  app.clock.set('2026-07-31T18:00:00.000Z');
  const body = await tapOf(siti.id);
  expect(body.bulan).toEqual(['2026-05', '2026-06', '2026-07', '2026-08']);
  expect((await rina.call(collectDues, { body })).status).toBe(201);
  expect((await booked()).map(({ tanggal }) => tanggal)).toEqual(Array(4).fill('2026-08-01'));
});

test.each(['koordinator', 'ketua'] as const)(
  'a month that was taken back is owed again, and no longer received by the %s',
  async (role) => {
    const by = { koordinator: rina, ketua }[role];
    const body = await tapOf(siti.id, by);
    await by.call(collectDues, { body });
    const [first] = await booked();
    const reason = { nomor: first?.nomor ?? 0, alasan: 'Uangnya palsu, dikembalikan' };
    expect((await ketua.call(reverseEntry, { body: reason })).status).toBe(200);
    const house = (await houses(by)).find(({ user_id }) => user_id === siti.id);
    expect(house).toMatchObject({
      bulan: [{ tahun: 2026, bulan: 5 }],
      diterima: [{ ketukan: body.ketukan, jumlah: 200_000, banyak: 2 }],
    });
  },
);

test('a tap of which months were taken back is answered as before when it is sent again', async () => {
  const body = await tapOf(siti.id);
  const first = await rina.call(collectDues, { body });
  for (const { nomor } of await booked()) {
    const reason = { nomor, alasan: 'Uangnya palsu, dikembalikan' };
    expect((await ketua.call(reverseEntry, { body: reason })).status).toBe(200);
    const again = await rina.call(collectDues, { body });
    const { id, jumlah, banyak } = again.body.data;
    expect([again.status, id, jumlah, banyak]).toEqual([201, first.body.id, 300_000, 3]);
  }
  expect(await booked()).toHaveLength(6);
});

test('a house whose account is inactive or deleted is not on the list', async () => {
  const inactive = await app.as.warga('A3', { status: 'inactive' });
  const gone = await app.as.warga('A4');
  expect((await ketua.call(deleteAccount, { params: { id: gone.id } })).status).toBe(200);
  expect([await houseOf(inactive.id), await houseOf(gone.id)]).toEqual([undefined, undefined]);
});

test('a slip that its payer has deleted waits for nobody at the house', async () => {
  const id = await app.given.payment({ of: siti, bulan: 7, status: 'menunggu_konfirmasi' });
  expect((await houseOf(siti.id))?.menunggu).toBe(100_000);
  expect((await siti.call(deletePaymentWarga, { params: { id } })).status).toBe(200);
  expect((await houseOf(siti.id))?.menunggu).toBe(0);
});

test('cash of an account that the collector made is not received by them', async () => {
  await app.as.admin();
  const account = { nama: 'Boneka', email: 'boneka@contoh.id', password: 'mangga-muda-7' };
  const made = await ketua.call(createAccount, { body: { ...account, jenis: 'admin', blok: 'A4' } });
  const refused = await ketua.call(collectDues, { body: await tapOf(made.body.id, ketua) });
  expect([refused.status, refused.refusal.code]).toEqual([403, 'same_person_payment']);
  expect(await booked()).toEqual([]);
});

test.each([-1, 1])('a tap for %i rupiah more than is owed books nothing', async (more) => {
  const body = await tapOf(siti.id);
  const refused = await rina.call(collectDues, { body: { ...body, jumlah: body.jumlah + more } });
  expect([refused.status, refused.refusal.code]).toEqual([409, 'dues_changed']);
  expect(await booked()).toEqual([]);
});
