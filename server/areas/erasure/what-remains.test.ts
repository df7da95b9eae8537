/** Where the personal data of somebody who left may lie besides their account, their payments and their texts. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { decideApproval, listApprovals } from '../../../contract/approvals.ts';
import { reverseEntry } from '../../../contract/book.ts';
import {
  answerComplaint,
  type ComplaintStatus,
  changeComplaint,
  createComplaint,
  deleteComplaint,
  listComplaints,
} from '../../../contract/complaints.ts';
import { adminDashboard } from '../../../contract/dashboard.ts';
import { deleteDocument, listDocuments, uploadDocument } from '../../../contract/documents.ts';
import { eraseAccount } from '../../../contract/erasure.ts';
import { addExpense } from '../../../contract/expenses.ts';
import { addIncome } from '../../../contract/income.ts';
import { listNotifications } from '../../../contract/notifications.ts';
import { changeAccount } from '../../../contract/officers.ts';
import { recordPayment, uploadPaymentWarga } from '../../../contract/payments.ts';
import { createPost } from '../../../contract/posts.ts';
import { createResident, deleteResident } from '../../../contract/residents.ts';
import { proposeWaiver } from '../../../contract/waivers.ts';
import { findViolations } from '../../operations/doctor/find-violations.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { callsTo, type Person, password } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { dump } from '../../testing/places.ts';

let app: TestApp;
let [ketua, admin, siti] = [] as unknown as [Person, Person, Person];
beforeEach(async () => {
  app = await makeApp();
  [ketua, admin] = [await app.as.ketua(), await app.as.admin()];
  siti = await app.as.warga('A1', { nama: 'Siti Zulaikha' });
});
afterEach(() => app.close());

async function erase({ id }: Pick<Person, 'id'>) {
  expect((await ketua.call(deleteResident, { params: { id } })).status).toBe(200);
  expect((await ketua.call(eraseAccount, { params: { id }, body: { password } })).status).toBe(200);
}
const remaining = async (...words: string[]) => {
  const text = JSON.stringify((await dump(app.context.config)).rows);
  return words.filter((word) => text.includes(word));
};
const isWhole = async () => expect((await findViolations(app.context)).violations).toEqual([]);

test('photos that were replaced or removed go, too', async () => {
  const body = { judul: 'Atap', kategori: 'lainnya', deskripsi: 'Bocor' } as const;
  const files = async () => ({ foto: await photo() });
  const { id } = (await siti.call(createComplaint, { body, files: await files() })).body;
  await siti.call(changeComplaint, { params: { id }, body: {}, files: await files() });
  await siti.call(changeComplaint, { params: { id }, body: { hapus_foto: '1' }, files: {} });
  expect((await dump(app.context.config)).rows.files).toHaveLength(2);
  await erase(siti);
  expect((await dump(app.context.config)).rows.files).toEqual([]);
  await isWhole();
});

test('open complaints, of which no word is left, are closed; answers of staff stay', async () => {
  const complain = async (status: ComplaintStatus, jawaban?: string) => {
    const body = { judul: 'Atap', kategori: 'lainnya', deskripsi: 'Bocor' } as const;
    const { id } = (await siti.call(createComplaint, { body })).body;
    await admin.call(answerComplaint, { params: { id }, body: { status, jawaban } });
  };
  await complain('pending');
  await complain('proses', 'Tukang datang Senin.');
  await complain('selesai');
  await erase(siti);
  const { data } = (await admin.call(listComplaints)).body;
  expect(data.map(({ judul, status, jawaban }) => [judul, status, jawaban])).toEqual([
    ['(dihapus)', 'selesai', null],
    ['(dihapus)', 'ditolak', 'Tukang datang Senin.'],
    ['(dihapus)', 'ditolak', 'Ditutup karena data warga ini dihapus.'],
  ]);
  expect((await admin.call(adminDashboard)).body.data.aduanPending).toBe(0);
  await isWhole();
});

test('why a proposal about them was refused names nobody', async () => {
  const bulan = 7;
  const payment = { user_id: siti.id, tahun: 2026, bulan, jumlah: 100_000, metode: 'tunai' } as const;
  await admin.call(recordPayment, { body: payment, files: {} });
  const refuse = async (alasan: string) => {
    const [open] = (await ketua.call(listApprovals, { query: { status: 'menunggu' } })).body.data;
    const { id = 0, sidik = '' } = open ?? {};
    const decided = await ketua.call(decideApproval, {
      params: { id },
      body: { keputusan: 'tolak', sidik, alasan },
    });
    expect(decided.body.data.keputusan).toBe('tolak');
  };
  app.clock.set('2026-08-03T03:00:00.000Z');
  const reversal = { nomor: 1, alasan: 'Siti Zulaikha belum membayar' };
  expect((await admin.call(reverseEntry, { body: reversal })).body.data.nomor).toBeNull();
  await refuse('Siti Zulaikha memang membayar');
  const waiver = { user_id: siti.id, bulan: ['2026-08'], keterangan: 'Pindah' };
  const proposed = await admin.call(proposeWaiver, { body: { ...waiver, sebab: 'lain' } });
  expect(proposed.status).toBe(200);
  await refuse('Rumah Siti Zulaikha masih dihuni');
  await erase(siti);
  expect(await remaining('Zulaikha')).toEqual([]);
  const decided = (await ketua.call(listApprovals)).body.data;
  expect(decided.map(({ alasan }) => alasan)).toEqual([null, 'Warga terhapus memang membayar']);
  await isWhole();
});

test('kept answers to others know them no more', async () => {
  const key = () => crypto.randomUUID();
  const made = {
    nama: 'Umar Bakri',
    email: 'umar@contoh.id',
    no_hp: '081299998888',
    blok: 'A2',
    password: 'rahasia-umar',
  };
  const { id } = (await callsTo(app.url, ketua.token, key())(createResident, { body: made })).body;
  const payment = { user_id: id, tahun: 2026, bulan: 7, jumlah: 100_000, metode: 'tunai' } as const;
  const paid = await callsTo(app.url, admin.token, key())(recordPayment, { body: payment, files: {} });
  expect(paid.body.data).toMatchObject({ nama: 'Umar Bakri', no_hp: '081299998888' });
  await erase({ id });
  expect(await remaining('Umar', 'umar@', '081299998888')).toEqual([]);
});

test('a former coordinator, who must have a house, is erased like anybody else', async () => {
  const joko = await app.as.person('koordinator_perblok', { nama: 'Joko Widagdo', blok: 'A77-7' });
  await ketua.call(changeAccount, { params: { id: joko.id }, body: { status: 'inactive' } });
  const erased = await ketua.call(eraseAccount, { params: { id: joko.id }, body: { password } });
  expect(erased.status).toBe(200);
  expect(await remaining('Widagdo', joko.email, 'A77-7')).toEqual([]);
  await isWhole();
});

test('the log of what a former admin spent, received and uploaded names them no more', async () => {
  const rahmat = await app.as.admin('Rahmat Widagdo');
  const file = new File(['%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n%%EOF\n'], 'Tata.pdf');
  const spent = { tahun: 2026, bulan: 7, jumlah: 50_000, judul: 'Sapu', deskripsi: 'Untuk taman' };
  const tanggal_digunakan = '2026-07-10';
  const answers = [
    await rahmat.call(addExpense, { body: { ...spent, tanggal_digunakan }, files: { foto: await photo() } }),
    await rahmat.call(addIncome, {
      body: { judul: 'Sewa balai', kategori: 'sewa', jumlah: 75_000, tanggal: tanggal_digunakan },
      files: {},
    }),
    await rahmat.call(uploadDocument, { body: { judul: 'Tata tertib' }, files: { file } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  const [document] = (await ketua.call(listDocuments)).body.data;
  await ketua.call(deleteDocument, { params: { id: document?.id ?? 0 } });
  await ketua.call(changeAccount, { params: { id: rahmat.id }, body: { status: 'inactive' } });
  await ketua.call(eraseAccount, { params: { id: rahmat.id }, body: { password } });
  expect(await remaining('Widagdo')).toEqual([]);
  await isWhole();
});

test('the log of complaints that a former admin answered names them no more', async () => {
  const rahmat = await app.as.admin('Rahmat Widagdo');
  const body = { judul: 'Atap', kategori: 'lainnya', deskripsi: 'Bocor' } as const;
  const { id } = (await siti.call(createComplaint, { body })).body;
  await rahmat.call(answerComplaint, { params: { id }, body: { status: 'proses', jawaban: 'Senin' } });
  await siti.call(changeComplaint, { params: { id }, body: { judul: 'Atap teras' } });
  await siti.call(deleteComplaint, { params: { id } });
  await ketua.call(changeAccount, { params: { id: rahmat.id }, body: { status: 'inactive' } });
  await ketua.call(eraseAccount, { params: { id: rahmat.id }, body: { password } });
  expect(await remaining('Widagdo')).toEqual([]);
  await isWhole();
});

test('entries of 0.5.0 that name who answered a complaint lose that name, and keep the complaint', async () => {
  const rahmat = await app.as.admin('Rahmat Widagdo');
  const body = { judul: 'Atap', kategori: 'lainnya', deskripsi: 'Bocor' } as const;
  const { id } = (await siti.call(createComplaint, { body })).body;
  await rahmat.call(answerComplaint, { params: { id }, body: { status: 'proses', jawaban: 'Senin' } });
  await app.context.write('system', async (tx) => {
    const sebelum = { judul: 'Atap', nama_admin: 'Rahmat Widagdo', nama_user: 'Siti Zulaikha' };
    await tx.audit('complaint.changed', 'complaints', id, {
      sebelum,
      sesudah: { ...sebelum, judul: 'Genteng' },
    });
  });
  await admin.call(answerComplaint, { params: { id }, body: { status: 'selesai', jawaban: 'Sudah' } });
  await ketua.call(changeAccount, { params: { id: rahmat.id }, body: { status: 'inactive' } });
  await ketua.call(eraseAccount, { params: { id: rahmat.id }, body: { password } });
  expect(await remaining('Widagdo', 'Genteng')).toEqual(['Genteng']);
  await isWhole();
  await erase(siti);
  expect(await remaining('Zulaikha', 'Genteng')).toEqual([]);
  await isWhole();
});

test('notifications about what a namesake did stay as they were', async () => {
  const namesake = await app.as.warga('A9', { nama: siti.nama });
  for (const [minute, person] of [namesake, siti, namesake].entries()) {
    app.clock.set(new Date(app.clock.now.getTime() + 60_000).toISOString());
    const judul = `Bising ${minute}`;
    await person.call(createComplaint, { body: { judul, kategori: 'lainnya', deskripsi: 'Malam' } });
  }
  await namesake.call(uploadPaymentWarga, {
    body: { tahun: 2026, bulan: 7 },
    files: { bukti_transfer: await photo() },
  });
  await namesake.call(createPost, { body: { konten: 'Kerja bakti' } });
  await erase(siti);
  const told = (await ketua.call(listNotifications)).body.data.map(({ pesan }) => pesan);
  expect(told).toEqual([
    'Siti Zulaikha membuat postingan baru.',
    'Siti Zulaikha mengirim bukti pembayaran Juli 2026.',
    'Siti Zulaikha mengirim aduan "Bising 2".',
    'Warga terhapus mengirim aduan "(dihapus)".',
    'Siti Zulaikha mengirim aduan "Bising 0".',
  ]);
});
