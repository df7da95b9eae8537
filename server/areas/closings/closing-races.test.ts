/** A month is closed while others book, reverse and change dues: whichever comes first, the signed figures are the book's. */
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reverseEntry } from '../../../contract/book.ts';
import { listClosings, proposeClosing } from '../../../contract/closings.ts';
import { addExpense } from '../../../contract/expenses.ts';
import { reviewPayment } from '../../../contract/payments.ts';
import { changeSettings } from '../../../contract/settings.ts';
import { type Db, openDatabase } from '../../database/open.ts';
import { makeBackup } from '../../operations/backup/make-backup.ts';
import { restoreBackup } from '../../operations/backup/restore-backup.ts';
import { findViolations } from '../../operations/doctor/find-violations.ts';
import { openStorage } from '../../storage/open.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { type Person, password } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { makePlace } from '../../testing/places.ts';
import { decide, onlyProposal, openProposals } from '../../testing/proposals.ts';
import { summarizeMonth } from './summarize-month.ts';

let app: TestApp;
let ketua: Person;
let admin: Person;
let siti: Person;
beforeEach(async () => {
  app = await makeApp();
  [ketua, admin, siti] = [await app.as.ketua(), await app.as.admin(), await app.as.warga('A1-1')];
});
afterEach(() => app.close());

const alasan = 'Uang kembalian belanja tidak tercatat';
const proposeMonth = async (bulan: string) => {
  const { status } = await admin.call(proposeClosing, {
    body: { bulan, akun: [{ akun_id: 1, jumlah: 70_000 }], alasan },
  });
  expect(status).toBe(200);
};

const spendIn = (bulan: string, foto: File) =>
  admin.call(addExpense, {
    body: {
      tahun: 2026,
      bulan: Number(bulan.slice(5)),
      jumlah: 5_000,
      judul: 'Cat',
      deskripsi: 'Cat pagar',
      tanggal_digunakan: `${bulan}-20`,
    },
    files: { foto },
  });

async function expectSignedFiguresAreTheBook() {
  const { data } = (await siti.call(listClosings)).body;
  for (const { bulan, ringkasan, entri_terakhir } of data) {
    const { alasan: _, akun, ...signed } = ringkasan;
    const { akun: now, ...book } = await summarizeMonth(app.context.db, bulan);
    expect(signed).toEqual(book);
    expect(akun.map(({ akun_id, dihitung }) => [akun_id, dihitung])).toEqual(
      now.map(({ akun_id, saldo }) => [akun_id, saldo]),
    );
    expect(entri_terakhir).toBeGreaterThanOrEqual(book.nomor_terakhir ?? 0);
  }
  const { violations } = await findViolations(app.context);
  expect(violations.filter(({ invariant }) => invariant !== 'audited')).toEqual([]);
  return data.length;
}

test('closing and expenses of that month at once: the month closes without them, or waits for who reads it anew', async () => {
  await app.given.expense({ by: admin, tanggal: '2026-01-05', jumlah: 1_000 });
  const foto = await photo();
  let closed = 0;
  for (const month of ['01', '02', '03', '04', '05', '06']) {
    const bulan = `2026-${month}`;
    await proposeMonth(bulan);
    const proposal = await onlyProposal(ketua);
    const spend = () => spendIn(bulan, foto);
    const [decision, ...spent] = await Promise.all([
      decide(ketua, proposal),
      ...Array.from({ length: 4 }, spend),
    ]);
    const refused = spent.filter(({ refusal }) => refusal?.code === 'month_closed').length;
    if (decision.status === 200) expect(refused).toBeGreaterThan(0);
    else {
      expect([decision.refusal?.code, refused]).toEqual(['approval_changed', 0]);
      const now = await onlyProposal(ketua);
      expect((await decide(ketua, now)).status).toBe(200);
    }
    closed += 1;
    expect(await expectSignedFiguresAreTheBook()).toBe(closed);
  }
});

test('closing a month while entries of it are reversed and its payments confirmed: all of it goes into this month', async () => {
  app.clock.set('2026-05-10T03:00:00.000Z');
  await app.given.payment({ of: siti, bulan: 5, status: 'dikonfirmasi' });
  const late = await app.given.payment({ of: siti, bulan: 4 });
  await app.given.expense({ by: admin, tanggal: '2026-05-12', jumlah: 30_000 });
  app.clock.set('2026-07-15T03:00:00.000Z');
  for (const nomor of [1, 2]) await admin.call(reverseEntry, { body: { nomor, alasan } });
  await proposeMonth('2026-05');
  const proposals = await openProposals(ketua);
  const answers = await Promise.all([
    ...proposals.map((proposal) => decide(ketua, proposal)),
    ketua.call(reviewPayment, { params: { id: late }, body: { status: 'dikonfirmasi' } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await expectSignedFiguresAreTheBook()).toBe(1);
  const { db } = app.context;
  const days = await db.selectFrom('kas_entri').select('tanggal').orderBy('nomor').execute();
  expect(days.map(({ tanggal }) => tanggal.slice(0, 7))).toEqual([
    '2026-05',
    '2026-05',
    ...Array(3).fill('2026-07'),
  ]);
});

test('closing a month while the dues change: both happen, and neither waits for the other for ever', async () => {
  await app.given.expense({ by: admin, tanggal: '2026-06-05', jumlah: 1_000 });
  await proposeMonth('2026-06');
  const proposal = await onlyProposal(ketua);
  const answers = await Promise.all([
    decide(ketua, proposal),
    ...[1, 2, 3].map((index) =>
      ketua.call(changeSettings, { body: { duesAmount: 100_000 + index, password } }),
    ),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await expectSignedFiguresAreTheBook()).toBe(1);
});

test('a closed month is the same after backup and restore, and stays closed', async () => {
  await spendIn('2026-06', await photo());
  await proposeMonth('2026-06');
  await decide(ketua, await onlyProposal(ketua));
  const place = await makePlace();
  const { path } = await makeBackup(app.context, place.config.dataDir);
  await restoreBackup(place.config, openStorage(place.config.storage), path, { evenUnproven: true });
  const restored = openDatabase(place.config);
  const closedMonths = (db: Db) => db.selectFrom('tutup_buku').selectAll().execute();
  expect(await closedMonths(restored.read)).toEqual(await closedMonths(app.context.db));
  const late = sql`INSERT INTO kas_entri
    (nomor, tanggal, akun_id, dana_id, jumlah, jenis, kategori, keterangan, dibuat_pada)
    VALUES (9, '2026-06-30', 1, 1, 500, 'penerimaan', '', 'Sumbangan', '2026-07-15T03:00:00.000Z')`;
  await expect(late.execute(restored.writer)).rejects.toThrow('the month is closed');
  await restored.close();
  await place.clear();
});
