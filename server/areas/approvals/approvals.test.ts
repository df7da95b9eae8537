/** What one officer proposes a second one decides, by the fingerprint of what they read. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Approval, decideApproval, listApprovals } from '../../../contract/approvals.ts';
import { login } from '../../../contract/auth.ts';
import { reverseEntry, setOpeningBalance } from '../../../contract/book.ts';
import { exportCashBook, getBalance, getYearBalance, listCashBook } from '../../../contract/cash-book.ts';
import { addExpense } from '../../../contract/expenses.ts';
import { listNotifications } from '../../../contract/notifications.ts';
import { changeAccount, createAccount, deleteAccount } from '../../../contract/officers.ts';
import { listOwnPaymentsWarga, uploadPaymentWarga } from '../../../contract/payments.ts';
import { changeSettings } from '../../../contract/settings.ts';
import { findViolations } from '../../operations/doctor/find-violations.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { callsTo, type Person, password } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { decide, onlyProposal, openProposals } from '../../testing/proposals.ts';

let app: TestApp;
let ketua: Person;
let admin: Person;
let siti: Person;
beforeEach(async () => {
  app = await makeApp();
  [ketua, admin, siti] = [await app.as.ketua(), await app.as.admin(), await app.as.warga('A1-1')];
});
afterEach(() => app.close());

const alasan = 'Nominal keliru, seharusnya Rp 100.000';
const saldo = async () => (await ketua.call(getBalance)).body.data.saldo;

/** A payment of a slip of the finger, confirmed in June. */
async function mistakeOfJune(bulan = 6): Promise<number> {
  app.clock.set('2026-06-10T03:00:00.000Z');
  const id = await app.given.payment({ of: siti, bulan, jumlah: 1_000_000_000, status: 'dikonfirmasi' });
  app.clock.set('2026-07-15T03:00:00.000Z');
  return id;
}

test('the list is of open proposals, of decided ones, or of both', async () => {
  for (const bulan of [5, 6]) await mistakeOfJune(bulan);
  await admin.call(reverseEntry, { body: { nomor: 1, alasan } });
  const first = await onlyProposal(ketua);
  await admin.call(reverseEntry, { body: { nomor: 2, alasan } });
  await decide(admin, first, 'tolak');
  const listed = async (status?: 'menunggu' | 'selesai') =>
    (await ketua.call(listApprovals, { query: { status } })).body.data.map(({ keputusan }) => keputusan);
  expect(await listed('menunggu')).toEqual([null]);
  expect(await listed('selesai')).toEqual(['tolak']);
  expect(await listed()).toEqual([null, 'tolak']);
});

describe('reversing an entry', () => {
  test('of this month takes effect at once: the payment is rejected, its month is free, the payer is told', async () => {
    await app.given.payment({ of: siti, bulan: 7, jumlah: 1_000_000_000, status: 'dikonfirmasi' });
    const { status, body } = await admin.call(reverseEntry, { body: { nomor: 1, alasan } });
    expect([status, body.data, body.message]).toEqual([
      200,
      { nomor: 2, persetujuan: null },
      'Transaksi berhasil dibatalkan',
    ]);
    expect(await saldo()).toBe(0);
    const [payment] = (await siti.call(listOwnPaymentsWarga, { params: { userId: siti.id } })).body.data;
    expect(payment).toMatchObject({ status: 'ditolak', catatan: alasan });
    const [news] = (await siti.call(listNotifications)).body.data;
    expect(news?.pesan).toContain(alasan);
    const again = await siti.call(uploadPaymentWarga, {
      body: { tahun: 2026, bulan: 7 },
      files: { bukti_transfer: await photo() },
    });
    expect(again.status).toBe(201);
  });

  test('of an earlier month changes nothing until a second officer has approved it', async () => {
    await mistakeOfJune();
    const { body } = await admin.call(reverseEntry, { body: { nomor: 1, alasan } });
    expect([body.data.nomor, body.message]).toEqual([
      null,
      'Usulan dikirim dan menunggu persetujuan orang kedua.',
    ]);
    expect(await saldo()).toBe(1_000_000_000);
    const proposal = await onlyProposal(ketua);
    expect(proposal.isi).toEqual([
      { label: 'Nomor', nilai: '1' },
      { label: 'Transaksi', nilai: 'Iuran Juni 2026' },
      { label: 'Pembayar', nilai: 'Warga A1-1 (A1-1)' },
      { label: 'Tanggal', nilai: '10 Juni 2026' },
      { label: 'Jumlah', nilai: 'Rp 1.000.000.000' },
      { label: 'Alasan', nilai: alasan },
    ]);
    const [told] = (await ketua.call(listNotifications)).body.data;
    expect(told).toMatchObject({ judul: 'Menunggu Persetujuan Anda', halaman: 'buku-kas' });

    expect((await decide(ketua, proposal)).status).toBe(200);
    expect(await saldo()).toBe(0);
    const [reversal, entry] = (await siti.call(listCashBook, { params: { year: 2026 } })).body.data;
    expect(entry).toMatchObject({ nomor: 1, tanggal: '2026-06-10', dibatalkan_oleh: 2 });
    expect(reversal).toMatchObject({
      nomor: 2,
      tanggal: '2026-07-15',
      jumlah: -1_000_000_000,
      disetujui_oleh: ketua.nama,
    });
    const [answer] = (await admin.call(listNotifications)).body.data;
    expect(answer).toMatchObject({ judul: 'Usulan Disetujui' });
    const { violations } = await findViolations(app.context);
    expect(violations.filter(({ invariant }) => invariant !== 'audited')).toEqual([]);
  });

  test('of this month waits for a second officer only above the limit that the ketua has set', async () => {
    for (const [bulan, jumlah] of [
      [6, 500_000],
      [7, 500_001],
    ] as const)
      await app.given.payment({ of: siti, bulan, jumlah, status: 'dikonfirmasi' });
    for (const jumlah of [500_000, 500_001]) await app.given.expense({ by: ketua, jumlah });
    await ketua.call(changeSettings, { body: { batasDuaOrang: 500_000, password } });
    const reverse = async (nomor: number) =>
      (await admin.call(reverseEntry, { body: { nomor, alasan } })).body.data.persetujuan !== null;
    expect([await reverse(1), await reverse(2)]).toEqual([false, true]);
    expect([await reverse(3), await reverse(4)]).toEqual([false, true]);
    expect(await saldo()).toBe(0); // one of each waits
  });

  test('that a second officer refuses changes nothing, and the proposer reads why', async () => {
    await mistakeOfJune();
    await admin.call(reverseEntry, { body: { nomor: 1, alasan } });
    const { id, sidik } = await onlyProposal(ketua);
    const body = { keputusan: 'tolak', sidik, alasan: 'Jumlahnya memang benar' } as const;
    expect((await ketua.call(decideApproval, { params: { id }, body })).status).toBe(200);
    expect(await saldo()).toBe(1_000_000_000);
    const [news] = (await admin.call(listNotifications)).body.data;
    expect(news?.pesan).toBe('Pembatalan transaksi ditolak oleh Ketua. Alasan: Jumlahnya memang benar');
    expect((await admin.call(reverseEntry, { body: { nomor: 1, alasan } })).status).toBe(200);
  });

  test('in an estate with one officer takes effect at once, and says that nobody else approved it', async () => {
    await app.close();
    app = await makeApp();
    [ketua, siti] = [await app.as.ketua(), await app.as.warga('A1-1')];
    await mistakeOfJune();
    const { data } = (await ketua.call(reverseEntry, { body: { nomor: 1, alasan } })).body;
    expect(data.nomor).toBe(2);
    expect(data.persetujuan).toMatchObject({ keputusan: 'setuju', sendiri: true });
    const [reversal] = (await siti.call(listCashBook, { params: { year: 2026 } })).body.data;
    expect(reversal?.disetujui_oleh).toBe('Ketua');
  });

  test('in an estate whose other officer is gone takes effect at once', async () => {
    await mistakeOfJune();
    await ketua.call(deleteAccount, { params: { id: admin.id } });
    expect((await ketua.call(reverseEntry, { body: { nomor: 1, alasan } })).body.data.nomor).toBe(2);
  });

  test.each([
    ['twice', 1, alasan, 409],
    ['that is itself a reversal', 2, alasan, 409],
    ['that is not there', 999, alasan, 404],
    ['without a reason of ten characters', 1, 'keliru', 422],
  ])('%s is refused', async (_, nomor, reason, status) => {
    await app.given.payment({ of: siti, status: 'dikonfirmasi' });
    if (status === 409) await admin.call(reverseEntry, { body: { nomor: 1, alasan } });
    const answer = await admin.call(reverseEntry, { body: { nomor, alasan: reason } });
    expect(answer.status).toBe(status);
  });

  test('by ten presses of two officers at once happens once', async () => {
    await app.given.payment({ of: siti, status: 'dikonfirmasi' });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 ? admin : ketua).call(reverseEntry, { body: { nomor: 1, alasan } }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array(9).fill(409),
    ]);
    expect(await saldo()).toBe(0);
  });
});

describe('a decision', () => {
  const propose = async () => {
    await mistakeOfJune();
    await admin.call(reverseEntry, { body: { nomor: 1, alasan } });
    return await onlyProposal(ketua);
  };

  test('is not the proposer’s', async () => {
    const { status, refusal } = await decide(admin, await propose());
    expect([status, refusal?.code]).toEqual([403, 'own_proposal']);
    expect(await saldo()).toBe(1_000_000_000);
  });

  test('about something that changed since it was shown is 409 with what it is now', async () => {
    const proposal = await propose();
    const { status, refusal, body } = await decide(ketua, { ...proposal, sidik: '0'.repeat(64) });
    expect([status, refusal?.code]).toEqual([409, 'approval_changed']);
    const { halangan: _, ...present } = proposal;
    expect((body as unknown as { data: Approval }).data).toEqual(present);
    expect([await saldo(), (await onlyProposal(ketua)).keputusan]).toEqual([1_000_000_000, null]);
  });

  test('is taken once, however many press at the same time', async () => {
    const proposal = await propose();
    const second = await app.as.admin('Admin Dua');
    const answers = await Promise.all([ketua, second, ketua, second].map((one) => decide(one, proposal)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    expect(await saldo()).toBe(0);
  });

  test('of an account that the proposer made is refused for thirty days', async () => {
    const body = {
      nama: 'Boneka',
      email: 'boneka@contoh.id',
      jenis: 'admin',
      password: 'mangga-muda-7',
    } as const;
    const { id } = (await ketua.call(createAccount, { body })).body;
    await mistakeOfJune();
    await ketua.call(reverseEntry, { body: { nomor: 1, alasan } });
    const puppet = await app.as.person('admin', { nama: 'Pengganti' });
    await app.context.write('system', (tx) =>
      tx.db.updateTable('sessions').set({ user_id: id }).where('id', '=', puppet.sessionId).execute(),
    );
    const { status, refusal } = await decide(puppet, await onlyProposal(ketua));
    expect([status, refusal?.code]).toEqual([403, 'same_person']);
  });

  test('of the one who set the proposer’s password is refused for thirty days, and counts afterwards', async () => {
    const proposal = await propose();
    await ketua.call(changeAccount, { params: { id: admin.id }, body: { password: 'mangga-muda-7' } });
    const refused = await decide(ketua, proposal);
    expect([refused.status, refused.refusal?.code]).toEqual([403, 'same_person']);
    app.clock.set('2026-08-13T03:00:00.000Z');
    expect((await decide(ketua, await onlyProposal(ketua))).status).toBe(403);
    app.clock.set('2026-08-14T03:00:01.000Z');
    const later = await app.as.ketua();
    expect((await decide(later, await onlyProposal(later))).status).toBe(200);
  });
});

describe('nobody takes part in the reversal of an own payment', () => {
  const ownOfJune = async (payer: Person) => {
    app.clock.set('2026-06-10T03:00:00.000Z');
    await app.given.payment({ of: payer, bulan: 6, status: 'dikonfirmasi' });
    app.clock.set('2026-07-15T03:00:00.000Z');
  };

  test('as the one who proposes it', async () => {
    await ownOfJune(admin);
    const { status, refusal } = await admin.call(reverseEntry, { body: { nomor: 1, alasan } });
    expect([status, refusal?.code, await openProposals(ketua)]).toEqual([403, 'own_payment', []]);
  });

  test('as the one who approves it', async () => {
    await ownOfJune(ketua);
    await admin.call(reverseEntry, { body: { nomor: 1, alasan } });
    const { status, refusal } = await decide(ketua, await onlyProposal(ketua));
    expect([status, refusal?.code, await saldo()]).toEqual([403, 'own_payment', 100_000]);
  });

  test('as the one who refuses it', async () => {
    await ownOfJune(ketua);
    await admin.call(reverseEntry, { body: { nomor: 1, alasan } });
    const { status, refusal } = await decide(ketua, await onlyProposal(ketua), 'tolak');
    expect([status, refusal?.code, (await openProposals(ketua)).length]).toEqual([403, 'own_payment', 1]);
  });

  test('by an account whose password the payer set lately', async () => {
    await ownOfJune(ketua);
    const { id, email } = await app.as.admin('Boneka');
    const secret = 'mangga-muda-7';
    await ketua.call(changeAccount, { params: { id }, body: { password: secret } });
    const { token } = (await app.as.nobody.call(login, { body: { email, password: secret } })).body;
    const puppet = { call: callsTo(app.url, token) };
    const refused = await puppet.call(reverseEntry, { body: { nomor: 1, alasan } });
    expect([refused.status, refused.refusal?.code]).toEqual([403, 'same_person_payment']);
    await admin.call(reverseEntry, { body: { nomor: 1, alasan } });
    expect((await decide(puppet, await onlyProposal(ketua))).refusal?.code).toBe('same_person_payment');
    expect(await saldo()).toBe(100_000);
  });
});

describe('the opening balance', () => {
  const opening = { jumlah: 2_500_000, tanggal: '2026-05-31' };
  const enter = async () => {
    expect((await admin.call(setOpeningBalance, { body: opening })).status).toBe(200);
    await decide(ketua, await onlyProposal(ketua));
  };
  const spend = (tanggal_digunakan: string, foto: File) =>
    admin.call(addExpense, {
      body: { tahun: 2026, bulan: 5, jumlah: 40_000, judul: 'Cat', deskripsi: 'Cat', tanggal_digunakan },
      files: { foto },
    });

  test('and everything after it add up to the same in the balance, the year and the export', async () => {
    await mistakeOfJune();
    await enter();
    const params = { year: 2026 };
    const year = (await siti.call(getYearBalance, { params })).body.data;
    const rows = (await siti.call(exportCashBook, { params, query: { format: 'json' } })).body.data;
    expect([year.saldoAwal, year.bulanan.at(-1)?.saldo, rows.at(-1)?.saldo, await saldo()]).toEqual([
      2_500_000, 1_002_500_000, 1_002_500_000, 1_002_500_000,
    ]);
  });

  test('that is reversed is gone from every sum, is no row of the cash book, and is entered anew', async () => {
    await enter();
    await admin.call(reverseEntry, { body: { nomor: 1, alasan } });
    await decide(ketua, await onlyProposal(ketua));
    expect((await siti.call(getBalance)).body.data).toEqual({
      saldoAwal: 0,
      totalPemasukan: 0,
      totalPengeluaran: 0,
      saldo: 0,
    });
    expect((await siti.call(listCashBook, { params: { year: 2026 } })).body.data).toEqual([]);
    await enter();
    expect(await saldo()).toBe(2_500_000);
  });

  test('lets nothing be booked before its day, and everything from that day on', async () => {
    await enter();
    const early = await spend('2026-05-30', await photo());
    expect([early.status, early.refusal?.code]).toEqual([422, 'before_opening']);
    expect((await spend('2026-05-31', await photo())).status).toBe(201);
  });

  test('is entered once a second officer approves it, and is no income', async () => {
    await mistakeOfJune();
    await admin.call(setOpeningBalance, { body: opening });
    expect((await decide(ketua, await onlyProposal(ketua))).status).toBe(200);
    expect((await siti.call(getBalance)).body.data).toEqual({
      saldoAwal: 2_500_000,
      totalPemasukan: 1_000_000_000,
      totalPengeluaran: 0,
      saldo: 1_002_500_000,
    });
  });

  test('is entered once only', async () => {
    await admin.call(setOpeningBalance, { body: opening });
    const twice = await admin.call(setOpeningBalance, { body: opening });
    expect([twice.status, twice.refusal?.code]).toEqual([409, 'approval_waiting']);
    await decide(ketua, await onlyProposal(ketua));
    const again = await admin.call(setOpeningBalance, { body: opening });
    expect([again.status, again.refusal?.code]).toEqual([409, 'opening_exists']);
  });

  test('that is taken back is entered anew, also on the day of the reversal', async () => {
    await admin.call(setOpeningBalance, { body: opening });
    await decide(ketua, await onlyProposal(ketua));
    await admin.call(reverseEntry, { body: { nomor: 1, alasan: 'Kelebihan satu angka nol' } });
    await decide(ketua, await onlyProposal(ketua));
    await admin.call(setOpeningBalance, { body: { jumlah: 250_000, tanggal: '2026-07-15' } });
    expect((await decide(ketua, await onlyProposal(ketua))).status).toBe(200);
    const balance = (await siti.call(getBalance)).body.data;
    expect([balance.saldoAwal, balance.saldo]).toEqual([250_000, 250_000]);
  });

  test.each([
    ['on the day of the first entry', '2026-06-10'],
    ['in the future', '2026-07-16'],
    ['before the year 2000', '1999-12-31'],
  ])('%s is refused with a sentence at the field', async (_, tanggal) => {
    await mistakeOfJune();
    const { status, refusal } = await admin.call(setOpeningBalance, { body: { jumlah: 1, tanggal } });
    expect([status, Object.keys(refusal?.errors ?? {})]).toEqual([422, ['tanggal']]);
  });

  test('that came too late, because money was booked before it meanwhile, cannot be approved', async () => {
    await admin.call(setOpeningBalance, { body: { jumlah: 1, tanggal: '2026-07-10' } });
    const before = await onlyProposal(ketua);
    await app.given.expense({ by: admin, tanggal: '2026-07-09' });
    expect((await decide(ketua, before)).refusal?.code).toBe('approval_changed');
    const now = await onlyProposal(ketua);
    expect(now.isi[0]?.label).toBe('Tidak dapat dilakukan lagi');
    expect((await decide(ketua, now)).status).toBe(422);
    expect((await decide(ketua, now, 'tolak')).status).toBe(200);
  });
});
