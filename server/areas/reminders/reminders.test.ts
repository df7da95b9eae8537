import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listArrears } from '../../../contract/arrears.ts';
import { listAudit } from '../../../contract/audit.ts';
import { askForBill } from '../../../contract/bills.ts';
import { formatRupiah } from '../../../contract/format.ts';
import { changeAccount } from '../../../contract/officers.ts';
import { uploadPaymentWarga } from '../../../contract/payments.ts';
import { reminderTexts } from '../../../contract/reminder-text.ts';
import { chooseReminders, getReminderChoice, remindPayer } from '../../../contract/reminders.ts';
import { deleteResident } from '../../../contract/residents.ts';
import { changeSettings } from '../../../contract/settings.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';

let app: TestApp;
let admin: Person;
let payer: Person;
beforeEach(async () => {
  app = await makeApp(); // 15 July 2026, 10.00 in Jakarta
  admin = await app.as.admin('Bu Sri');
  payer = await since('A1', 4, { nama: 'Budi & Wati', no_hp: '081234567890' });
});
afterEach(() => app.close());

/** Owes every month from this one to June 2026. */
const since = (blok: string, bulan: number, options = {}) =>
  app.as.warga(blok, { created_at: `2026-${String(bulan).padStart(2, '0')}-10T03:00:00.000Z`, ...options });
const remind = (by = admin, of = payer) => by.call(remindPayer, { params: { id: of.id } });
const setText = async (reminderText: string) =>
  (await app.as.ketua()).call(changeSettings, { body: { reminderText } });
const pay = async (...months: string[]) =>
  payer.call(uploadPaymentWarga, {
    body: { 'bulan[]': months },
    files: { bukti_transfer: await photo() },
  });

describe('a reminder', () => {
  test('names the amount of a bill with a unique code while those are switched on, the same that the payer sees', async () => {
    await (await app.as.ketua()).call(changeSettings, {
      body: { kodeUnik: true, reminderText: '{bulan} {jumlah}' },
    });
    const { body } = await remind();
    const months = ['2026-04', '2026-05', '2026-06'];
    const { jumlah, kode } = (await payer.call(askForBill, { body: { 'bulan[]': months } })).body.data;
    expect(jumlah).toBe(300_000 + (kode ?? 0));
    expect(kode).not.toBeNull();
    expect(body.data.teks).toBe(`April–Juni 2026 ${formatRupiah(jumlah)}`);
  });

  test('with unique codes names the oldest 24 months of 30, the bill that one payment can settle', async () => {
    await (await app.as.ketua()).call(changeSettings, {
      body: { kodeUnik: true, reminderText: '{bulan} {jumlah}' },
    });
    payer = await app.as.warga('A2', { created_at: '2024-01-10T03:00:00.000Z', no_hp: '081234567891' });
    const { body } = await remind();
    const months = ['2024', '2025'].flatMap((year) =>
      Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, '0')}`),
    );
    const { jumlah, kode } = (await payer.call(askForBill, { body: { 'bulan[]': months } })).body.data;
    expect(kode).not.toBeNull();
    expect(body.data.teks).toBe(`Januari 2024–Desember 2025 ${formatRupiah(jumlah)}`);
  });

  test('is not for the own house, which it would keep others from reminding', async () => {
    const own = await remind(admin, admin);
    expect([own.status, own.refusal.code]).toEqual([403, 'own_reminder']);
  });

  test('opens WhatsApp of the payer with the words of the estate, the months and the amount', async () => {
    await setText('Halo {nama} {rumah}: {bulan}, {jumlah}. {perumahan}');
    const { status, body } = await remind();
    expect(status).toBe(200);
    const teks = 'Halo Budi & Wati A1: April–Juni 2026, Rp 300.000. Perumahan Guyub Asri';
    expect(body.data).toEqual({
      teks,
      tautan: `https://wa.me/6281234567890?text=${encodeURIComponent(teks)}`,
      dibuka: '2026-07-15T03:00:00.000Z',
    });
    expect(new URL(body.data.tautan).searchParams.get('text')).toBe(teks);
  });

  test('names only months without a payment; once money came for all of them there is nothing to remind of', async () => {
    await pay('2026-04', '2026-06');
    expect((await remind()).body.data.teks).toContain('untuk Mei 2026 sebesar Rp 100.000');
    app.clock.set('2026-07-25T03:00:00.000Z');
    await pay('2026-05');
    expect(await remind()).toMatchObject({
      status: 409,
      refusal: { message: expect.stringContaining('Tidak ada tunggakan') as string },
    });
  });

  test('is opened for a house once in five days, and the second one hears by whom and when', async () => {
    await remind();
    app.clock.set('2026-07-20T02:59:59.000Z');
    const again = await remind(await app.as.ketua());
    expect(again.status).toBe(409);
    expect(again.refusal.message).toBe(
      'Rumah ini sudah diingatkan oleh Bu Sri pada 15 Jul 2026, 10.00. Boleh diingatkan lagi mulai 20 Juli 2026.',
    );
    app.clock.set('2026-07-20T03:00:00.000Z');
    expect((await remind()).status).toBe(200);
  });

  test('counts for the other account of the house, too', async () => {
    const spouse = await app.as.person('warga', { blok: 'A1', created_at: '2026-05-10T03:00:00.000Z' });
    await remind();
    expect((await remind(admin, spouse)).status).toBe(409);
    const { data } = (await admin.call(listArrears)).body;
    expect(data.map(({ diingatkan_oleh }) => diingatkan_oleh)).toEqual(['Bu Sri', 'Bu Sri']);
  });

  test('is opened once when several people press at the same time', async () => {
    const [ketua, coordinator] = [await app.as.ketua(), await app.as.koordinator('A')];
    const answers = await Promise.all([admin, ketua, coordinator, admin].map((by) => remind(by)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
    expect(await app.context.db.selectFrom('pengingat').selectAll().execute()).toHaveLength(1);
  });

  test.each([
    ['2026-07-15T13:59:00.000Z', 200],
    ['2026-07-15T14:00:00.000Z', 409],
    ['2026-07-15T22:59:00.000Z', 409],
    ['2026-07-15T23:00:00.000Z', 200],
  ])('at %s is answered with %i: nobody is reminded at night', async (instant, status) => {
    app.clock.set(instant);
    expect((await remind()).status).toBe(status);
  });

  test('needs a phone number, and a payer whom the person may see', async () => {
    const without = await since('A2', 5, { no_hp: null });
    expect((await remind(admin, without)).refusal.message).toBe(
      'No HP orang ini belum diisi. Lengkapi datanya dahulu.',
    );
    expect((await remind(await app.as.koordinator('B'))).status).toBe(404);
    expect((await remind(payer)).status).toBe(403);
    expect((await remind(admin, { ...payer, id: 999_999 })).status).toBe(404);
  });

  test('is for nobody who has left or was deactivated', async () => {
    const [left, inactive] = [await since('A2', 5), await since('A3', 5)];
    await admin.call(deleteResident, { params: { id: left.id } });
    const ketua = await app.as.ketua();
    await ketua.call(changeAccount, { params: { id: inactive.id }, body: { status: 'inactive' } });
    for (const person of [left, inactive]) expect((await remind(admin, person)).status).toBe(404);
  });

  test('is noted as opened, with the payer’s name as a commitment and no amount', async () => {
    await remind();
    const [entry] = (await (await app.as.ketua()).call(listAudit)).body.data;
    expect(entry).toMatchObject({ aksi: 'reminder.opened', nama: 'Bu Sri', sesudah: { blok: 'A1' } });
    const row = await app.context.db
      .selectFrom('audit')
      .select('sesudah')
      .where('aksi', '=', 'reminder.opened')
      .executeTakeFirstOrThrow();
    const commitment = { sha256: expect.stringMatching(/^.{43}=$/) };
    expect(JSON.parse(row.sesudah ?? '')).toEqual({ blok: commitment, nama: commitment });
  });
});

describe('who does not want reminders', () => {
  const choose = (ingin: boolean, by = payer) => by.call(chooseReminders, { body: { ingin } });

  test('is skipped, and staff see it; until they want them again', async () => {
    expect((await payer.call(getReminderChoice)).body.data).toEqual({ ingin: true });
    for (let times = 0; times < 2; times += 1) expect((await choose(false)).status).toBe(200);
    expect((await payer.call(getReminderChoice)).body.data).toEqual({ ingin: false });
    expect((await remind()).refusal.message).toBe('Penghuni rumah ini tidak ingin diingatkan.');
    expect((await admin.call(listArrears)).body.data[0]).toMatchObject({ tanpa_pengingat: true });
    await choose(true);
    expect((await remind()).status).toBe(200);
    expect((await admin.call(listArrears)).body.data[0]).toMatchObject({ tanpa_pengingat: false });
  });

  test('decides for the own house alone, and so does a reminder', async () => {
    const [silent, open] = [await since('A2', 5), await since('A3', 5)];
    for (const person of [payer, silent]) await choose(false, person);
    expect((await open.call(getReminderChoice)).body.data).toEqual({ ingin: true });
    await choose(true);
    expect((await silent.call(getReminderChoice)).body.data).toEqual({ ingin: false });
    expect((await remind(admin, open)).status).toBe(200);
    expect((await remind()).status).toBe(200);
    expect((await remind(admin, silent)).status).toBe(409);
  });

  test('is never reminded after having said so, whoever is faster', async () => {
    const [said, opened] = await Promise.all([choose(false), remind()]);
    expect(said.status).toBe(200);
    expect([200, 409]).toContain(opened.status);
    expect((await remind()).refusal.message).toBe('Penghuni rumah ini tidak ingin diingatkan.');
  });
});

describe('the text of the estate', () => {
  test('is one of three defaults, or its own with known placeholders', async () => {
    for (const { teks } of Object.values(reminderTexts)) expect((await setText(teks)).status).toBe(200);
    expect((await setText('{bulan} {jumlah} {no_rek}')).refusal.errors).toEqual({
      reminderText:
        '{no_rek} tidak dikenal. Yang dapat dipakai: {nama}, {rumah}, {bulan}, {jumlah}, {perumahan}',
    });
    for (const teks of ['Bayar {bulan}', 'Bayar {jumlah}', '', `{bulan}{jumlah}${'x'.repeat(600)}`])
      expect((await setText(teks)).status).toBe(422);
    expect((await admin.call(changeSettings, { body: { reminderText: '{bulan} {jumlah}' } })).status).toBe(
      403,
    );
  });

  test('is filled in one pass: a name that looks like a placeholder stays a name', async () => {
    await app.context.write('system', (tx) =>
      tx.db.updateTable('users').set({ nama: '{jumlah}' }).where('id', '=', payer.id).execute(),
    );
    await setText('{nama} {bulan} {jumlah}');
    expect((await remind()).body.data.teks).toBe('{jumlah} April–Juni 2026 Rp 300.000');
  });
});
