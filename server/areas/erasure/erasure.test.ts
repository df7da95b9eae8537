/** Erasing the personal data of somebody who left: nothing of them remains, and the book, the log and the check stay whole. */
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { login } from '../../../contract/auth.ts';
import { reverseEntry } from '../../../contract/book.ts';
import { getBalance } from '../../../contract/cash-book.ts';
import { createComplaint, deleteComplaint } from '../../../contract/complaints.ts';
import { eraseAccount, listFormerAccounts } from '../../../contract/erasure.ts';
import { exportLog, getCheckpoint } from '../../../contract/log.ts';
import { listNotifications } from '../../../contract/notifications.ts';
import { changeAccount } from '../../../contract/officers.ts';
import { listPayments } from '../../../contract/payments.ts';
import { listPosts } from '../../../contract/posts.ts';
import { getReceipt } from '../../../contract/receipts.ts';
import { getReport } from '../../../contract/reports.ts';
import { changeResident, deleteResident } from '../../../contract/residents.ts';
import { formatVerifierKey } from '../../../contract/signed-note.ts';
import { proposeWaiver } from '../../../contract/waivers.ts';
import { checkpointOf, judgeLog } from '../../../contract/witness.ts';
import { findViolations } from '../../operations/doctor/find-violations.ts';
import type { TestApp } from '../../testing/app.ts';
import { type FullEstate, fillEstate } from '../../testing/full-estate.ts';
import { keepEstate } from '../../testing/kept-estate.ts';
import { type Person, password } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { dump } from '../../testing/places.ts';
import { decide, openProposals } from '../../testing/proposals.ts';
import { tamper } from '../../testing/tamper.ts';
import { untilWaiting } from '../../testing/until-waiting.ts';
import { proveConsistency } from '../log/find-proof.ts';
import { latestCheckpoint } from '../log/sign-checkpoint.ts';
import { eraseWithin } from './erase-account.ts';

let app: TestApp;
let estate: FullEstate;
let [ketua, siti] = [] as unknown as [Person, Person];
const copyEstate = keepEstate(fillEstate);
beforeEach(async () => {
  ({ app, filled: estate } = await copyEstate());
  ({ ketua, warga: siti } = estate.readers);
});
afterEach(() => app.close());

const erase = (id: number, by = ketua, given = password) =>
  by.call(eraseAccount, { params: { id }, body: { password: given } });
const remove = ({ id }: Person) => ketua.call(deleteResident, { params: { id } });
const found = async () =>
  (await findViolations(app.context)).violations.map(({ table, says }) => `${table}: ${says}`);
const leaves = async () =>
  (await app.context.db.selectFrom('log_daun').select('isi').orderBy('indeks').execute()).map(
    ({ isi }) => isi,
  );
const entryOf = (payment: number) =>
  app.context.db
    .selectFrom('kas_entri')
    .select('nomor')
    .where('payment_id', '=', payment)
    .executeTakeFirstOrThrow();
const erasureOf = async (id: number) =>
  (await ketua.call(listFormerAccounts)).body.data.find((one) => one.id === id);

test('nothing of a former resident remains in the database, and every page still answers', async () => {
  await ketua.call(changeResident, { params: { id: siti.id }, body: { nama: 'Siti Zulaikha' } });
  const { nomor } = await entryOf(estate.facts(siti).confirmed);
  await estate.readers.admin.call(reverseEntry, { body: { nomor, alasan: 'Keliru bulan' } });
  const open = (await openProposals(ketua)).find(({ jenis }) => jenis === 'pembatalan');
  if (open) await decide(ketua, open);
  await estate.readers.admin.call(proposeWaiver, {
    body: { user_id: siti.id, bulan: ['2026-08'], sebab: 'berduka', keterangan: 'Ibu Siti meninggal' },
  });
  const [waiver] = await openProposals(ketua);
  const agreed = waiver && (await decide(ketua, waiver));
  expect(agreed?.body.data.jenis).toBe('pembebasan');
  await siti.call(createComplaint, {
    body: { judul: 'Dapur "belakang" bocor', kategori: 'lainnya', deskripsi: 'Sejak kemarin' },
  });
  const { saldo } = (await ketua.call(getBalance)).body.data;
  await app.context.write('system', (tx) =>
    tx.db
      .insertInto('pengirim_dikenal')
      .values({ pengirim: 'Siti di bank', user_id: siti.id, banyak: 2 })
      .execute(),
  );
  await remove(siti);
  expect((await erase(siti.id)).body).toEqual({ status: 'success', message: 'Data pribadi dihapus' });

  const { rows, files } = await dump(app.context.config);
  const all = JSON.stringify(rows);
  for (const word of ['Siti', 'Zulaikha', 'Dapur', siti.email, siti.no_hp ?? ''])
    expect(all).not.toContain(word);
  const account = rows.users?.find(({ id }) => id === siti.id);
  expect(account).toMatchObject({ nama: 'Warga terhapus', blok: 'A', foto_profile: null, potret: null });
  expect(rows.files?.some(({ nama }) => files[`uploads/${String(nama)}`] === null)).toBe(false);

  expect((await ketua.call(getBalance)).body.data.saldo).toBe(saldo);
  const payments = (await ketua.call(listPayments)).body.data.filter(({ user_id }) => user_id === siti.id);
  expect(new Set(payments.map(({ nama }) => nama))).toEqual(new Set(['Warga terhapus']));
  const recorded = payments.find(({ status }) => status === 'dikonfirmasi');
  expect((await ketua.call(getReceipt, { params: { payment_id: recorded?.id ?? 0 } })).status).toBe(200);
  expect((await ketua.call(listPosts)).status).toBe(200);
  expect((await ketua.call(exportLog)).status).toBe(200);
  expect(await found()).toEqual([]);
});

test('the past months of the block stay as they were reported', async () => {
  await remove(siti);
  const report = async () => {
    const query = { blok: 'A' };
    return (await ketua.call(getReport, { params: { year: 2026 }, query })).body.data;
  };
  const before = await report();
  expect(before.bulanan.some(({ terkumpul }) => terkumpul > 0)).toBe(true);
  await erase(siti.id);
  expect((await report()).bulanan).toEqual(before.bulanan);
});

test('leaves, heads and proofs of before stay as they were, and the new leaf names nobody', async () => {
  await remove(siti);
  const kept = {
    kunci: formatVerifierKey(app.context.signer.key),
    catatan: (await latestCheckpoint(app.context)).catatan,
  };
  const before = await leaves();
  await erase(siti.id);
  await latestCheckpoint(app.context);
  const after = await leaves();
  expect(after.slice(0, before.length)).toEqual(before);
  expect(JSON.parse(after.at(-1) ?? '')).toMatchObject({
    aksi: 'account.erased',
    entitas: 'users',
    entitas_id: siti.id,
    sebelum: null,
    sesudah: null,
    user_id: ketua.id,
  });
  const dari = checkpointOf(kept.catatan)?.size ?? 0;
  const proof = await proveConsistency(app.context, { asal: app.context.signer.origin.asal, dari });
  expect(await judgeLog(kept, proof)).toBe('same');
  expect((await ketua.call(getCheckpoint)).body.data.ukuran).toBe(after.length);
});

test('what others own stays as it was', async () => {
  const { readers, neighbourOf } = estate;
  const other = neighbourOf(siti);
  await readers.admin.call(proposeWaiver, {
    body: { user_id: other.id, bulan: ['2026-08'], sebab: 'berduka', keterangan: 'Ibu meninggal' },
  });
  const { id, foto } = (
    await other.call(createComplaint, {
      body: { judul: 'Pagar rubuh', kategori: 'lainnya', deskripsi: 'Difoto kemarin' },
      files: { foto: await photo() },
    })
  ).body.data;
  await other.call(deleteComplaint, { params: { id } });
  await remove(siti);
  const { rows: before } = await dump(app.context.config);
  expect((await erase(siti.id)).status).toBe(200);
  const { rows: after } = await dump(app.context.config);
  const withoutOwner = new Set(['kas_entri', 'persetujuan']);
  const ofOthers = Object.entries(before).flatMap(([table, rows]) =>
    rows
      .filter((row) => (row.user_id || withoutOwner.has(table)) && row.user_id !== siti.id)
      .map((row) => ({ table, text: JSON.stringify(row) }))
      .filter(({ text }) => !text.includes(siti.nama)),
  );
  const tables = new Set(ofOthers.map(({ table }) => table));
  for (const table of ['payments', 'kas_entri', 'persetujuan', 'complaints', 'posts', 'notifications'])
    expect(tables).toContain(table);
  const left = new Set(Object.values(after).flatMap((rows) => rows.map((row) => JSON.stringify(row))));
  expect(ofOthers.filter(({ text }) => !left.has(text))).toEqual([]);
  expect(after.files?.map(({ nama }) => nama)).toContain(foto);
});

test('the audit log says of a row that its personal values were erased', async () => {
  await remove(siti);
  await erase(siti.id);
  const rows = (await ketua.call(listAudit, { query: { limit: 100 } })).body.data;
  const deleted = rows.find(({ aksi, entitas_id }) => aksi === 'account.deleted' && entitas_id === siti.id);
  expect(deleted).toMatchObject({ nama: ketua.nama, dihapus: true, perihal: 'Warga terhapus' });
  expect(deleted?.sebelum).not.toHaveProperty('nama');
  expect(rows.filter(({ user_id }) => user_id === siti.id)).not.toEqual([]);
  for (const { nama, dihapus } of rows.filter(({ user_id }) => user_id === siti.id))
    expect([nama, dihapus]).toEqual(['Warga terhapus', true]);
  expect(rows[0]).toMatchObject({ aksi: 'account.erased', dihapus: false });
});

test('notifications about a neighbour whose name begins with the erased one stay as they were', async () => {
  const neighbour = await app.as.warga('A9', { nama: 'Siti Aminah' });
  for (const person of [siti, neighbour])
    await person.call(createComplaint, {
      body: { judul: 'Bising', kategori: 'lainnya', deskripsi: 'Malam' },
    });
  await remove(siti);
  await erase(siti.id);
  const told = (await ketua.call(listNotifications)).body.data.map(({ pesan }) => pesan);
  expect(told).toContain('Siti Aminah mengirim aduan "Bising".');
  expect(told).toContain('Warga terhapus mengirim aduan "(dihapus)".');
});

test('a name of signs that mean something in a pattern is erased as it is written', async () => {
  const odd = await app.as.warga('A8', { nama: '(a+)+$ [.*' });
  await odd.call(createComplaint, {
    body: { judul: 'Bising', kategori: 'lainnya', deskripsi: 'Malam' },
  });
  await remove(odd);
  expect((await erase(odd.id)).status).toBe(200);
  const told = (await ketua.call(listNotifications)).body.data.map(({ pesan }) => pesan);
  expect(told[0]).toBe('Warga terhapus mengirim aduan "(dihapus)".');
});

test('an inactive account is deleted with its data, and never signs in again', async () => {
  await ketua.call(changeAccount, { params: { id: siti.id }, body: { status: 'inactive' } });
  expect(await erasureOf(siti.id)).toMatchObject({
    nama: 'Siti',
    dihapus_pada: null,
    data_dihapus_pada: null,
  });
  expect((await erase(siti.id)).status).toBe(200);
  expect(await erasureOf(siti.id)).toMatchObject({
    nama: 'Warga terhapus',
    dihapus_pada: expect.any(String) as string,
    data_dihapus_pada: expect.any(String) as string,
  });
  const { status } = await app.as.nobody.call(login, { body: { email: siti.email, password } });
  expect(status).toBe(401);
  expect(
    (await ketua.call(changeAccount, { params: { id: siti.id }, body: { status: 'active' } })).status,
  ).toBe(404);
  expect(await found()).toEqual([]);
});

test('who still uses the app, who is erased already, and a wrong password are refused', async () => {
  expect((await erase(siti.id)).refusal.code).toBe('account_in_use');
  await remove(siti);
  const { status, refusal } = await erase(siti.id, ketua, 'salah-sekali');
  expect([status, refusal.code]).toEqual([422, 'wrong_current_password']);
  for (const role of ['admin', 'koordinator_perblok'] as const)
    expect((await erase(siti.id, estate.readers[role])).status).toBe(403);
  expect((await ketua.call(listFormerAccounts, { query: { q: 'siti' } })).body.data).toHaveLength(1);
  const twice = await Promise.all([erase(siti.id), erase(siti.id)]);
  expect(new Set(twice.map((answer) => answer.status))).toEqual(new Set([200, 409]));
  expect((await erase(999_999)).status).toBe(404);
});

const lost = 'kehilangan nama atau isinya, padahal log tidak menyebut penghapusan data pribadi';

test('salts that vanish without an erasure in the log are a manipulation', async () => {
  const { confirmed } = estate.facts(siti);
  await tamper(
    app,
    `DELETE FROM audit_nilai WHERE audit_id IN (SELECT id FROM audit WHERE entitas = 'payments' AND entitas_id = ${confirmed} AND aksi = 'payment.uploaded')`,
  );
  expect(await found()).toEqual([
    'payments: riwayat perubahan menyebut yang lain: nomor referensi',
    `audit: catatan payment.uploaded tentang payments ${confirmed} ${lost}`,
  ]);
});

test('an erasure covers the personal values alone, and no later rows', async () => {
  await remove(siti);
  await erase(siti.id);
  const { confirmed } = estate.facts(siti);
  await tamper(
    app,
    `UPDATE audit_nilai SET isi = NULL WHERE audit_id IN (SELECT id FROM audit WHERE entitas = 'payments' AND entitas_id = ${confirmed} AND aksi = 'payment.uploaded')`,
    `UPDATE audit_nilai SET nama = NULL WHERE audit_id IN (SELECT id FROM audit WHERE aksi = 'account.erased')`,
  );
  expect(await found()).toEqual([
    `audit: catatan payment.uploaded tentang payments ${confirmed} ${lost}`,
    `audit: catatan account.erased tentang users ${siti.id} ${lost}`,
  ]);
});

test.each([
  ['at once', 0],
  ['as a proposal', 20],
])('a reversal during an erasure waits for it and copies no name (%s)', async (_, days) => {
  await remove(siti);
  app.clock.set(new Date(app.clock.now.getTime() + days * 86_400_000).toISOString());
  const { nomor } = await entryOf(estate.facts(siti).confirmed);
  let reversal: Promise<{ status: number }> | undefined;
  await app.context.writeAccount('system', siti.id, async (tx) => {
    await eraseWithin(tx);
    reversal = estate.readers.admin.call(reverseEntry, { body: { nomor, alasan: 'Keliru bulan' } });
    await untilWaiting(app, 1);
  });
  expect((await reversal)?.status).toBe(200);
  expect(JSON.stringify((await dump(app.context.config)).rows)).not.toContain('Siti');
  expect(await found()).toEqual([]);
});

test('a forged erasure does not excuse salts that are gone', async () => {
  await tamper(
    app,
    `UPDATE audit_nilai SET nama = NULL WHERE audit_id = (SELECT max(id) FROM audit WHERE user_id = ${siti.id})`,
    `INSERT INTO audit (tanggal, user_id, nama, aksi, entitas, entitas_id)
      VALUES ('2026-07-15T03:00:00.000Z', NULL, NULL, 'account.erased', 'users', ${siti.id})`,
  );
  const says = await found();
  expect(says.filter((each) => each.endsWith(lost))).toHaveLength(1);
  expect(says).toContain(
    `audit: catatan account.erased tentang users ${siti.id} tidak ada di log, jadi ditambahkan dari luar aplikasi`,
  );
});

test('a name that is written back by SQL is found in the account and in the book', async () => {
  await remove(siti);
  await erase(siti.id);
  const { confirmed } = estate.facts(siti);
  await tamper(
    app,
    `UPDATE users SET nama = 'Siti' WHERE id = ${siti.id}`,
    `UPDATE kas_entri SET nama = 'Siti' WHERE payment_id = ${confirmed}`,
  );
  expect(await found()).toEqual([
    'users: riwayat perubahan menyebut yang lain: nama',
    'kas_entri: riwayat perubahan menyebut isi yang lain: nama',
  ]);
});

test.each([
  [`UPDATE kas_entri SET nama = 'Warga terhapus'`, 'of somebody who is not erased'],
  [`UPDATE kas_entri SET nama = 'Warga terhapus', jumlah = 1`, 'with another amount'],
  [`UPDATE kas_entri SET nama = NULL`, 'without a name'],
])('%s is refused by the database itself (%s)', async (statement) => {
  await expect(sql.raw(statement).execute(app.context.database.writer)).rejects.toThrow('append-only');
});
