import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { answerComplaint, createComplaint } from '../../../contract/complaints.ts';
import { deleteDocument, uploadDocument } from '../../../contract/documents.ts';
import { deleteExpense } from '../../../contract/expenses.ts';
import {
  deletePaymentWarga,
  recordPayment,
  reviewPayment,
  uploadPaymentWarga,
} from '../../../contract/payments.ts';
import { changeProfileWarga, updateProfileWarga } from '../../../contract/profile.ts';
import { changeResident, deleteResident } from '../../../contract/residents.ts';
import { changeSettings } from '../../../contract/settings.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { onPostgres } from '../../testing/databases.ts';
import { type Person, password } from '../../testing/people.ts';
import { photo, pictures } from '../../testing/pictures.ts';

let app: TestApp;
let ketua: Person;
beforeAll(async () => {
  app = await makeApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ketua = await app.as.ketua();
});

const audited = async () => (await ketua.call(listAudit)).body.data;

describe('the log', () => {
  test('is read by the ketua alone', async () => {
    for (const person of [await app.as.admin(), await app.as.koordinator(), await app.as.warga()]) {
      expect(await person.call(listAudit)).toMatchObject({ status: 403, refusal: { code: 'forbidden' } });
    }
    expect((await app.as.nobody.call(listAudit)).status).toBe(401);
  });

  test('contains author, action, and state before and after for each step of a payment', async () => {
    const [payer, admin] = [await app.as.warga('A1'), await app.as.admin()];
    const body = { tahun: 2026, bulan: 7 };
    const uploaded = await payer.call(uploadPaymentWarga, { body, files: { bukti_transfer: await photo() } });
    const { id } = uploaded.body;
    await admin.call(reviewPayment, { params: { id }, body: { status: 'ditolak', catatan: 'Buram' } });
    await payer.call(deletePaymentWarga, { params: { id } });
    const recorded = await admin.call(recordPayment, {
      body: { ...body, user_id: payer.id, jumlah: 90_000 },
      files: { bukti_transfer: await photo() },
    });
    const [last, third, second, first] = await audited();
    expect(first).toMatchObject({
      aksi: 'payment.uploaded',
      user_id: payer.id,
      nama: 'Warga A1',
      entitas: 'payments',
      entitas_id: id,
      perihal: 'Warga A1 · Juli 2026',
      sebelum: null,
      sesudah: { ...body, jumlah: 100_000, status: 'menunggu_konfirmasi' },
    });
    expect(second).toMatchObject({
      aksi: 'payment.rejected',
      user_id: admin.id,
      entitas_id: id,
      sebelum: { status: 'menunggu_konfirmasi' },
      sesudah: { status: 'ditolak', catatan: 'Buram' },
    });
    expect(third).toMatchObject({
      aksi: 'payment.withdrawn',
      user_id: payer.id,
      entitas_id: id,
      sebelum: { status: 'ditolak', catatan: 'Buram' },
    });
    expect(last).toMatchObject({
      aksi: 'payment.recorded',
      user_id: admin.id,
      entitas_id: recorded.body.id,
      sesudah: { ...body, user_id: payer.id, jumlah: 90_000, status: 'dikonfirmasi' },
    });
  });

  test('names the record of an entry, also a deleted one', async () => {
    const [gone, admin] = [await app.as.warga('P1', { nama: 'Pak Tono' }), await app.as.admin()];
    await ketua.call(deleteResident, { params: { id: gone.id } });
    const body = { judul: 'Lampu mati', kategori: 'keamanan' as const, deskripsi: 'Depan P2.' };
    const complaint = (await admin.call(createComplaint, { body })).body.id;
    await ketua.call(answerComplaint, { params: { id: complaint }, body: { status: 'proses' } });
    const expense = await app.given.expense({ by: admin, judul: 'Cat pagar' });
    await ketua.call(deleteExpense, { params: { id: expense } });
    const letter = {
      body: { judul: 'Surat edaran' },
      files: { file: new File(['%PDF-1.4\n%%EOF\n'], 'surat.pdf') },
    };
    const { id } = (await admin.call(uploadDocument, letter)).body.data;
    await ketua.call(deleteDocument, { params: { id } });
    const [fourth, , third, second, first] = await audited();
    expect(first).toMatchObject({ aksi: 'account.deleted', perihal: 'Pak Tono' });
    expect(second).toMatchObject({ aksi: 'complaint.answered', perihal: 'Lampu mati' });
    expect(third).toMatchObject({ aksi: 'expense.deleted', perihal: 'Cat pagar' });
    expect(fourth).toMatchObject({ aksi: 'document.deleted', perihal: 'Surat edaran' });
  });

  test('filters by subject, page by page', async () => {
    const [admin, siti] = [await app.as.admin(), await app.as.warga('A7')];
    const expenses: number[] = [];
    for (const judul of ['Cat', 'Sapu', 'Pasir']) {
      const id = await app.given.expense({ by: admin, judul });
      await ketua.call(deleteExpense, { params: { id } });
      await ketua.call(changeResident, { params: { id: siti.id }, body: { nama: `Siti ${judul}` } });
      expenses.unshift(id);
    }
    const read = async (cursor?: string) =>
      (await ketua.call(listAudit, { query: { entitas: 'expenses', limit: 2, cursor } })).body;
    const first = await read();
    const second = await read(first.nextCursor ?? '');
    const found = [...first.data, ...second.data];
    expect(found.slice(0, 3).map(({ entitas_id }) => entitas_id)).toEqual(expenses);
    expect(new Set(found.map(({ entitas }) => entitas))).toEqual(new Set(['expenses']));
    const unknown = { query: { entitas: 'sessions' as never } };
    expect(await ketua.call(listAudit, unknown)).toMatchObject({
      status: 422,
      refusal: { errors: { entitas: 'Perihal tidak valid' } },
    });
  });

  test('filters by author and subject, page by page', async () => {
    const [wati, budi] = [await app.as.admin('Bu Wati'), await app.as.admin('Pak Budi')];
    const siti = await app.as.warga('A8');
    const answer = async (by: Person, judul: string) => {
      const body = { judul, kategori: 'keamanan' as const, deskripsi: 'Depan A8.' };
      const { id } = (await siti.call(createComplaint, { body })).body;
      await by.call(answerComplaint, { params: { id }, body: { status: 'proses' } });
    };
    for (const judul of ['Lampu', 'Selokan', 'Pagar']) {
      await answer(budi, `${judul} taman`);
      await answer(wati, judul);
      await wati.call(changeResident, { params: { id: siti.id }, body: { nama: `Siti ${judul}` } });
    }
    const read = async (query: object) => (await ketua.call(listAudit, { query })).body;
    const byWati = { user_id: wati.id, limit: 4 };
    const first = await read(byWati);
    const second = await read({ ...byWati, cursor: first.nextCursor ?? '' });
    const found = [...first.data, ...second.data];
    expect(found).toHaveLength(6);
    expect(new Set(found.map(({ nama }) => nama))).toEqual(new Set(['Bu Wati']));
    const answered = await read({ ...byWati, entitas: 'complaints' });
    expect(answered.data.map(({ perihal }) => perihal)).toEqual(['Pagar', 'Selokan', 'Lampu']);
    expect(answered.nextCursor).toBeNull();
    expect((await read({ user_id: siti.id })).data).toEqual([]);
    expect(await ketua.call(listAudit, { query: { user_id: 'semua' } })).toMatchObject({
      status: 422,
      refusal: { errors: { user_id: expect.any(String) } },
    });
  });

  test('contains no refused requests', async () => {
    const before = await audited();
    const payer = await app.as.warga('A1');
    const id = await app.given.payment({ of: payer, bulan: 1, status: 'dikonfirmasi' });
    expect((await payer.call(deletePaymentWarga, { params: { id } })).status).toBe(409);
    expect(
      (await (await app.as.admin()).call(reviewPayment, { params: { id }, body: { status: 'ditolak' } }))
        .status,
    ).toBe(409);
    expect(await audited()).toEqual(before);
  });

  test('contains no entry for a save without changes', async () => {
    const [admin, siti] = [await app.as.admin(), await app.as.warga('A3')];
    const body = { nama: siti.nama, email: siti.email, blok: 'A3' };
    const before = await audited();
    for (const { status } of [
      await siti.call(changeProfileWarga, { body }),
      await admin.call(changeResident, { params: { id: siti.id }, body }),
    ])
      expect(status).toBe(200);
    expect(await audited()).toEqual(before);
    const foto_profile = `data:image/png;base64,${(await pictures.png()).toString('base64')}`;
    await siti.call(updateProfileWarga, { body: { ...body, foto_profile } });
    await admin.call(changeResident, {
      params: { id: siti.id },
      body: { ...body, password: 'baru-untuk-7' },
    });
    expect((await audited()).map(({ aksi }) => aksi).slice(0, 2)).toEqual([
      'account.changed',
      'profile.changed',
    ]);
  });

  test('keeps the author’s former name after a rename', async () => {
    const admin = await app.as.admin('Admin Lama');
    const id = await app.given.payment({ of: await app.as.warga('A2'), bulan: 2 });
    await admin.call(reviewPayment, { params: { id }, body: { status: 'dikonfirmasi' } });
    await app.context.write('system', (tx) =>
      tx.db.updateTable('users').set({ nama: 'Admin Baru' }).where('id', '=', admin.id).execute(),
    );
    expect((await audited())[0]).toMatchObject({ user_id: admin.id, nama: 'Admin Lama' });
  });

  test('pages newest first without gaps or duplicates', async () => {
    for (let round = 0; round < 5; round++)
      await ketua.call(changeSettings, { body: { bankName: `Bank ${round}`, password } });
    const all = (await audited()).map(({ id }) => id);
    expect(all).toEqual(all.toSorted((one, other) => other - one));
    const paged: number[] = [];
    let cursor: string | null | undefined;
    do {
      const { body } = await ketua.call(listAudit, { query: { limit: 2, ...(cursor ? { cursor } : {}) } });
      expect(body.data.length).toBeLessThanOrEqual(2);
      paged.push(...body.data.map(({ id }) => id));
      cursor = body.nextCursor;
    } while (cursor);
    expect(paged).toEqual(all);
  });
});

describe('nobody rewrites it', () => {
  const attempts = [
    `UPDATE audit SET nama = 'Orang Lain'`,
    `UPDATE audit SET nama = nama WHERE id = 1`,
    `DELETE FROM audit`,
    `DELETE FROM audit WHERE id = (SELECT max(id) FROM audit)`,
    ...(onPostgres
      ? [
          'TRUNCATE audit CASCADE',
          `INSERT INTO audit SELECT * FROM audit ON CONFLICT (id) DO UPDATE SET nama = 'x'`,
        ]
      : [
          `INSERT OR REPLACE INTO audit SELECT id, tanggal, user_id, 'x', aksi, entitas, entitas_id, sebelum, sesudah FROM audit`,
        ]),
  ];

  test.each(attempts)('%s is refused by the database itself', async (statement) => {
    await ketua.call(changeSettings, { body: { bankName: statement.slice(0, 60), password } });
    const before = await audited();
    expect(before.length).toBeGreaterThan(0);
    await expect(sql.raw(statement).execute(app.context.database.writer)).rejects.toThrow('append-only');
    expect(await audited()).toEqual(before);
  });
});
