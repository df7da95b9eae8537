/** Two people close a month: what they sign, what is refused, and what happens if others are at it too. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Approval, listApprovals } from '../../../contract/approvals.ts';
import { reverseEntry, setOpeningBalance } from '../../../contract/book.ts';
import { exportCashBook, getBalance, getYearBalance, listCashBook } from '../../../contract/cash-book.ts';
import {
  type Closing,
  listClosings,
  proposeClosing,
  proposeClosingVersion,
} from '../../../contract/closings.ts';
import { decideHandover, makeHandover } from '../../../contract/handovers.ts';
import { addIncome } from '../../../contract/income.ts';
import { listNotifications } from '../../../contract/notifications.ts';
import { addFund } from '../../../contract/places.ts';
import { collectDues } from '../../../contract/rounds.ts';
import { findViolations } from '../../operations/doctor/find-violations.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { decide, onlyProposal } from '../../testing/proposals.ts';
import { importLines } from '../../testing/statement-lines.ts';
import { bcaStatement } from '../../testing/statement-recipes.ts';
import { signedHead } from '../log/find-head.ts';
import { latestCheckpoint } from '../log/sign-checkpoint.ts';

let app: TestApp;
let ketua: Person;
let admin: Person;
let siti: Person;
beforeEach(async () => {
  app = await makeApp();
  [ketua, admin, siti] = [await app.as.ketua(), await app.as.admin(), await app.as.warga('A1-1')];
  app.clock.set('2026-05-10T03:00:00.000Z');
  await app.given.payment({ of: siti, bulan: 5, jumlah: 100_000, status: 'dikonfirmasi' });
  await app.given.expense({ by: admin, tanggal: '2026-05-12', jumlah: 30_000 });
  app.clock.set('2026-07-15T03:00:00.000Z');
});
afterEach(() => app.close());

const alasan = 'Uang kembalian belanja tidak tercatat';
const propose = (by: Person, jumlah = 70_000, more: { bulan?: string; alasan?: string } = {}) =>
  by.call(proposeClosing, { body: { bulan: '2026-05', akun: [{ akun_id: 1, jumlah }], ...more } });
const closings = async (person = siti) => (await person.call(listClosings)).body;
const closeMay = async () => {
  await propose(admin);
  await decide(ketua, await onlyProposal(ketua));
};

describe('closing a month', () => {
  test('shows the preparer what the next month contains, and a resident nothing of it', async () => {
    expect((await closings(admin)).berikutnya).toEqual({
      bulan: '2026-05',
      mulai: '2026-06-01',
      bisa: true,
      ringkasan: {
        saldo_awal: 0,
        pemasukan: 100_000,
        pengeluaran: 30_000,
        saldo_akhir: 70_000,
        banyak: 2,
        nomor_terakhir: 2,
        akun: [{ akun_id: 1, nama: 'Kas', saldo: 70_000 }],
        dana: [{ dana_id: 1, nama: 'Kas Umum', saldo: 70_000 }],
      },
      mutasi: [],
      usulan: null,
      hitungan: null,
    });
    expect(await closings(siti)).toMatchObject({ data: [], berikutnya: null });
  });

  test('removes the files of bank statements up to its last day, and keeps later ones', async () => {
    const months = [
      [
        { day: '10/05', text: 'A', amount: 5_000 },
        { from: '01/05/2026', to: '31/05/2026' },
      ],
      [
        { day: '10/06', text: 'B', amount: 5_000 },
        { from: '01/06/2026', to: '30/06/2026', opening: 1_005_000 },
      ],
    ] as const;
    for (const [line, span] of months) {
      expect((await importLines(admin, bcaStatement([line], span))).status).toBe(201);
    }
    const kept = async () => {
      const imports = app.context.db
        .selectFrom('mutasi_impor')
        .select(['sampai', 'berkas'])
        .orderBy('sampai');
      const files = app.context.db.selectFrom('files').select('nama').where('kind', '=', 'statement');
      return [(await imports.execute()).map(({ berkas }) => berkas !== null), (await files.execute()).length];
    };
    expect(await kept()).toEqual([[true, true], 2]);
    await closeMay();
    expect(await kept()).toEqual([[false, true], 1]);
  });

  test('takes a proposal and a second officer, and everybody sees it with both names', async () => {
    const { status, body } = await propose(admin);
    expect([status, body.message]).toEqual([200, 'Usulan dikirim dan menunggu persetujuan orang kedua.']);
    const proposal = await onlyProposal(ketua);
    expect(proposal.isi).toEqual([
      { label: 'Bulan', nilai: 'Mei 2026' },
      { label: 'Saldo awal', nilai: 'Rp 0' },
      { label: 'Pemasukan', nilai: 'Rp 100.000' },
      { label: 'Pengeluaran', nilai: 'Rp 30.000' },
      { label: 'Saldo akhir', nilai: 'Rp 70.000' },
      { label: 'Transaksi', nilai: '2, terakhir nomor 2' },
      { label: 'Uang yang dihitung', nilai: 'Rp 70.000, sama dengan buku' },
    ]);
    for (const reader of [admin, ketua]) {
      const [listed] = (await reader.call(listApprovals)).body.data;
      expect((await closings(reader)).berikutnya?.usulan).toEqual(listed);
    }
    expect((await closings()).data).toEqual([]);

    app.clock.set('2026-07-16T04:00:00.000Z');
    expect((await decide(ketua, proposal)).status).toBe(200);
    const [closing] = (await closings()).data;
    expect(closing).toEqual({
      id: 1,
      bulan: '2026-05',
      ringkasan: {
        saldo_awal: 0,
        pemasukan: 100_000,
        pengeluaran: 30_000,
        saldo_akhir: 70_000,
        banyak: 2,
        nomor_terakhir: 2,
        akun: [{ akun_id: 1, nama: 'Kas', saldo: 70_000, dihitung: 70_000, selisih: 0 }],
        dana: [{ dana_id: 1, nama: 'Kas Umum', saldo: 70_000 }],
        alasan: null,
      },
      entri_terakhir: 2,
      disusun_oleh_nama: 'Admin',
      disusun_pada: '2026-07-15T03:00:00.000Z',
      disetujui_oleh_nama: 'Ketua',
      sendiri: false,
      ditutup_pada: '2026-07-16T04:00:00.000Z',
      log_ukuran: expect.any(Number),
      log_kepala: expect.any(String),
      versi: [],
    });
    const [news] = (await admin.call(listNotifications)).body.data;
    expect(news?.pesan).toBe('Tutup buku disetujui oleh Ketua.');
    expect((await closings(admin)).berikutnya?.bulan).toBe('2026-06');
  });

  test('names each fund as the estate calls it', async () => {
    await ketua.call(addFund, { body: { nama: 'Dana Sosial', terikat: true } });
    await propose(admin);
    expect((await onlyProposal(ketua)).isi).toEqual(
      expect.arrayContaining([
        { label: 'Uang Kas Umum', nilai: 'Rp 70.000' },
        { label: 'Uang Dana Sosial', nilai: 'Rp 0' },
      ]),
    );
  });

  test('says what lies in each fund afterwards, as the month then has it', async () => {
    await ketua.call(addFund, { body: { nama: 'Dana Sosial', terikat: true } });
    await propose(admin, 65_000, { alasan });
    const proposal = await onlyProposal(ketua);
    expect(proposal.isi).toContainEqual({ label: 'Uang Kas Umum', nilai: 'Rp 65.000' });
    await decide(ketua, proposal);
    const [closing] = (await closings()).data;
    expect(closing?.ringkasan.dana.map(({ saldo }) => saldo)).toEqual([65_000, 0]);
  });

  test('books what the counted money differs by on the last day of the month, with the reason', async () => {
    const short = await propose(admin, 65_000);
    expect([short.status, short.refusal?.code, short.refusal?.message]).toEqual([
      409,
      'difference_unexplained',
      'Ada selisih dengan buku (Kas kurang Rp 5.000). Isi alasannya, minimal 10 karakter.',
    ]);
    const tooShort = await propose(admin, 65_000, { alasan: alasan.slice(0, 9) });
    expect(tooShort.refusal.code).toBe('difference_unexplained');
    expect((await propose(admin, 65_000, { alasan })).status).toBe(200);
    const proposal = await onlyProposal(ketua);
    expect(proposal.isi.slice(3)).toEqual([
      { label: 'Pengeluaran', nilai: 'Rp 35.000' },
      { label: 'Saldo akhir', nilai: 'Rp 65.000' },
      { label: 'Transaksi', nilai: '2, terakhir nomor 2' },
      { label: 'Uang yang dihitung', nilai: 'Rp 65.000, kurang Rp 5.000 dari buku Rp 70.000' },
      { label: 'Alasan selisih', nilai: alasan },
    ]);
    expect((await siti.call(getBalance)).body.data.saldo).toBe(70_000);
    await decide(ketua, proposal);
    const [closing] = (await closings()).data;
    expect(closing?.ringkasan).toMatchObject({
      pengeluaran: 35_000,
      saldo_akhir: 65_000,
      banyak: 3,
      nomor_terakhir: 3,
      akun: [{ saldo: 65_000, dihitung: 65_000, selisih: -5_000 }],
      dana: [{ saldo: 65_000 }],
      alasan,
    });
    const year = { params: { year: 2026 } };
    const [entry] = (await siti.call(listCashBook, year)).body.data;
    expect(entry).toMatchObject({ nomor: 3, tanggal: '2026-05-31', jumlah: 5_000, type: 'pengeluaran' });
    expect([entry?.judul, entry?.deskripsi]).toEqual(['Selisih hitungan uang', alasan]);
    const exported = (await siti.call(exportCashBook, year)).body.data;
    expect(exported.at(-1)?.keterangan).toBe('Selisih hitungan uang');
    expect((await siti.call(getYearBalance, year)).body.data.bulanan[4]).toMatchObject({
      pengeluaran: 35_000,
      saldo: 65_000,
    });
    const { violations } = await findViolations(app.context);
    expect(violations.filter(({ invariant }) => invariant !== 'audited')).toEqual([]);
  });

  test('names the first head of the log that holds its difference and itself', async () => {
    await latestCheckpoint(app.context);
    await propose(admin, 65_000, { alasan });
    await decide(ketua, await onlyProposal(ketua));
    const [shown] = (await closings()).data;
    const { ukuran, kepala } = await signedHead(app.context);
    expect(shown).toMatchObject({ log_ukuran: ukuran, log_kepala: kepala });
    await app.given.expense({ by: admin, tanggal: '2026-07-12', jumlah: 10_000 });
    await latestCheckpoint(app.context);
    expect((await closings()).data).toMatchObject([{ log_ukuran: ukuran, log_kepala: kepala }]);
    const leaves = await app.context.db
      .selectFrom('log_daun')
      .innerJoin('audit', 'audit.id', 'log_daun.audit_id')
      .select('aksi')
      .where('indeks', '<', ukuran)
      .execute();
    const kinds = leaves.map(({ aksi }) => aksi);
    expect(kinds).toEqual(expect.arrayContaining(['difference.booked', 'month.closed']));
  });

  test('counts more money than the book as income, with an opening balance of the month in the beginning', async () => {
    await admin.call(setOpeningBalance, { body: { jumlah: 500_000, tanggal: '2026-05-01' } });
    await decide(ketua, await onlyProposal(ketua));
    await propose(admin, 570_001, { alasan });
    await decide(ketua, await onlyProposal(ketua));
    const [closing] = (await closings()).data;
    expect(closing?.ringkasan).toMatchObject({
      saldo_awal: 500_000,
      pemasukan: 100_001,
      pengeluaran: 30_000,
      saldo_akhir: 570_001,
    });
    expect((await siti.call(getBalance)).body.data.saldo).toBe(570_001);
  });

  test.each([
    ['more', 80_000, { type: 'pemasukan', jumlah: -10_000 }, { pemasukan: -10_000, pengeluaran: 0 }],
    ['less', 65_000, { type: 'pengeluaran', jumlah: -5_000 }, { pemasukan: 0, pengeluaran: -5_000 }],
  ])(
    'takes a reversed difference of %s money from the side that it was on',
    async (_, counted, listed, sums) => {
      await propose(admin, counted, { alasan });
      await decide(ketua, await onlyProposal(ketua));
      await admin.call(reverseEntry, { body: { nomor: 3, alasan: 'Uangnya sudah ditemukan' } });
      expect((await decide(ketua, await onlyProposal(ketua))).status).toBe(200);
      const year = { params: { year: 2026 } };
      const [entry] = (await siti.call(listCashBook, year)).body.data;
      expect(entry).toMatchObject({ nomor: 4, judul: 'Pembatalan: Selisih hitungan uang', ...listed });
      expect((await siti.call(exportCashBook, year)).body.data.at(-1)).toMatchObject(sums);
      expect((await siti.call(getYearBalance, year)).body.data.bulanan[6]).toMatchObject(sums);
    },
  );

  test('goes on with a month in which nothing happened', async () => {
    await closeMay();
    await propose(admin, 70_000, { bulan: '2026-06' });
    expect((await decide(ketua, await onlyProposal(ketua))).status).toBe(200);
    const [june] = (await closings()).data;
    expect(june?.ringkasan).toMatchObject({ saldo_awal: 70_000, banyak: 0, nomor_terakhir: null });
  });

  test('begins with the month of the earliest day, whatever was entered first', async () => {
    await app.given.expense({ by: admin, tanggal: '2026-04-20', jumlah: 10_000 });
    expect((await closings(admin)).berikutnya?.bulan).toBe('2026-04');
    expect((await propose(admin)).refusal.code).toBe('month_not_next');
  });

  test('begins with May although an expense was booked nine years earlier by mistake, once that is reversed', async () => {
    await app.given.expense({ by: admin, tanggal: '2017-05-12', jumlah: 10_000 });
    expect((await closings(admin)).berikutnya?.bulan).toBe('2017-05');
    await admin.call(reverseEntry, { body: { nomor: 3, alasan: 'Tahunnya salah ketik' } });
    await decide(ketua, await onlyProposal(ketua));
    expect((await closings(admin)).berikutnya).toMatchObject({
      bulan: '2026-05',
      ringkasan: { saldo_awal: -10_000, saldo_akhir: 60_000, banyak: 2 },
    });
    await propose(admin, 60_000);
    await decide(ketua, await onlyProposal(ketua));
    expect((await closings(admin)).berikutnya?.bulan).toBe('2026-06');
    const body = { judul: 'Sewa', kategori: 'sewa', jumlah: 1_000, tanggal: '2017-06-01' };
    expect((await admin.call(addIncome, { body })).refusal.code).toBe('month_closed');
  });

  test('is possible from the first moment of the next month in the calendar of the estate', async () => {
    app.clock.set('2026-05-31T16:59:59.999Z');
    expect((await closings(admin)).berikutnya?.bisa).toBe(false);
    expect((await propose(admin)).refusal.code).toBe('month_not_over');
    app.clock.set('2026-05-31T17:00:00.000Z');
    expect((await closings(admin)).berikutnya?.bisa).toBe(true);
    expect((await propose(admin)).status).toBe(200);
  });

  test('counts the cash in the hands of a coordinator as long as there is any', async () => {
    app.clock.set('2026-05-20T03:00:00.000Z');
    const rina = await app.as.koordinator('A');
    const payer = await app.as.warga('A2', { created_at: '2026-05-01T03:00:00.000Z' });
    const received = { user_id: payer.id, bulan: ['2026-05'], jumlah: 100_000 };
    await rina.call(collectDues, {
      body: { ...received, ketukan: randomUUID(), waktu: '2026-05-20T03:00:00.000Z' },
    });
    const accounts = async () =>
      (await closings(admin)).berikutnya?.ringkasan.akun.map(({ nama, saldo }) => [nama, saldo]);
    expect(await accounts()).toEqual([
      ['Kas', 70_000],
      ['Kas Koordinator Blok A', 100_000],
    ]);
    const { id } = (await rina.call(makeHandover, { body: { jumlah: 100_000 } })).body.data;
    const body = { status: 'diterima', dihitung: 100_000 } as const;
    await admin.call(decideHandover, { params: { id }, body });
    expect(await accounts()).toEqual([['Kas', 170_000]]);
  });

  test('in an estate with one officer takes effect at once, and says so', async () => {
    await app.close();
    app = await makeApp();
    [ketua, siti] = [await app.as.ketua(), await app.as.warga('A1-1')];
    await app.given.expense({ by: ketua, tanggal: '2026-05-12', jumlah: 30_000 });
    const { body } = await propose(ketua, 0, { alasan });
    expect([body.message, body.data.persetujuan.sendiri]).toEqual(['Buku bulan itu ditutup.', true]);
    const [closing] = (await closings()).data;
    expect(closing).toMatchObject({
      disusun_oleh_nama: 'Ketua',
      disetujui_oleh_nama: 'Ketua',
      sendiri: true,
    });
  });

  test.each([
    [
      'a month that is not the next one',
      '2026-06',
      'Buku ditutup bulan demi bulan. Bulan berikutnya: Mei 2026.',
    ],
    [
      'a month before the first entry',
      '2026-04',
      'Buku ditutup bulan demi bulan. Bulan berikutnya: Mei 2026.',
    ],
    [
      'a month that is not over',
      '2026-07',
      'Juli 2026 belum selesai. Buku dapat ditutup mulai 1 Agustus 2026.',
    ],
    [
      'a month of the future',
      '2099-01',
      'Januari 2099 belum selesai. Buku dapat ditutup mulai 1 Februari 2099.',
    ],
  ])('refuses %s', async (_, bulan, sentence) => {
    const { status, refusal } = await propose(admin, 70_000, { bulan });
    expect([status, refusal?.message]).toEqual([409, sentence]);
  });

  test('refuses an empty book', async () => {
    await app.close();
    app = await makeApp();
    admin = await app.as.admin();
    expect((await propose(admin)).refusal?.code).toBe('book_empty');
  });

  test.each([
    ['no account', []],
    ['an unknown account', [{ akun_id: 7, jumlah: 70_000 }]],
    [
      'an account twice',
      [
        { akun_id: 1, jumlah: 70_000 },
        { akun_id: 1, jumlah: 0 },
      ],
    ],
    ['less than nothing', [{ akun_id: 1, jumlah: -1 }]],
    ['a fraction', [{ akun_id: 1, jumlah: 0.5 }]],
    ['more than there can be', [{ akun_id: 1, jumlah: 1_000_000_000_001 }]],
  ])('refuses %s with a sentence', async (_, akun) => {
    const { status, refusal } = await admin.call(proposeClosing, { body: { bulan: '2026-05', akun } });
    expect(status).toBe(422);
    expect(refusal?.message).toMatch(/\w/);
    expect((await ketua.call(listApprovals, {})).body.data).toEqual([]);
  });

  test.each(['', '2026-13', '2026-5', '05-2026', '1999-05', '2026-05-01'])(
    'refuses %s as a month',
    async (bulan) => {
      const { status, refusal } = await propose(admin, 70_000, { bulan });
      expect([status, Object.keys(refusal?.errors ?? {})]).toEqual([422, ['bulan']]);
    },
  );

  test('is not for residents and coordinators', async () => {
    for (const person of [siti, await app.as.koordinator('A')])
      expect((await propose(person)).status).toBe(403);
  });
});

describe('what was booked between reading and approving', () => {
  test('is 409 with the difference, and nothing is closed', async () => {
    await propose(admin, 70_000, { alasan });
    const read = await onlyProposal(ketua);
    await app.given.expense({ by: admin, tanggal: '2026-05-31', jumlah: 1_000 });
    const { status, refusal, body } = await decide(ketua, read);
    expect([status, refusal?.code]).toEqual([409, 'approval_changed']);
    const { isi } = (body as unknown as { data: Approval }).data;
    expect(isi.filter(({ nilai }, index) => nilai !== read.isi[index]?.nilai)).toEqual([
      { label: 'Pemasukan', nilai: 'Rp 101.000' },
      { label: 'Pengeluaran', nilai: 'Rp 31.000' },
      { label: 'Transaksi', nilai: '3, terakhir nomor 3' },
      { label: 'Uang yang dihitung', nilai: 'Rp 70.000, lebih Rp 1.000 dari buku Rp 69.000' },
      { label: 'Alasan selisih', nilai: alasan },
    ]);
    expect((await closings()).data).toEqual([]);
  });

  test('cannot be approved at all while nobody explains the difference that it makes', async () => {
    await propose(admin);
    await app.given.expense({ by: admin, tanggal: '2026-05-31', jumlah: 1_000 });
    const now = await onlyProposal(ketua);
    expect(now.isi[0]?.label).toBe('Tidak dapat dilakukan lagi');
    expect((await decide(ketua, now)).refusal?.code).toBe('difference_unexplained');
    expect((await decide(admin, now, 'tolak')).status).toBe(200);
    expect((await propose(admin, 69_000)).status).toBe(200);
  });

  test('in a later month does not disturb', async () => {
    await propose(admin);
    const read = await onlyProposal(ketua);
    await app.given.payment({ of: siti, bulan: 6, status: 'dikonfirmasi' });
    await app.given.payment({ of: siti, bulan: 4 });
    expect((await decide(ketua, read)).status).toBe(200);
    expect((await closings()).data[0]).toMatchObject({ entri_terakhir: 3, ringkasan: { nomor_terakhir: 2 } });
  });
});

describe('a proposal', () => {
  test('is withdrawn by its proposer, and can be made anew', async () => {
    await propose(admin);
    const { status, body } = await decide(admin, await onlyProposal(ketua), 'tolak');
    expect([status, body.message]).toEqual([200, 'Usulan dibatalkan.']);
    expect((await closings(admin)).berikutnya?.usulan).toMatchObject({ keputusan: 'tolak', sendiri: true });
    expect((await propose(admin)).status).toBe(200);
    expect((await closings(admin)).berikutnya?.usulan).toMatchObject({ keputusan: null });
  });

  test('is never approved by its proposer', async () => {
    await propose(admin);
    const { status, refusal } = await decide(admin, await onlyProposal(ketua));
    expect([status, refusal?.code, (await closings()).data]).toEqual([403, 'own_proposal', []]);
  });

  test('of a clock that went back before the end of the month cannot be approved', async () => {
    await propose(admin);
    app.clock.set('2026-05-31T16:59:59.999Z');
    const { status, refusal } = await decide(ketua, await onlyProposal(ketua));
    expect([status, refusal?.code]).toEqual([409, 'month_not_over']);
  });

  test('by ten presses of two officers at once is made once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => propose(index % 2 ? admin : ketua)),
    );
    const sorted = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(sorted).toEqual([200, ...Array(9).fill(409)]);
    expect((await ketua.call(listApprovals, {})).body.data).toHaveLength(1);
  });

  test('approved by three officers at once closes the month once, with one difference', async () => {
    await propose(admin, 65_000, { alasan });
    const proposal = await onlyProposal(ketua);
    const approvers = [ketua, await app.as.admin('Admin Dua'), await app.as.admin('Admin Tiga')];
    const answers = await Promise.all(approvers.map((one) => decide(one, proposal)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect((await closings()).data).toHaveLength(1);
    expect((await siti.call(getBalance)).body.data.saldo).toBe(65_000);
  });
});

describe('a mistake found after the closing', () => {
  const penjelasan = 'Kuitansi bulan Mei tertukar dengan bulan April';
  const note = (by: Person, more: { bulan?: string; nomor?: number | null } = {}) =>
    by.call(proposeClosingVersion, { body: { bulan: '2026-05', penjelasan, ...more } });

  test('is a new version with two names beside the first, which stays', async () => {
    await closeMay();
    const [before] = (await closings()).data;
    const nomor = 3;
    await app.given.expense({ by: admin, tanggal: '2026-07-14', jumlah: 1_000, judul: 'Koreksi Mei' });
    await note(admin, { nomor });
    const proposal = await onlyProposal(ketua);
    expect(proposal.isi).toEqual([
      { label: 'Bulan', nilai: 'Mei 2026' },
      { label: 'Versi', nilai: '2' },
      { label: 'Penjelasan', nilai: penjelasan },
      { label: 'Transaksi pembetulan', nilai: 'Nomor 3: Koreksi Mei, 14 Juli 2026, -Rp 1.000' },
    ]);
    await decide(ketua, proposal);
    for (const _ of ['third', 'fourth']) {
      await note(ketua);
      await decide(admin, await onlyProposal(ketua));
    }
    const [after] = (await closings()).data as [Closing];
    expect(after).toEqual({ ...before, versi: after.versi });
    expect(after.versi).toMatchObject([
      { versi: 2, penjelasan, nomor, disusun_oleh_nama: 'Admin', disetujui_oleh_nama: 'Ketua' },
      { versi: 3, penjelasan, nomor: null, disusun_oleh_nama: 'Ketua', disetujui_oleh_nama: 'Admin' },
      { versi: 4, sendiri: false },
    ]);
  });

  test('of two closed months belongs to its own, as entries and proposals do', async () => {
    await closeMay();
    for (const tanggal of ['2026-06-01', '2026-06-30', '2026-07-01'])
      await app.given.expense({ by: admin, tanggal, jumlah: 10_000 });
    const { berikutnya } = await closings(admin);
    expect(berikutnya).toMatchObject({ bulan: '2026-06', ringkasan: { banyak: 2 }, usulan: null });
    await propose(admin, 50_000, { bulan: '2026-06' });
    await decide(ketua, await onlyProposal(ketua));
    for (const bulan of ['2026-06', '2026-05']) {
      await note(admin, { bulan });
      await decide(ketua, await onlyProposal(ketua));
    }
    expect((await closings()).data).toMatchObject([
      { bulan: '2026-06', ringkasan: { banyak: 2, saldo_awal: 70_000 }, versi: [{ versi: 2 }] },
      { bulan: '2026-05', ringkasan: { banyak: 2, saldo_awal: 0 }, versi: [{ versi: 2 }] },
    ]);
  });

  test('is refused for a month that is not closed, and with an entry of before', async () => {
    expect((await note(admin)).status).toBe(404);
    await closeMay();
    expect((await note(admin, { bulan: '2026-06' })).status).toBe(404);
    for (const nomor of [1, 2, 999]) {
      const { status, refusal } = await note(admin, { nomor });
      expect([status, Object.keys(refusal?.errors ?? {})]).toEqual([422, ['nomor']]);
    }
    expect((await ketua.call(listApprovals, { query: { status: 'menunggu' } })).body.data).toEqual([]);
  });
});
