/** Quota of photos and documents, and the warning before it is reached. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerComplaint, createComplaint } from '../../contract/complaints.ts';
import { ketuaDashboard } from '../../contract/dashboard.ts';
import { uploadDocument } from '../../contract/documents.ts';
import { addExpense } from '../../contract/expenses.ts';
import { listNotifications } from '../../contract/notifications.ts';
import { recordPayment, uploadPaymentWarga } from '../../contract/payments.ts';
import { createPost } from '../../contract/posts.ts';
import { updateProfileWarga } from '../../contract/profile.ts';
import { startBackground } from '../operations/background.ts';
import { makeApp, startOfTests, type TestApp } from '../testing/app.ts';
import { eventually } from '../testing/eventually.ts';
import type { Person } from '../testing/people.ts';
import { photo, pictures } from '../testing/pictures.ts';
import { refusedLeavingNothing } from '../testing/traces.ts';

const megabyte = 1_048_576;

let app: TestApp;
let siti: Person;
let ketua: Person;
let admin: Person;
beforeAll(async () => {
  app = await makeApp({ FILE_QUOTA_MB: '1', BACKUP_KEEP: '0' });
  siti = await app.as.warga('A1');
  ketua = await app.as.ketua();
  admin = await app.as.admin();
});
afterAll(() => app.close());

function addDocument(bytes: number) {
  const content = Buffer.alloc(bytes, '%PDF-1.7\n');
  const file = new File([new Uint8Array(content)], 'a.pdf', { type: 'application/pdf' });
  return admin.call(uploadDocument, { body: { judul: 'Peraturan' }, files: { file } });
}
const room = async () => (await ketua.call(ketuaDashboard)).body.data.penyimpanan;
const warnings = async () =>
  (await ketua.call(listNotifications, {})).body.data.filter(({ jenis }) => jenis === 'storage-scarce');
const complaint = { judul: 'Lampu', kategori: 'infrastruktur', deskripsi: 'Padam' } as const;

async function spendDay(day: number): Promise<void> {
  const now = new Date(Date.parse(startOfTests) + day * 24 * 60 * 60 * 1_000).toISOString();
  app.clock.set(now);
  const stop = startBackground(app.context, 20);
  await eventually(async () => {
    const { selesai } = await app.context.db
      .selectFrom('jobs')
      .select('selesai')
      .where('nama', '=', 'clean-up')
      .executeTakeFirstOrThrow();
    expect(selesai).toBe(now);
  });
  await stop();
}

test('from 80 % on the dashboard warns the ketua, and a notification is sent once a week', async () => {
  expect((await addDocument(0.7 * megabyte)).status).toBe(201);
  expect(await room()).toBeNull();
  await spendDay(0);
  expect(await warnings()).toEqual([]);
  expect((await addDocument(0.1 * megabyte)).status).toBe(201);
  expect(await room()).toEqual({ terpakai: expect.any(Number) as number, kuota: megabyte });
  for (const [day, told] of [
    [1, 1],
    [2, 1],
    [9, 2],
  ] as const) {
    await spendDay(day);
    expect(await warnings()).toHaveLength(told);
  }
  expect((await warnings())[0]).toMatchObject({
    judul: 'Penyimpanan Hampir Penuh',
    pesan: expect.stringMatching(/^Foto dan dokumen memakai .* dari 1,00 MB\. Bila penuh/) as string,
    halaman: 'dashboard',
  });
  app.clock.set(startOfTests);
});

test('beyond it photos and documents are refused without traces', async () => {
  expect((await addDocument(0.15 * megabyte)).status).toBe(201);
  const { id } = (await siti.call(createComplaint, { body: complaint })).body;
  const foto = await photo();
  const foto_profile = `data:image/jpeg;base64,${(await pictures.jpeg()).toString('base64')}`;
  const beyond: (() => Promise<{ status: number; refusal: { code: string; message: string } }>)[] = [
    () => addDocument(0.1 * megabyte),
    () => siti.call(createPost, { body: { konten: 'Kabar' }, files: { foto } }),
    () => siti.call(createComplaint, { body: complaint, files: { foto } }),
    () =>
      ketua.call(answerComplaint, {
        params: { id },
        body: { status: 'proses' },
        files: { foto_jawaban: foto },
      }),
    () => siti.call(updateProfileWarga, { body: { nama: 'Siti', email: siti.email, foto_profile } }),
  ];
  for (const send of beyond) {
    const { refusal } = await refusedLeavingNothing(app, send, 413);
    expect(refusal).toMatchObject({
      code: 'file_quota_reached',
      message:
        'Ruang untuk foto dan dokumen sudah penuh. Silakan kirim tanpa foto atau hubungi ketua; bukti pembayaran tetap dapat dikirim.',
    });
  }
});

test('beyond it texts and proofs are accepted', async () => {
  expect((await siti.call(createPost, { body: { konten: 'Kabar' } })).status).toBe(201);
  const july = { tahun: 2026, bulan: 7 };
  const proof = { bukti_transfer: await photo() };
  expect((await siti.call(uploadPaymentWarga, { body: july, files: proof })).status).toBe(201);
  const budi = await app.as.warga('A2');
  const paid = { ...july, user_id: budi.id, jumlah: 100_000 };
  expect((await admin.call(recordPayment, { body: paid, files: proof })).status).toBe(201);
  const bought = {
    ...july,
    jumlah: 50_000,
    judul: 'Lampu',
    deskripsi: 'Baru',
    tanggal_digunakan: '2026-07-15',
  };
  const spent = await admin.call(addExpense, { body: bought, files: { foto: await photo() } });
  expect(spent.status).toBe(201);
});
