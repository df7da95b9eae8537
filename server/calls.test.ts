/**
 * The specification's API (§7) from the view of an independent client: requests written by hand, and the
 * response fields that such a client reads.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createComplaint } from '../contract/complaints.ts';
import { uploadDocument } from '../contract/documents.ts';
import { createAccount } from '../contract/officers.ts';
import { createPost } from '../contract/posts.ts';
import { makeApp, type TestApp } from './testing/app.ts';
import { type Person, password } from './testing/people.ts';
import { photo } from './testing/pictures.ts';

type Caller = 'nobody' | 'warga' | 'koordinator' | 'admin' | 'ketua';

interface Call {
  by: Caller;
  /** `{…}` is replaced by the id of a record created for this call. */
  call: string;
  json?: Record<string, unknown>;
  form?: Record<string, string | Promise<File>>;
  reads?: string;
}

const pdf = async () => new File(['%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n%%EOF\n'], 'surat.pdf');
const complaint = { judul: 'Lampu mati', deskripsi: 'Sejak kemarin', kategori: 'keamanan' };
const resident = { nama: 'Rina', no_hp: '081277778888', password: 'rahasia-7' };
const officer = {
  nama: 'Rudi',
  no_hp: '',
  blok: 'A2',
  jenis: 'koordinator_perblok',
  password: 'kunci-77-rumah',
};

const payment =
  'data.0.id data.0.tahun data.0.bulan data.0.jumlah data.0.status data.0.bukti_transfer data.0.tanggal_upload data.0.tanggal_konfirmasi data.0.catatan';
const staffPayment = `${payment} data.0.nama data.0.blok data.0.no_hp`;
const comment = 'data.0.id data.0.nama data.0.komentar';
const aduan =
  'data.0.id data.0.judul data.0.kategori data.0.deskripsi data.0.foto data.0.status data.0.jawaban data.0.nama_user data.0.blok data.0.tanggal_aduan';
const warga = 'data.0.id data.0.nama data.0.email data.0.no_hp data.0.blok data.0.created_at';
const dokumen =
  'data.0.id data.0.judul data.0.deskripsi data.0.kategori data.0.nama_file data.0.tipe_file data.0.ukuran_file data.0.admin_nama data.0.tanggal_upload';

const calls: Call[] = [
  {
    by: 'nobody',
    call: 'POST /api/auth/login',
    json: { email: 'warga@contoh.id', password },
    reads: 'user.id user.nama user.email user.no_hp user.blok user.jenis user.foto_profile token',
  },
  { by: 'nobody', call: 'POST /api/warga/search', json: { query: 'warga@contoh.id' }, reads: 'found' },
  { by: 'warga', call: 'GET /api/total-income', reads: 'data.totalIncome' },
  {
    by: 'koordinator',
    call: 'GET /api/dashboard/koordinator',
    reads: 'data.totalWarga data.totalAduan data.totalPemasukan data.totalPengeluaran data.saldo',
  },
  { by: 'warga', call: 'GET /api/aduan/user', reads: aduan },
  { by: 'admin', call: 'GET /api/aduan', reads: aduan },
  { by: 'warga', call: 'POST /api/aduan', form: { ...complaint, foto: photo() } },
  { by: 'warga', call: 'PUT /api/aduan/{aduan}', form: { ...complaint, foto: photo() } },
  { by: 'warga', call: 'DELETE /api/aduan/{aduan}' },
  { by: 'admin', call: 'POST /api/aduan/{aduan}/comments', json: { komentar: 'Sedang diurus' } },
  {
    by: 'warga',
    call: 'GET /api/aduan/{talkedOver}/comments',
    reads: `${comment} data.0.jenis data.0.tanggal_komentar`,
  },
  {
    by: 'warga',
    call: 'GET /api/posts',
    reads:
      'data.0.id data.0.user_id data.0.nama data.0.blok data.0.konten data.0.foto data.0.tanggal_post data.0.total_likes data.0.total_comments',
  },
  { by: 'warga', call: 'POST /api/posts', form: { konten: 'Selamat pagi', foto: photo() } },
  { by: 'warga', call: 'DELETE /api/posts/{post}' },
  { by: 'warga', call: 'POST /api/posts/{post}/like', json: {} },
  { by: 'warga', call: 'POST /api/posts/{post}/comments', json: { komentar: 'Pagi' } },
  { by: 'warga', call: 'GET /api/posts/{commented}/comments', reads: `${comment} data.0.blok` },
  { by: 'warga', call: 'GET /api/warga/payments/{warga}', reads: payment },
  { by: 'admin', call: 'GET /api/user/payments/{admin}', reads: payment },
  {
    by: 'warga',
    call: 'POST /api/warga/payments',
    form: { tahun: '2026', bulan: '1', bukti_transfer: photo() },
  },
  {
    by: 'admin',
    call: 'POST /api/user/payments',
    form: { tahun: '2026', bulan: '1', bukti_transfer: photo() },
  },
  { by: 'warga', call: 'DELETE /api/warga/payments/{payment}' },
  { by: 'admin', call: 'DELETE /api/user/payments/{adminPayment}' },
  {
    by: 'warga',
    call: 'GET /api/warga/payments/export/2026',
    reads: 'data.0.no data.0.bulan data.0.status data.0.bukti',
  },
  {
    by: 'admin',
    call: 'GET /api/user/payments/export/2026',
    reads: 'data.0.no data.0.bulan data.0.status data.0.bukti',
  },
  { by: 'admin', call: 'GET /api/users', reads: 'data.0.jenis' },
  { by: 'admin', call: 'GET /api/admin/payments', reads: staffPayment },
  { by: 'admin', call: 'GET /api/admin/payments/2026/7', reads: staffPayment },
  {
    by: 'admin',
    call: 'PUT /api/admin/payments/{payment}/confirm',
    json: { status: 'dikonfirmasi', catatan: 'Terima kasih' },
  },
  {
    by: 'admin',
    call: 'GET /api/admin/payments/export/2026/7',
    reads: 'title data.0.nama data.0.blok data.0.no_hp data.0.status data.0.bukti data.0.tanggal_upload',
  },
  { by: 'admin', call: 'GET /api/warga', reads: warga },
  { by: 'admin', call: 'GET /api/warga?blok=A', reads: warga },
  { by: 'admin', call: 'GET /api/warga/blok', reads: 'data.0' },
  {
    by: 'admin',
    call: 'POST /api/warga',
    json: { ...resident, email: 'rina@contoh.id', blok: 'A3-1' },
    reads: 'message',
  },
  {
    by: 'admin',
    call: 'PUT /api/warga/{resident}',
    json: { nama: 'Rina Dewi', email: 'dewi@contoh.id', no_hp: '', blok: 'A4', password: '' },
    reads: 'message',
  },
  { by: 'admin', call: 'DELETE /api/warga/{resident}' },
  {
    by: 'warga',
    call: 'GET /api/pengeluaran',
    reads:
      'data.0.id data.0.tahun data.0.bulan data.0.jumlah data.0.judul data.0.deskripsi data.0.tanggal_digunakan data.0.tanggal_dibuat data.0.foto data.0.admin_nama',
  },
  {
    by: 'admin',
    call: 'POST /api/pengeluaran',
    form: {
      tahun: '2026',
      bulan: '7',
      jumlah: '25000',
      judul: 'Sapu',
      deskripsi: 'Dua buah',
      tanggal_digunakan: '2026-07-14',
      foto: photo(),
    },
  },
  { by: 'admin', call: 'DELETE /api/pengeluaran/{expense}' },
  {
    by: 'warga',
    call: 'GET /api/pengeluaran/export/2026',
    reads:
      'data.0.tanggal_dibuat data.0.tanggal_digunakan data.0.bulan data.0.judul data.0.jumlah data.0.deskripsi data.0.admin data.0.foto',
  },
  {
    by: 'warga',
    call: 'GET /api/buku-kas/saldo',
    reads: 'data.totalPemasukan data.totalPengeluaran data.saldo',
  },
  {
    by: 'warga',
    call: 'GET /api/buku-kas/2026',
    reads: 'data.0.type data.0.id data.0.tanggal data.0.jumlah',
  },
  {
    by: 'warga',
    call: 'GET /api/buku-kas/export/2026',
    reads:
      'data.0.tanggal data.0.bulan data.0.jenis data.0.keterangan data.0.pemasukan data.0.pengeluaran data.0.foto',
  },
  {
    by: 'warga',
    call: 'POST /api/warga/update-profile',
    json: { user_id: '{warga}', nama: 'Siti', email: 'warga@contoh.id', no_hp: '', foto_profile: null },
    reads: 'message',
  },
  {
    by: 'admin',
    call: 'POST /api/auth/update-profile',
    json: { user_id: '{admin}', nama: 'Admin', email: 'admin@contoh.id', no_hp: '', foto_profile: null },
    reads: 'message',
  },
  {
    by: 'warga',
    call: 'POST /api/warga/update-password',
    json: { user_id: '{warga}', currentPassword: password, newPassword: password },
    reads: 'message',
  },
  {
    by: 'admin',
    call: 'POST /api/auth/update-password',
    json: { user_id: '{admin}', currentPassword: password, newPassword: 'kunci-77-kantor' },
    reads: 'message',
  },
  {
    by: 'warga',
    call: 'PUT /api/warga/profile',
    json: { nama: 'Siti', email: 'warga@contoh.id', no_hp: '', blok: 'A1-1' },
  },
  {
    by: 'warga',
    call: 'PUT /api/warga/password',
    json: { currentPassword: password, newPassword: password },
  },
  { by: 'warga', call: 'GET /api/log/key', reads: 'data.asal data.kunci data.semua.0.sejak' },
  { by: 'warga', call: 'GET /api/dokumen', reads: dokumen },
  { by: 'warga', call: 'GET /api/dokumen?kategori=Peraturan', reads: dokumen },
  {
    by: 'admin',
    call: 'POST /api/dokumen',
    form: { judul: 'Surat', deskripsi: 'Untuk semua', kategori: 'Surat Edaran', file: pdf() },
  },
  {
    by: 'admin',
    call: 'PUT /api/dokumen/{document}',
    json: { judul: 'Surat', deskripsi: '', kategori: 'Umum' },
  },
  { by: 'admin', call: 'DELETE /api/dokumen/{document}' },
  {
    by: 'ketua',
    call: 'GET /api/users/perangkat',
    reads: 'data.0.id data.0.nama data.0.email data.0.no_hp data.0.blok data.0.jenis',
  },
  { by: 'ketua', call: 'POST /api/users', json: { ...officer, email: 'rudi@contoh.id' }, reads: 'message' },
  {
    by: 'ketua',
    call: 'PUT /api/users/{officer}',
    json: { ...officer, email: 'tono@contoh.id', password: '' },
    reads: 'message',
  },
  { by: 'ketua', call: 'DELETE /api/users/{officer}' },
  {
    by: 'koordinator',
    call: 'POST /api/payments',
    form: {
      user_id: '{warga}',
      tahun: '2026',
      bulan: '2',
      jumlah: '100000',
      keterangan: 'Tunai',
      bukti_transfer: photo(),
      status: 'dikonfirmasi',
    },
  },
];

let app: TestApp;
let callers: Record<Exclude<Caller, 'nobody'>, Person>;
beforeAll(async () => {
  app = await makeApp();
  const { as, given } = app;
  const siti = await as.person('warga', { nama: 'Siti', email: 'warga@contoh.id', blok: 'A1-1' });
  const admin = await as.person('admin', { nama: 'Admin', email: 'admin@contoh.id' });
  callers = { warga: siti, admin, koordinator: await as.koordinator('A'), ketua: await as.ketua() };
  for (const of of [siti, admin]) await given.payment({ of });
  await given.payment({ of: siti, bulan: 6, status: 'dikonfirmasi' });
  await given.expense({ by: admin });
  for (const make of [makers.aduan, makers.post, makers.document]) await make?.();
});
afterAll(() => app.close());

let months = 0;
const nextMonth = () => ({ tahun: 2025, bulan: (months++ % 12) + 1 });

const makers: Record<string, () => Promise<number>> = {
  warga: async () => callers.warga.id,
  admin: async () => callers.admin.id,
  aduan: async () => (await callers.warga.call(createComplaint, { body: complaint as never })).body.id,
  talkedOver: () => commented('aduan'),
  post: async () => (await callers.warga.call(createPost, { body: { konten: 'Halo' } })).body.id,
  commented: () => commented('posts'),
  payment: () => app.given.payment({ of: callers.warga, ...nextMonth() }),
  adminPayment: () => app.given.payment({ of: callers.admin, ...nextMonth() }),
  expense: () => app.given.expense({ by: callers.admin }),
  resident: async () => (await app.as.warga(`B${++months}`)).id,
  officer: async () => {
    const body = { ...officer, email: `petugas.${++months}@contoh.id` } as never;
    return (await callers.ketua.call(createAccount, { body })).body.id;
  },
  document: async () => {
    const body = { judul: 'Tata Tertib', kategori: 'Peraturan' } as const;
    return (await callers.admin.call(uploadDocument, { body, files: { file: await pdf() } })).body.id;
  },
};

async function commented(where: 'aduan' | 'posts'): Promise<number> {
  const id = await makers[where === 'aduan' ? 'aduan' : 'post']?.();
  await send('admin', `POST /api/${where}/${id}/comments`, { json: { komentar: 'Siap' } });
  return id ?? 0;
}

async function fillIn(text: string): Promise<string> {
  const [hole, kind] = /\{(\w+)\}/.exec(text) ?? [];
  const id = kind && (await makers[kind]?.());
  return hole ? text.replace(hole, String(id)) : text;
}

async function send(by: Caller, call: string, { json, form }: Pick<Call, 'json' | 'form'>) {
  const [method = '', path = ''] = (await fillIn(call)).split(' ');
  const headers: Record<string, string> = {};
  if (by !== 'nobody') headers.authorization = `Bearer ${callers[by].token}`;
  let body: FormData | string | undefined;
  if (json) {
    headers['content-type'] = 'application/json';
    const fields = Object.entries(json).map(async ([name, value]) => {
      const filled = typeof value === 'string' ? await fillIn(value) : value;
      return [name, name === 'user_id' ? Number(filled) : filled];
    });
    body = JSON.stringify(Object.fromEntries(await Promise.all(fields)));
  }
  if (form) {
    body = new FormData();
    for (const [name, value] of Object.entries(form))
      body.set(name, typeof value === 'string' ? await fillIn(value) : await value);
  }
  const response = await fetch(`${app.url}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  return { response, answer: (await response.json()) as Record<string, unknown> };
}

const at = (answer: unknown, path: string) =>
  path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], answer);

describe('the call', () => {
  test.each(calls.map((each) => [each.call, each] as const))(
    '%s',
    async (call, { by, reads, ...payload }) => {
      const { response, answer } = await send(by, call, payload);
      expect(answer).toMatchObject({ status: 'success' });
      expect(response.ok).toBe(true);
      const missing = (reads?.split(' ') ?? []).filter((path) => at(answer, path) === undefined);
      expect(missing).toEqual([]);
    },
  );
});

test('answers refusals with status and message', async () => {
  for (const call of ['GET /api/posts', 'GET /api/dashboard/ketua']) {
    const { response, answer } = await send(call.endsWith('ketua') ? 'warga' : 'nobody', call, {});
    expect(response.status).toBe(call.endsWith('ketua') ? 403 : 401);
    expect(answer).toMatchObject({ status: 'error', message: expect.stringMatching(/\w/) });
  }
});
