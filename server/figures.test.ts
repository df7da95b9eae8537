/** After random concurrent changes, all aggregate figures equal those computed from single rows. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as complaints from '../contract/complaints.ts';
import * as documents from '../contract/documents.ts';
import * as expenses from '../contract/expenses.ts';
import { changeAccount } from '../contract/officers.ts';
import * as payments from '../contract/payments.ts';
import { createPost, deletePost } from '../contract/posts.ts';
import { changeResident, createResident, deleteResident } from '../contract/residents.ts';
import { makeRandom, type Random } from './demo/random.ts';
import { checkEstate } from './operations/doctor/check-estate.ts';
import { makeApp, type TestApp } from './testing/app.ts';
import { counted, shown } from './testing/figures.ts';
import type { Person } from './testing/people.ts';
import { photo } from './testing/pictures.ts';

let app: TestApp;
let ketua: Person;
let admin: Person;
let coordinators: Person[];
let residents: Person[];
beforeEach(async () => {
  app = await makeApp();
  [ketua, admin] = [await app.as.ketua(), await app.as.admin()];
  coordinators = [await app.as.koordinator('A'), await app.as.koordinator('B')];
  residents = await Promise.all(
    ['A1', 'A2', 'A2-1', 'B1', 'B2', 'C1', 'C2', 'P1'].map((blok) => app.as.warga(blok)),
  );
});
afterEach(() => app.close());

const houses = ['A1', 'A3', 'B1', 'B4', 'C1', 'D1', 'P2'] as const;
const pdf = () =>
  new File(['%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'], 'a.pdf');
const known = { payments: 1, expenses: 1, complaints: 1, posts: 1, documents: 1, people: 12 };

/** Possible next actions; the status says whether the action was possible. */
function deeds(random: Random): (() => Promise<{ status: number; body: object }>)[] {
  const { between, pick } = random;
  const officer = pick([ketua, admin]);
  const resident = pick(residents);
  const staff = pick([ketua, admin, ...coordinators]);
  const one = (what: keyof typeof known) => ({ id: between(1, known[what]) });
  const person = { id: between(5, known.people) };
  const month = { tahun: between(2025, 2026), bulan: between(1, 12) };
  const proof = async () => ({ bukti_transfer: await photo() });
  const account = () => ({
    nama: 'Baru',
    email: `baru.${random.word()}@contoh.id`,
    password: 'mangga-muda-7',
  });
  return [
    async () => resident.call(payments.uploadPaymentWarga, { body: month, files: await proof() }),
    async () => resident.call(payments.uploadPaymentWarga, { body: month, files: await proof() }),
    async () => {
      const body = { ...month, user_id: person.id, jumlah: between(1, 9) * 25_000 };
      return staff.call(payments.recordPayment, { body, files: await proof() });
    },
    ...Array.from({ length: 3 }, () => () => {
      const status = random.chance(0.7) ? ('dikonfirmasi' as const) : ('ditolak' as const);
      return staff.call(payments.reviewPayment, { params: one('payments'), body: { status } });
    }),
    () => resident.call(payments.deletePaymentWarga, { params: one('payments') }),
    async () => {
      const spent = { ...month, jumlah: between(1, 90) * 1_000, judul: 'Sapu', deskripsi: 'Untuk taman' };
      const body = { ...spent, tanggal_digunakan: `2026-0${between(1, 9)}-11` };
      return officer.call(expenses.addExpense, { body, files: { foto: await photo() } });
    },
    () => officer.call(expenses.deleteExpense, { params: one('expenses') }),
    () => officer.call(createResident, { body: { ...account(), blok: pick(houses) } }),
    () => officer.call(changeResident, { params: person, body: { blok: pick(houses) } }),
    () =>
      ketua.call(changeAccount, { params: person, body: { status: pick(['active', 'inactive'] as const) } }),
    () => ketua.call(changeAccount, { params: person, body: { jenis: pick(['warga', 'admin'] as const) } }),
    () => officer.call(deleteResident, { params: person }),
    () => {
      const kategori = pick(complaints.complaintCategories);
      return resident.call(complaints.createComplaint, {
        body: { judul: 'Lampu', kategori, deskripsi: 'Padam' },
      });
    },
    () => {
      const body = { status: pick(complaints.complaintStatuses) };
      return staff.call(complaints.answerComplaint, { params: one('complaints'), body });
    },
    () => staff.call(complaints.deleteComplaint, { params: one('complaints') }),
    () => resident.call(createPost, { body: { konten: 'Halo' } }),
    () => officer.call(deletePost, { params: one('posts') }),
    () =>
      officer.call(documents.uploadDocument, {
        body: { judul: 'Surat', kategori: pick(documents.documentCategories) },
        files: { file: pdf() },
      }),
    () =>
      officer.call(documents.changeDocument, {
        params: one('documents'),
        body: { judul: 'Surat', kategori: pick(documents.documentCategories) },
      }),
    () => officer.call(documents.deleteDocument, { params: one('documents') }),
  ];
}

async function act(random: Random): Promise<number> {
  const { status } = await random.pick(deeds(random))();
  for (const what of Object.keys(known) as (keyof typeof known)[]) known[what] += random.chance(0.12) ? 1 : 0;
  return status;
}

async function expectRightFigures() {
  expect(await shown(app, coordinators)).toEqual(await counted(app, coordinators));
  const { violations } = await checkEstate(app.context);
  expect(violations.filter(({ invariant }) => invariant === 'sum' || invariant === 'balance')).toEqual([]);
}

test('figures equal the rows after sequential random changes around month boundaries', async () => {
  const random = makeRandom('figures');
  const statuses: number[] = [];
  for (const instant of [
    '2025-12-31T16:59:59.999Z',
    '2025-12-31T17:00:00.000Z',
    '2026-03-31T17:00:00.000Z',
    '2026-05-12T08:00:00.000Z',
    '2026-06-30T16:59:00.000Z',
    '2026-07-15T03:00:00.000Z',
  ]) {
    app.clock.set(instant);
    for (let count = 0; count < 30; count += 1) statuses.push(await act(random));
    await expectRightFigures();
  }
  expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(60);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
});

test('figures equal the rows after concurrent random changes of twelve people, without deadlocks', async () => {
  const hands = Array.from({ length: 12 }, (_, hand) => makeRandom(`hand ${hand}`));
  const statuses = await Promise.all(
    hands.map(async (random) => {
      const own: number[] = [];
      for (let count = 0; count < 25; count += 1) own.push(await act(random));
      return own;
    }),
  );
  expect(statuses.flat().filter((status) => status >= 500)).toEqual([]);
  await expectRightFigures();
});
