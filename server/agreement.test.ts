/** After each kind of event, all screens and exports about money show the same figures to every reader. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { decideApproval, listApprovals } from '../contract/approvals.ts';
import { askForBill } from '../contract/bills.ts';
import { reverseEntry, setOpeningBalance } from '../contract/book.ts';
import { listClosings, proposeClosing } from '../contract/closings.ts';
import { addExpense } from '../contract/expenses.ts';
import { monthKey } from '../contract/format.ts';
import { decideHandover, listHandovers, makeHandover } from '../contract/handovers.ts';
import { addIncome } from '../contract/income.ts';
import { listEntries } from '../contract/journal.ts';
import { getLpj } from '../contract/lpj.ts';
import { changeAccount } from '../contract/officers.ts';
import { recordPayment, reviewPayment, uploadPayment, uploadPaymentWarga } from '../contract/payments.ts';
import { addFund, addMoneyAccount, listMoneyAccounts, transferMoney } from '../contract/places.ts';
import { setRate } from '../contract/rates.ts';
import { changeResident, deleteResident } from '../contract/residents.ts';
import { collectDues, getRound } from '../contract/rounds.ts';
import { changeSettings } from '../contract/settings.ts';
import { settleLine } from '../contract/settlements.ts';
import { listStatementLines, matchStatementLines } from '../contract/statements.ts';
import { endWaiver, proposeWaiver, settleOldMonths } from '../contract/waivers.ts';
import { makeApp, type TestApp } from './testing/app.ts';
import { askingOnce } from './testing/asking-once.ts';
import { compareBook, noting, type Readers } from './testing/book-agreement.ts';
import { compareDues } from './testing/dues-agreement.ts';
import { askForReceipts, compareByOthers, compareEvidence } from './testing/evidence-agreement.ts';
import { compareBadges, comparePeople } from './testing/own-agreement.ts';
import { type Person, password } from './testing/people.ts';
import { photo } from './testing/pictures.ts';
import { importLines } from './testing/statement-lines.ts';
import { compareWork } from './testing/work-agreement.ts';

let app: TestApp;
let readers: Readers;
let [siti, budi, tono] = [] as unknown as [Person, Person, Person];
beforeEach(async () => {
  app = await makeApp();
  app.clock.set('2025-11-10T03:00:00.000Z');
  const since = (blok: string, created_at: string, more = {}) => app.as.warga(blok, { created_at, ...more });
  siti = await since('A1', '2025-08-20T03:00:00.000Z');
  budi = await since('A2', '2025-10-31T17:30:00.000Z'); // already November in Jakarta
  tono = await since('B1', '2025-09-02T03:00:00.000Z');
  await app.as.person('warga', { nama: 'Ayu', blok: 'A2', created_at: '2025-11-02T03:00:00.000Z' });
  const auditor = await since('B2', '2025-11-05T03:00:00.000Z', { pengawas: true });
  readers = {
    ketua: await app.as.ketua(),
    admin: await app.as.admin(),
    koordinator: await app.as.koordinator('A'),
    warga: auditor,
  };
});
afterEach(async () => {
  const { same, differences } = noting();
  await compareByOthers(app, readers, same);
  await app.close();
  expect(differences).toEqual([]);
});

async function agrees(after: string) {
  const { same, differences } = noting();
  const { ketua, admin, koordinator, warga } = readers;
  const once = {
    ketua: askingOnce(ketua),
    admin: askingOnce(admin),
    koordinator: askingOnce(koordinator),
    warga: askingOnce(warga),
  };
  await compareBook(app, once, same);
  const known = await compareDues(app, once, same);
  await comparePeople(app, known);
  await compareBadges(once, app, same);
  await compareEvidence(app, once, known);
  await compareWork(app, once, known);
  expect.soft(differences, after).toEqual([]);
}

/** @returns the body of a call that succeeded */
async function done<Body>(answer: Promise<{ status: number; body: Body; refusal: object }>): Promise<Body> {
  const { status, body, refusal } = await answer;
  expect(status, JSON.stringify(refusal)).toBeLessThan(300);
  return body;
}

const proof = async () => ({ bukti_transfer: await photo() });
const upload = async (by: Person, bulan: string[], more = {}) =>
  (await done(by.call(uploadPaymentWarga, { body: { 'bulan[]': bulan, ...more }, files: await proof() }))).id;
const review = (id: number, status: 'dikonfirmasi' | 'ditolak', months = 1) =>
  done(
    readers.admin.call(reviewPayment, {
      params: { id },
      body: { status, catatan: 'Diperiksa', ...(months > 1 && { kelompok: id, jumlah: months * 100_000 }) },
    }),
  );
async function decide() {
  const [open] = (await done(readers.ketua.call(listApprovals, { query: { status: 'menunggu' } }))).data;
  if (!open) return;
  const body = { keputusan: 'setuju', sidik: open.sidik } as const;
  await done(readers.ketua.call(decideApproval, { params: { id: open.id }, body }));
}
/** Of the newest entry whose description has these words. */
async function reverse(q: string) {
  const [entry] = (await done(readers.admin.call(listEntries, { query: { q } }))).data.filter(
    ({ jenis, dibatalkan_oleh }) => jenis !== 'pembatalan' && dibatalkan_oleh === null,
  );
  expect(entry, q).toBeDefined();
  await done(
    readers.admin.call(reverseEntry, { body: { nomor: entry?.nomor ?? 0, alasan: 'Salah mencatatnya' } }),
  );
  await decide();
}
const spend = async (judul: string, jumlah: number, day: string, more = {}) => {
  const [tahun = 0, bulan = 0] = day.split('-').map(Number);
  const body = { tahun, bulan, tanggal_digunakan: day, judul, deskripsi: judul, jumlah, ...more };
  const files = 'saksi' in more ? {} : { foto: await photo() };
  await done(readers.admin.call(addExpense, { body, files }));
};
const receive = (judul: string, jumlah: number, tanggal: string, more = {}) =>
  done(
    readers.admin.call(addIncome, {
      body: { judul, kategori: 'sumbangan', jumlah, tanggal, ...more },
      files: {},
    }),
  );
async function close(bulan: string, short = 0) {
  const next = (await done(readers.admin.call(listClosings))).berikutnya;
  const akun = (next?.ringkasan.akun ?? []).map(({ akun_id, saldo }, at) => ({
    akun_id,
    jumlah: saldo - (at === 0 ? short : 0),
  }));
  const body = { bulan, akun, ...(short && { alasan: 'Uang kembalian tidak tercatat' }) };
  await done(readers.admin.call(proposeClosing, { body }));
  await decide();
}

test('slips of one month and several: rejected, sent again, confirmed, reversed, for months to come', async () => {
  await agrees('nothing');
  const first = await upload(siti, ['2025-08']);
  await agrees('an upload');
  await review(first, 'ditolak');
  await agrees('a rejection');
  await review(await upload(siti, ['2025-08']), 'dikonfirmasi');
  await agrees('the slip sent again and confirmed');
  const group = await upload(siti, ['2025-09', '2025-10', '2025-11']);
  await agrees('a slip for three months');
  await review(group, 'dikonfirmasi', 3);
  await askForReceipts(readers);
  await agrees('three months confirmed, and receipts');
  await reverse('Iuran Oktober 2025');
  await agrees('one of three months reversed');
  const ahead = await upload(tono, ['2025-12', '2026-01', '2026-02']);
  await review(ahead, 'dikonfirmasi', 3);
  await agrees('months to come');
  await upload(budi, ['2026-01']);
  await done(readers.ketua.call(setRate, { body: { jumlah: 130_000, sejak: '2025-12', password } }));
  await done(
    readers.ketua.call(setRate, { body: { jumlah: 40_000, huruf_blok: 'B', sejak: '2026-01', password } }),
  );
  await done(
    readers.ketua.call(setRate, { body: { jumlah: 0, user_id: budi.id, sejak: '2025-12', password } }),
  );
  await agrees('other rates');
  const body = { user_id: tono.id, tahun: 2025, bulan: 11, jumlah: 75_000, metode: 'tunai' } as const;
  await done(readers.ketua.call(recordPayment, { body, files: {} }));
  await done(readers.ketua.call(uploadPayment, { body: { tahun: 2025, bulan: 11 }, files: await proof() }));
  await askForReceipts(readers);
  await agrees('a recorded payment, and one of an officer without a house');
  // A session lives for 30 days.
  for (const instant of [
    '2025-12-08T03:00:00.000Z',
    '2025-12-31T16:59:59.999Z',
    '2025-12-31T17:00:00.000Z',
    '2026-01-28T03:00:00.000Z',
  ]) {
    app.clock.set(instant);
    await agrees(instant);
  }
  await reverse('Iuran Desember 2025');
  await agrees('a month of last year reversed');
});

test('income, spending, transfers, opening balances, and each of them reversed', async () => {
  const bank = (await done(readers.admin.call(addMoneyAccount, { body: { nama: 'BCA', jenis: 'bank' } }))).id;
  await done(readers.admin.call(addFund, { body: { nama: 'Sosial', terikat: true } }));
  await done(
    readers.admin.call(setOpeningBalance, { body: { jumlah: 500_000, tanggal: '2025-10-01', akun_id: 1 } }),
  );
  await decide();
  await agrees('an opening balance');
  await receive('Sewa tenda', 250_000, '2025-11-03');
  await receive('Sumbangan', 90_000, '2025-11-04', { dana_id: 2 });
  await spend('Sapu', 30_000, '2025-10-12');
  await spend('Cat', 20_000, '2025-11-05', { kategori: 'kebersihan', tanpa_bukti: '1', saksi: 'Pak RT' });
  await agrees('income and spending');
  await done(
    readers.admin.call(setOpeningBalance, {
      body: { jumlah: 700_000, tanggal: '2025-11-06', akun_id: bank },
    }),
  );
  await decide();
  await agrees('an opening balance of another account, a month later');
  const way = { dari_akun: 1, dari_dana: 1, ke_akun: bank, ke_dana: 1 };
  await done(readers.admin.call(transferMoney, { body: { ...way, jumlah: 60_000, tanggal: '2025-11-07' } }));
  await agrees('a transfer');
  await reverse('Sapu');
  await reverse('Sewa tenda');
  await agrees('spending of an earlier month, and income of this one reversed');
  const moved = (await done(readers.admin.call(listEntries, { query: { jenis: 'pindah' } }))).data[0];
  await done(
    readers.admin.call(reverseEntry, { body: { nomor: moved?.nomor ?? 0, alasan: 'Salah rekening' } }),
  );
  await agrees('a transfer reversed');
  await spend('Lampu', 15_000, '2025-11-08', { bulan: 9, beda_bulan: '1' });
  await agrees('spending for another month than its day');
  app.clock.set('2025-12-09T03:00:00.000Z');
  await agrees('a month later');
  app.clock.set('2026-01-05T03:00:00.000Z');
  await reverse('Cat');
  await reverse('Saldo awal');
  await agrees('spending and an opening balance of last year reversed');
});

test('cash of a round, its hand-over, and both reversed', async () => {
  const { koordinator, admin } = readers;
  const { rumah } = (await done(koordinator.call(getRound))).data;
  for (const { user_id, bulan } of rumah.filter(({ boleh }) => boleh)) {
    const jumlah = bulan.reduce((sum, month) => sum + month.jumlah, 0);
    const waktu = app.clock.now.toISOString();
    const body = { ketukan: randomUUID(), user_id, bulan: bulan.map(monthKey), jumlah, waktu };
    await done(koordinator.call(collectDues, { body }));
  }
  await askForReceipts(readers);
  await agrees('a round');
  const { saldo } = (await done(koordinator.call(getRound))).data;
  await done(koordinator.call(makeHandover, { body: { jumlah: saldo } }));
  await agrees('a hand-over that waits');
  const id = (await done(admin.call(listHandovers))).data[0]?.id ?? 0;
  const counted = { status: 'diterima', dihitung: saldo - 5_000, alasan: 'Kurang satu lembar' } as const;
  await done(admin.call(decideHandover, { params: { id }, body: counted }));
  await agrees('a hand-over with less');
  const held = (await done(admin.call(listMoneyAccounts))).data.find(({ dipegang }) => dipegang);
  expect(held?.saldo).toBe(5_000);
  const [moved] = (await done(admin.call(listEntries, { query: { jenis: 'pindah' } }))).data;
  await done(admin.call(reverseEntry, { body: { nomor: moved?.nomor ?? 0, alasan: 'Belum jadi disetor' } }));
  await agrees('a hand-over reversed');
  await reverse('Iuran November 2025');
  await agrees('cash reversed');
});

test('a settlement of QRIS with its fee, and bills with a unique code', async () => {
  const { admin, ketua } = readers;
  await review(await upload(siti, ['2025-10', '2025-11']), 'dikonfirmasi', 2);
  await receive('Sumbangan', 1_000, '2025-11-09');
  const content = `TrxId,Tanggal,Trx Time,D/K,Mutasi,Saldo,Keterangan
1,10/11/2025,08:00:00,K,198600.00,198600.00,QRIS MID:885 SETTLEMENT
2,10/11/2025,09:00:00,K,200000.00,398600.00,TRSF TONO B1
`;
  await done(importLines(admin, content));
  const lines = (await done(admin.call(listStatementLines, { query: { status: 'terbuka' } }))).data;
  const [settlement = 0, transfer = 0] = lines.map(({ id }) => id);
  const tagihan = [{ user_id: tono.id, bulan: ['2025-09', '2025-10'] }];
  await done(admin.call(matchStatementLines, { body: { cocok: [{ mutasi_id: transfer, tagihan }] } }));
  await agrees('a line for two months');
  await reverse('Iuran September 2025');
  await agrees('one of its months reversed');
  await done(admin.call(settleLine, { params: { id: settlement }, body: { pembayaran: [1, 2] } }));
  await agrees('a settlement');
  await reverse('Biaya QRIS');
  await agrees('its fee reversed');
  await done(ketua.call(changeSettings, { body: { kodeUnik: true } }));
  for (const month of ['2025-11', '2025-12']) {
    const bill = (await done(tono.call(askForBill, { body: { 'bulan[]': [month] } }))).data;
    expect(bill.id).not.toBeNull();
    await review(await upload(tono, [month], { tagihan: bill.id }), 'dikonfirmasi');
    await askForReceipts(readers);
    await agrees(`a bill for ${month}`);
  }
  await reverse('Iuran November 2025');
  await agrees('a bill reversed');
});

test('residents who move, leave or share a house, waivers, and houses that change', async () => {
  const { admin, ketua } = readers;
  await review(await upload(siti, ['2025-09']), 'dikonfirmasi');
  await upload(siti, ['2025-10']);
  await done(ketua.call(setRate, { body: { jumlah: 0, rumah: 'kosong', sejak: '2025-11', password } }));
  await done(ketua.call(setRate, { body: { jumlah: 60_000, huruf_blok: 'B', sejak: '2025-11', password } }));
  await done(admin.call(changeResident, { params: siti, body: { blok: 'B3' } }));
  await agrees('a move into another block');
  app.clock.set('2025-12-08T03:00:00.000Z');
  await done(
    admin.call(changeResident, { params: budi, body: { rumah: 'kosong', rumah_sejak: '2025-12-01' } }),
  );
  await agrees('an empty house that costs nothing');
  await done(
    admin.call(proposeWaiver, {
      body: { user_id: tono.id, bulan: ['2025-10', '2025-12', '2026-01'], sebab: 'berduka' },
    }),
  );
  await agrees('a proposal that waits');
  await decide();
  await agrees('a waiver');
  await done(
    admin.call(endWaiver, { body: { user_id: tono.id, bulan: ['2025-12'], keterangan: 'Salah bulan' } }),
  );
  await decide();
  await agrees('a waiver that ended');
  await done(admin.call(settleOldMonths, { body: { sebelum: '2025-11' } }));
  await decide();
  await agrees('months of the former system');
  await upload(tono, ['2025-11']);
  await upload(budi, ['2025-11']);
  await done(ketua.call(changeAccount, { params: siti, body: { status: 'inactive' } }));
  await agrees('an account deactivated with money and a waiting slip');
  await done(admin.call(deleteResident, { params: tono }));
  await agrees('an account deleted with a waiting slip');
  app.clock.set('2026-01-05T03:00:00.000Z');
  await agrees('the next year');
  await done(ketua.call(changeAccount, { params: siti, body: { status: 'active' } }));
  await done(admin.call(changeResident, { params: budi, body: { rumah: 'usaha' } }));
  await agrees('back again');
});

test('closed months: with a difference, and payments and reversals for them afterwards', async () => {
  const { admin, ketua } = readers;
  await review(await upload(siti, ['2025-10', '2025-11']), 'dikonfirmasi', 2);
  await spend('Sapu', 30_000, '2025-11-05');
  app.clock.set('2025-12-05T03:00:00.000Z');
  await close('2025-11', 4_000);
  await agrees('a closing with a difference');
  const report = async () =>
    (await done(ketua.call(getLpj, { query: { dari: '2025-11', sampai: '2025-11' } }))).data.filter(
      ({ bagian }) => ['awal', 'pemasukan', 'pengeluaran', 'akhir'].includes(bagian),
    );
  const before = await report();
  await review(await upload(tono, ['2025-11']), 'dikonfirmasi');
  await agrees('a payment for a closed month');
  await reverse('Sapu');
  await reverse('Iuran Oktober 2025');
  await agrees('reversals of a closed month');
  const kas = (await done(admin.call(listEntries, { query: { jenis: 'selisih' } }))).data[0];
  await done(
    admin.call(reverseEntry, { body: { nomor: kas?.nomor ?? 0, alasan: 'Uangnya ditemukan lagi' } }),
  );
  await decide();
  await agrees('a difference reversed');
  app.clock.set('2026-01-02T03:00:00.000Z');
  await close('2025-12', -1_000);
  await agrees('a closing with too much, at the end of a year');
  expect(await report()).toEqual(before);
});
