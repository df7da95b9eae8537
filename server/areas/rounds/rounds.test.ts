/** The round of a coordinator: what it lists, and that a tap books exactly once what is owed. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listArrears } from '../../../contract/arrears.ts';
import { listAudit } from '../../../contract/audit.ts';
import { reverseEntry } from '../../../contract/book.ts';
import { eraseAccount } from '../../../contract/erasure.ts';
import { monthKey } from '../../../contract/format.ts';
import { listNotifications } from '../../../contract/notifications.ts';
import { changeAccount, createAccount, deleteAccount } from '../../../contract/officers.ts';
import {
  listPayments,
  recordPayment,
  reviewPayment,
  uploadPaymentWarga,
} from '../../../contract/payments.ts';
import type { Role } from '../../../contract/people.ts';
import { changeMoneyAccount, listMoneyAccounts, transferMoney } from '../../../contract/places.ts';
import { getReceipt } from '../../../contract/receipts.ts';
import { collectDues, getRound, type RoundHouse } from '../../../contract/rounds.ts';
import { changeSettings } from '../../../contract/settings.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { callsTo, type Person, password } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';

let app: TestApp;
let rina: Person;
let siti: Person;
const since = { created_at: '2026-05-10T00:00:00.000Z' };
beforeEach(async () => {
  app = await makeApp();
  rina = await app.as.koordinator('A');
  siti = await app.as.warga('A2', since);
});
afterEach(() => app.close());

const roundOf = async (person = rina, blok?: string) =>
  (await person.call(getRound, { query: { blok } })).body.data;
const houseOf = async (payer: Person, by = rina) =>
  (await roundOf(by)).rumah.find(({ user_id }) => user_id === payer.id) as RoundHouse;

const everything = async (payer: Person, by = rina) => {
  const { bulan } = await houseOf(payer, by);
  return {
    ketukan: randomUUID(),
    user_id: payer.id,
    bulan: bulan.map(monthKey),
    jumlah: bulan.reduce((sum, { jumlah }) => sum + jumlah, 0),
    waktu: '2026-07-15T02:00:00.000Z',
  };
};
const tap = async (payer: Person, change: object = {}) =>
  rina.call(collectDues, { body: { ...(await everything(payer)), ...change } });
const entries = () =>
  app.context.db
    .selectFrom('kas_entri')
    .innerJoin('akun', 'akun.id', 'kas_entri.akun_id')
    .select(['akun.nama', 'kas_entri.jumlah', 'kas_entri.tanggal'])
    .orderBy('nomor')
    .execute();

describe('the list', () => {
  test('has the houses of the own block in walking order, with what each owes up to the running month', async () => {
    const budi = await app.as.warga('A10', since);
    await app.as.warga('B1', since);
    await app.given.payment({ of: budi, bulan: 5, status: 'dikonfirmasi' });
    await app.given.payment({ of: budi, bulan: 6 });
    const { blok, rumah, saldo, setoran } = await roundOf();
    expect([blok, saldo, setoran]).toEqual(['A', 0, null]);
    expect(rumah.map(({ blok }) => blok)).toEqual(['A2', 'A9-9', 'A10']);
    const month = (bulan: number) => ({ tahun: 2026, bulan, jumlah: 100_000 });
    expect(rumah[0]).toMatchObject({ bulan: [month(5), month(6), month(7)], menunggu: 0, boleh: true });
    expect(rumah[2]).toMatchObject({ bulan: [month(7)], menunggu: 100_000, boleh: true });
  });

  test('says the same overdue sum as the list of arrears', async () => {
    const { data } = (await rina.call(listArrears)).body;
    const { bulan } = await houseOf(siti);
    const running = bulan.at(-1)?.jumlah ?? 0;
    const sum = bulan.reduce((all, { jumlah }) => all + jumlah, 0) - running;
    expect(data.find(({ user_id }) => user_id === siti.id)?.jumlah).toBe(sum);
  });

  test('marks the own house, and that of an account that is not another person', async () => {
    const ketua = await app.as.ketua();
    const body = {
      nama: 'Boneka',
      email: 'boneka@contoh.id',
      password: 'mangga-muda-7',
      jenis: 'admin',
    } as const;
    const made = await ketua.call(createAccount, { body: { ...body, blok: 'A3' } });
    await app.as.admin();
    const { rumah } = await roundOf(ketua, 'A');
    expect(rumah.find(({ user_id }) => user_id === made.body.id)?.boleh).toBe(false);
    expect((await houseOf(rina)).boleh).toBe(false);
  });

  test('is of the own block for a coordinator, whatever they ask for, and of any block for ketua and admin', async () => {
    const budi = await app.as.warga('B1', since);
    expect((await roundOf(rina, 'B')).blok).toBe('A');
    const admin = await app.as.admin();
    expect((await roundOf(admin, 'B')).rumah.map(({ user_id }) => user_id)).toEqual([budi.id]);
    expect((await admin.call(getRound)).refusal.errors).toEqual({ blok: 'Blok wajib dipilih' });
  });
});

describe('a tap', () => {
  test('books everything that is owed, confirmed at once, into the cash in the hands of the coordinator', async () => {
    const { status, body } = await tap(siti);
    expect([status, body.data.jumlah, body.data.banyak, body.data.saldo]).toEqual([201, 300_000, 3, 300_000]);
    expect(await entries()).toEqual(
      [1, 2, 3].map(() => ({ nama: 'Kas Koordinator Blok A', jumlah: 100_000, tanggal: '2026-07-15' })),
    );
    expect(await houseOf(siti)).toMatchObject({
      bulan: [],
      diterima: [{ payment_id: body.data.payment_id, jumlah: 300_000, banyak: 3 }],
    });
    const { data } = (await rina.call(listPayments)).body;
    expect(data).toMatchObject(
      [7, 6, 5].map((bulan) => ({ bulan, metode: 'tunai', status: 'dikonfirmasi', bukti_transfer: null })),
    );
    const [told] = (await siti.call(listNotifications)).body.data;
    expect(told?.pesan).toContain('Mei–Juli 2026 sebesar Rp 300.000');
    expect((await siti.call(getReceipt, { params: { payment_id: body.data.payment_id } })).status).toBe(200);
  });

  test('of thirty months has one receipt of all of them', async () => {
    const dewi = await app.as.warga('A3', { created_at: '2024-02-10T00:00:00.000Z' });
    const { body } = await tap(dewi);
    const receipt = await rina.call(getReceipt, { params: { payment_id: body.data.payment_id } });
    expect(receipt.status).toBe(200);
    expect(receipt.body.data.rincian).toHaveLength(30);
    expect(receipt.body.data.jumlah).toBe(3_000_000);
  });

  test('that is reversed is told as cash, without asking for the proof of a transfer', async () => {
    await tap(siti, { bulan: ['2026-05'], jumlah: 100_000 });
    const body = { nomor: 1, alasan: 'Rumah A3 yang membayar' };
    expect((await (await app.as.admin()).call(reverseEntry, { body })).status).toBe(200);
    const [told] = (await siti.call(listNotifications)).body.data;
    expect(told?.pesan).toBe('Pembayaran tunai Mei 2026 dibatalkan. Catatan: Rumah A3 yang membayar');
  });

  test('is listed to who made it, and to nobody else', async () => {
    await tap(siti);
    const ketua = await app.as.ketua();
    const ofKetua = (await roundOf(ketua, 'A')).rumah.find(({ user_id }) => user_id === siti.id);
    expect([(await houseOf(siti)).diterima.length, ofKetua?.diterima]).toEqual([1, []]);
  });

  test('for fewer months books these, and the rest stays owed', async () => {
    expect((await tap(siti, { bulan: ['2026-05'], jumlah: 100_000 })).status).toBe(201);
    expect((await houseOf(siti)).bulan.map(({ bulan }) => bulan)).toEqual([6, 7]);
  });

  test('that is sent five times at once books once, and answers the same each time', async () => {
    const body = await everything(siti);
    const once = callsTo(app.url, rina.token, body.ketukan);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => once(collectDues, { body })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(answers.map(({ body: { id } }) => id)).size).toBe(1);
    expect(await entries()).toHaveLength(3);
  });

  test('that is sent again after its key is forgotten books nothing more', async () => {
    const body = await everything(siti);
    const first = await rina.call(collectDues, { body });
    const again = await Promise.all([1, 2, 3].map(() => rina.call(collectDues, { body })));
    expect(again.map(({ status, body: { id } }) => [status, id])).toEqual(
      [1, 2, 3].map(() => [201, first.body.id]),
    );
    expect(await entries()).toHaveLength(3);
  });

  test('that two send at once with different keys books once', async () => {
    const body = await everything(siti);
    const answers = await Promise.all([1, 2, 3].map(() => rina.call(collectDues, { body })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await entries()).toHaveLength(3);
  });

  test('of a house that paid meanwhile by transfer is refused with a sentence, and nothing is booked twice', async () => {
    const body = await everything(siti);
    const sent = await siti.call(uploadPaymentWarga, {
      body: { tahun: 2026, bulan: 6 },
      files: { bukti_transfer: await photo() },
    });
    const refused = await rina.call(collectDues, { body });
    expect([refused.status, refused.refusal.message]).toEqual([
      409,
      `A2 (${siti.nama}): Juni 2026 sudah dibayar lewat transfer dan menunggu diperiksa. Kembalikan uangnya, atau catat untuk bulan lain yang belum dibayar.`,
    ]);
    expect(await entries()).toEqual([]);
    await rina.call(reviewPayment, { params: { id: sent.body.id }, body: { status: 'dikonfirmasi' } });
    expect((await rina.call(collectDues, { body })).refusal.message).toContain(
      'Juni 2026 sudah dibayar lewat transfer. Kembalikan',
    );
    expect(await entries()).toHaveLength(1);
  });

  test('of two collectors at the same house books once, and the other one reads who was first', async () => {
    const ketua = await app.as.ketua();
    const bodies = [await everything(siti), await everything(siti)];
    const [one, other] = await Promise.all(
      [rina, ketua].map((who, at) => who.call(collectDues, { body: bodies[at] as never })),
    );
    expect([one?.status, other?.status].toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([201, 409]);
    const refused = one?.status === 409 ? one : other;
    expect(refused?.refusal.message).toMatch(/Mei 2026 sudah dibayar tunai, dicatat (Koordinator A|Ketua)\./);
    expect(await entries()).toHaveLength(3);
  });

  test('beside a treasurer who records the same month leaves one of both', async () => {
    const admin = await app.as.admin();
    const body = await everything(siti);
    const month = { user_id: siti.id, tahun: 2026, bulan: 6, jumlah: 100_000, metode: 'tunai' } as const;
    const answers = await Promise.all([
      rina.call(collectDues, { body }),
      admin.call(recordPayment, { body: month, files: {} }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([201, 409]);
  });

  test('for another sum than is owed by now is refused with that sum', async () => {
    const body = await everything(siti);
    await (await app.as.ketua()).call(changeSettings, { body: { duesAmount: 120_000, password } });
    const refused = await rina.call(collectDues, { body: { ...body, jumlah: body.jumlah + 1 } });
    expect([refused.status, refused.refusal.code]).toEqual([409, 'dues_changed']);
    expect(refused.refusal.message).toMatch(/^A2 .*: iuran Mei–Juli 2026 sekarang Rp 3\d0\.000\./);
    expect(await entries()).toEqual([]);
  });

  test('for a month that is not charged, or to come, is refused', async () => {
    for (const bulan of ['2026-04', '2026-08'])
      expect((await tap(siti, { bulan: [bulan], jumlah: 100_000 })).refusal).toMatchObject({
        code: 'dues_taken',
        message: expect.stringContaining('tidak ditagih') as string,
      });
  });

  test('with the clock of the phone an hour or a year wrong is booked on the day of the server', async () => {
    const waktu = '2027-12-31T23:00:00.000Z';
    expect((await tap(siti, { waktu })).status).toBe(201);
    expect((await entries()).map(({ tanggal }) => tanggal)).toEqual(Array(3).fill('2026-07-15'));
    const [payment] = (await rina.call(listPayments)).body.data;
    expect(payment?.keterangan).toBe('Tunai di rumah, 1 Jan 2028, 06.00 menurut HP');
  });

  test('at the own house is refused, and at one of another block there is none', async () => {
    expect((await tap(rina)).refusal.code).toBe('own_payment');
    const budi = await app.as.warga('B1', since);
    const body = { ...(await everything(siti)), user_id: budi.id };
    expect((await rina.call(collectDues, { body })).status).toBe(404);
    expect((await siti.call(collectDues, { body })).status).toBe(403);
  });

  test.each([
    ['ketukan', 'x'],
    ['ketukan', undefined],
    ['bulan', []],
    ['bulan', ['2026-07', '2026-07']],
    ['bulan', Array.from({ length: 121 }, () => '2026-07')],
    ['jumlah', 0],
    ['waktu', 'kemarin'],
    ['waktu', '2026-13-99T00:00:00.000Z'],
    ['waktu', '1999-01-01T00:00:00.000Z'],
  ])('with %s %j is refused at the field', async (field, value) => {
    const { status, refusal } = await tap(siti, { [field]: value });
    expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]]);
  });

  test('tells the log the amount and the month, never the name of the coordinator in an account', async () => {
    await tap(siti);
    const { data } = (await (await app.as.ketua()).call(listAudit)).body;
    const added = data.find(({ aksi }) => aksi === 'place.added');
    expect(added?.sesudah).toMatchObject({ nama: 'Kas Koordinator Blok A', jenis: 'koordinator' });
    expect(data.filter(({ aksi }) => aksi === 'payment.recorded')).toHaveLength(3);
  });
});

describe('the account of a coordinator', () => {
  test('takes no money that others book, and the first account stays what it was', async () => {
    await tap(siti);
    const ketua = await app.as.ketua();
    const accounts = (await ketua.call(listMoneyAccounts)).body.data;
    expect(accounts.map(({ nama, dipegang, saldo }) => [nama, dipegang, saldo])).toEqual([
      ['Kas', false, 0],
      ['Kas Koordinator Blok A', true, 300_000],
    ]);
    const held = accounts[1]?.id ?? 0;
    const budi = await app.as.warga('A3', since);
    const body = { user_id: budi.id, tahun: 2026, bulan: 7, jumlah: 100_000, metode: 'tunai' } as const;
    const refused = await ketua.call(recordPayment, { body: { ...body, akun_id: held }, files: {} });
    expect([refused.status, refused.refusal.errors]).toEqual([422, { akun_id: 'Rekening tidak ditemukan' }]);
    expect((await ketua.call(recordPayment, { body, files: {} })).status).toBe(201);
    expect((await entries()).at(-1)).toMatchObject({ nama: 'Kas' });
  });

  test('is emptied by a transfer of somebody else, for one who has left, but not by its holder', async () => {
    const ketua = await app.as.ketua();
    await ketua.call(collectDues, { body: await everything(siti) });
    const held = (await ketua.call(listMoneyAccounts)).body.data[1]?.id ?? 0;
    const body = { dari_akun: held, dari_dana: 1, ke_akun: 1, ke_dana: 1, jumlah: 1, tanggal: '2026-07-15' };
    const refused = await ketua.call(transferMoney, { body });
    expect([refused.status, refused.refusal.errors]).toEqual([
      422,
      { dari_akun: 'Uang di tangan Anda sendiri disetor lewat Keliling Iuran' },
    ]);
    expect((await (await app.as.admin()).call(transferMoney, { body })).status).toBe(201);
  });

  test('keeps its holder from being deleted, erased or made a resident until it is empty', async () => {
    await tap(siti);
    const ketua = await app.as.ketua();
    const params = { id: rina.id };
    const become = (jenis: Role) => ketua.call(changeAccount, { params, body: { jenis } });
    for (const refused of [await ketua.call(deleteAccount, { params }), await become('warga')])
      expect(refused.refusal).toMatchObject({
        code: 'cash_in_hand',
        message: /^Orang ini masih memegang Rp 300\.000 uang iuran\./,
      });
    for (const jenis of ['admin', 'koordinator_perblok'] as const)
      expect((await become(jenis)).status).toBe(200);
    const { nama, email } = rina;
    const body = { nama, email, blok: 'A1', jenis: 'koordinator_perblok', status: 'inactive' } as const;
    expect((await ketua.call(changeAccount, { params, body })).status).toBe(200);
    expect((await ketua.call(eraseAccount, { params, body: { password } })).refusal.code).toBe(
      'cash_in_hand',
    );
    const held = (await ketua.call(listMoneyAccounts)).body.data[1]?.id ?? 0;
    const out = { dari_akun: held, dari_dana: 1, ke_akun: 1, ke_dana: 1, jumlah: 300_000 };
    await ketua.call(transferMoney, { body: { ...out, tanggal: '2026-07-15' } });
    expect((await become('warga')).status).toBe(200);
    expect((await ketua.call(deleteAccount, { params })).status).toBe(200);
  });

  test('that was taken out of use takes the next tap, and is in use again', async () => {
    await tap(siti);
    const ketua = await app.as.ketua();
    const held = async () => (await ketua.call(listMoneyAccounts)).body.data[1];
    const { id = 0, saldo: jumlah = 0 } = (await held()) ?? {};
    const body = { dari_akun: id, dari_dana: 1, ke_akun: 1, ke_dana: 1, jumlah, tanggal: '2026-07-15' };
    expect((await ketua.call(transferMoney, { body })).status).toBe(201);
    const closed = await ketua.call(changeMoneyAccount, { params: { id }, body: { aktif: false } });
    expect(closed.status).toBe(200);
    expect((await tap(await app.as.warga('A3', since))).status).toBe(201);
    expect(await held()).toMatchObject({ id, aktif: true, saldo: 300_000 });
  });
});
