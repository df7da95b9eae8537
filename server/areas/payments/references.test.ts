/** The number of a transfer that a payer types with the slip: its limits, who sees it, and where it shows up twice. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listAudit, listMoneyAudit } from '../../../contract/audit.ts';
import { nameAuditors } from '../../../contract/auditors.ts';
import { eraseAccount } from '../../../contract/erasure.ts';
import { exportLog } from '../../../contract/log.ts';
import * as payments from '../../../contract/payments.ts';
import { getReceipt } from '../../../contract/receipts.ts';
import { deleteResident } from '../../../contract/residents.ts';
import { changeSettings } from '../../../contract/settings.ts';
import { findViolations } from '../../operations/doctor/find-violations.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { type Person, password } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { dump } from '../../testing/places.ts';
import { tamper } from '../../testing/tamper.ts';

let app: TestApp;
let [siti, budi, admin] = [] as unknown as [Person, Person, Person];
beforeEach(async () => {
  app = await makeApp(); // 15 July 2026
  [siti, budi] = [await app.as.warga('A1', { nama: 'Siti' }), await app.as.warga('B1', { nama: 'Budi' })];
  admin = await app.as.admin();
});
afterEach(() => app.close());

const july = { tahun: 2026, bulan: 7 };
const typed = 'trf 2026-0710/ab 12';
const stored = 'TRF20260710AB12';

const upload = async (by: Person, body: object) =>
  by.call(by.jenis === 'warga' ? payments.uploadPaymentWarga : payments.uploadPayment, {
    body,
    files: { bukti_transfer: await photo() },
  });
const sent = async (by: Person, body: object) => (await upload(by, body)).body.id;
const own = async (by: Person) =>
  (await by.call(payments.listOwnPaymentsWarga, { params: { userId: by.id } })).body.data;
const list = async (by: Person) => (await by.call(payments.listPayments)).body.data;
const review = (id: number, status: 'dikonfirmasi' | 'ditolak', by = admin) =>
  by.call(payments.reviewPayment, { params: { id }, body: { status } });
const violations = async () => (await findViolations(app.context)).violations;

describe('typing it', () => {
  test.each([
    ['with spaces, dashes and small letters', typed, stored],
    ['in full-width digits', '８１３４５６', '813456'],
    ['of 40 characters', 'ab'.repeat(20), 'AB'.repeat(20)],
    ['of one digit only', '0000-0000-00', null],
    ['counted up', '1234567890', null],
    ['as blanks', '   ', null],
    ['not at all', undefined, null],
  ])('%s', async (_how, referensi, expected) => {
    const { status, body } = await upload(siti, { ...july, referensi });
    expect([status, body.data.referensi]).toEqual([201, expected]);
    expect(await own(siti)).toMatchObject([{ referensi: expected }]);
    expect(await violations()).toEqual([]);
  });

  test.each([
    ['41 characters', 'a'.repeat(41), 'Nomor referensi maksimal 40 karakter'],
    ['5 letters and digits among others', 'A-1 2/3.4', 'Nomor referensi minimal 6 huruf atau angka'],
    ['nothing that is seen', '\u200b\u200b', 'Nomor referensi minimal 6 huruf atau angka'],
    [
      'a Cyrillic letter among Latin ones',
      'ТRF20260710',
      'Nomor referensi hanya boleh berisi huruf A sampai Z, angka, dan tanda baca',
    ],
    [
      'digits of another script',
      '٣٤٣٤٣٤',
      'Nomor referensi hanya boleh berisi huruf A sampai Z, angka, dan tanda baca',
    ],
  ])('%s: 422, and nothing is stored', async (_what, referensi, message) => {
    const { status, refusal } = await upload(siti, { ...july, referensi });
    expect([status, refusal.errors]).toEqual([422, { referensi: message }]);
    expect(await own(siti)).toEqual([]);
  });

  test("the estate's own account number: 422, and nothing is stored", async () => {
    const ketua = await app.as.ketua();
    await ketua.call(changeSettings, { body: { bankAccount: '823-456 7890', password } });
    const { status, refusal } = await upload(siti, { ...july, referensi: '8234567890' });
    const message = 'Ini nomor rekening perumahan. Isi nomor referensi transfer Anda, atau kosongkan';
    expect([status, refusal.errors]).toEqual([422, { referensi: message }]);
    expect(await own(siti)).toEqual([]);
    await sent(siti, { ...july, referensi: '82345678901' });
    expect(await own(siti)).toMatchObject([{ referensi: '82345678901' }]);
  });

  test('with a slip for several months it stands on each of them, and is no double of itself', async () => {
    await upload(siti, { 'bulan[]': ['2026-06', '2026-07'], referensi: typed });
    const rows = await list(admin);
    expect(rows.map(({ referensi, referensi_sama }) => [referensi, referensi_sama])).toEqual([
      [stored, null],
      [stored, null],
    ]);
  });

  test('an officer types it, too', async () => {
    const rina = await app.as.koordinator('A');
    expect((await upload(rina, { ...july, referensi: typed })).body.data.referensi).toBe(stored);
  });
});

describe('who sees it', () => {
  test('the payer and staff of the block, in no export, receipt or leaf', async () => {
    const id = await sent(siti, { ...july, referensi: typed });
    await review(id, 'dikonfirmasi');
    const [ketua, ours, theirs] = [
      await app.as.ketua(),
      await app.as.koordinator('A'),
      await app.as.koordinator('B'),
    ];
    for (const reader of [admin, ketua, ours]) {
      expect(await list(reader)).toMatchObject([{ id, referensi: stored }]);
      const { body } = await reader.call(payments.listMonthPayments, { params: { year: 2026, month: 7 } });
      expect(body.data).toMatchObject([{ id, referensi: stored }]);
    }
    expect(await list(theirs)).toEqual([]);

    const month = { params: { year: 2026, month: 7 } };
    const answers = [
      await admin.call(payments.exportMonthPayments, month),
      await siti.call(payments.exportOwnPaymentsWarga, { params: { year: 2026 } }),
      await siti.call(getReceipt, { params: { payment_id: id } }),
      await budi.call(getReceipt, { params: { payment_id: id } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 404]);
    const log = await fetch(`${app.url}${exportLog.path}`, {
      headers: { authorization: `Bearer ${budi.token}` },
    });
    const leaves = await app.context.db.selectFrom('log_daun').select('isi').execute();
    const told = JSON.stringify([answers, leaves]) + (await log.text());
    expect(told).toContain('payment.uploaded');
    expect(told).not.toContain(stored);
  });

  test('in the audit log the ketua, not an auditor', async () => {
    const ketua = await app.as.ketua();
    const id = await sent(siti, { ...july, referensi: typed });
    await ketua.call(nameAuditors, { body: { user_ids: [budi.id], password } });
    await siti.call(payments.deletePaymentWarga, { params: { id } });
    const rows = async (by: Person, endpoint: typeof listAudit | typeof listMoneyAudit) =>
      (await by.call(endpoint, { query: { entitas: 'payments' } })).body.data;
    for (const endpoint of [listAudit, listMoneyAudit])
      expect(await rows(ketua, endpoint)).toMatchObject([
        { aksi: 'payment.withdrawn', sebelum: { referensi: stored } },
        { aksi: 'payment.uploaded', sesudah: { referensi: stored } },
      ]);
    const seen = await rows(budi, listMoneyAudit);
    expect(seen.map(({ aksi }) => aksi)).toEqual(['payment.withdrawn', 'payment.uploaded']);
    expect(seen[0]?.sebelum).toMatchObject({ bulan: 7 });
    expect(JSON.stringify(seen)).not.toContain('referensi');
  });

  test('goes with the personal data of who left', async () => {
    const ketua = await app.as.ketua();
    const id = await sent(siti, { ...july, referensi: typed });
    await review(id, 'dikonfirmasi');
    await ketua.call(deleteResident, { params: { id: siti.id } });
    const { status } = await ketua.call(eraseAccount, { params: { id: siti.id }, body: { password } });
    expect(status).toBe(200);
    expect(JSON.stringify((await dump(app.context.config)).rows)).not.toContain(stored);
    expect(await violations()).toEqual([]);
    await tamper(app, `UPDATE payments SET referensi = '${stored}' WHERE id = ${id}`);
    expect(await violations()).toMatchObject([
      { table: 'payments', id, says: 'riwayat perubahan menyebut yang lain: nomor referensi' },
    ]);
  });
});

describe('a number that another slip has, too', () => {
  const doubleOf = async (id: number, by = admin) =>
    (await list(by)).find((payment) => payment.id === id)?.referensi_sama;
  const named = ({ id, nama, blok }: Person, payment: number, period = july) => ({
    id: payment,
    user_id: id,
    nama,
    blok,
    ...period,
  });

  test('is named on both, however it is typed, and not refused', async () => {
    const first = await sent(siti, { ...july, referensi: typed });
    const second = await sent(budi, { ...july, referensi: stored });
    expect(await doubleOf(second)).toEqual({ bukti: [named(siti, first)], di_luar: false });
    expect(await doubleOf(first)).toEqual({ bukti: [named(budi, second)], di_luar: false });
    const decided = await review(first, 'dikonfirmasi');
    expect(decided.body.data.referensi_sama).toEqual({ bukti: [named(budi, second)], di_luar: false });
  });

  test('another number, or none on either, is no double', async () => {
    const first = await sent(siti, { ...july, referensi: typed });
    const second = await sent(budi, { ...july, referensi: `${typed}3` });
    const [third, fourth] = [
      await sent(siti, { tahun: 2026, bulan: 6 }),
      await sent(budi, { tahun: 2026, bulan: 6 }),
    ];
    for (const id of [first, second, third, fourth]) expect(await doubleOf(id)).toBeNull();
  });

  test('a rejected or withdrawn slip does not count: the same transfer may be sent again', async () => {
    await review(await sent(siti, { ...july, referensi: typed }), 'ditolak');
    const withdrawn = await sent(budi, { ...july, referensi: typed });
    await budi.call(payments.deletePaymentWarga, { params: { id: withdrawn } });
    expect(await doubleOf(await sent(siti, { ...july, referensi: typed }))).toBeNull();
  });

  test('of several months the slip is named once, by its oldest month that is not rejected', async () => {
    await upload(siti, { 'bulan[]': ['2026-05', '2026-06', '2026-07'], referensi: typed });
    const [july_, june, may] = await list(admin);
    await review(may?.id ?? 0, 'ditolak');
    const other = await sent(budi, { ...july, referensi: typed });
    expect(await doubleOf(other)).toEqual({
      bukti: [named(siti, june?.id ?? 0, { tahun: 2026, bulan: 6 })],
      di_luar: false,
    });
    expect(await doubleOf(july_?.id ?? 0)).toEqual({ bukti: [named(budi, other)], di_luar: false });
  });

  test('a coordinator learns that there is one elsewhere, not whose', async () => {
    const first = await sent(siti, { ...july, referensi: typed });
    await sent(budi, { ...july, referensi: typed });
    expect(await doubleOf(first, await app.as.koordinator('A'))).toEqual({ bukti: [], di_luar: true });
  });

  test('is found in lists of whatever length', async () => {
    await sent(budi, { ...july, referensi: typed });
    const rejected = Array.from({ length: 501 }, (_, at) => ({
      user_id: siti.id,
      tahun: 2026,
      bulan: 1,
      jumlah: 100_000,
      status: 'ditolak' as const,
      bukti_transfer: null,
      tanggal_upload: '2026-07-10T03:00:00.000Z',
      referensi: at === 0 ? stored : `TRF${100_000 + at}`,
    }));
    await app.context.write('system', (tx) => tx.db.insertInto('payments').values(rejected).execute());
    const doubles = (await list(admin)).filter(({ referensi_sama }) => referensi_sama !== null);
    expect(doubles.map(({ referensi }) => referensi)).toEqual([stored]);
  });

  test('is nothing that payers are told', async () => {
    await sent(siti, { ...july, referensi: typed });
    const { body } = await upload(budi, { ...july, referensi: typed });
    expect(body.data).not.toHaveProperty('referensi_sama');
    expect((await own(budi))[0]).not.toHaveProperty('referensi_sama');
  });
});
