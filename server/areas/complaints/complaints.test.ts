import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as complaints from '../../../contract/complaints.ts';
import { listNotifications } from '../../../contract/notifications.ts';
import { changeSettings } from '../../../contract/settings.ts';
import { makeApp, startOfTests, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { raw } from '../../testing/raw.ts';
import { readAudit } from '../../testing/read-audit.ts';

let app: TestApp;
beforeAll(async () => {
  app = await makeApp();
});
afterAll(() => app.close());

const lamp = { judul: 'Lampu jalan mati', kategori: 'infrastruktur', deskripsi: 'Sudah tiga hari.' } as const;

const report = (person: Person, body: object = lamp, foto?: File) =>
  person.call(complaints.createComplaint, { body: body as typeof lamp, files: { foto } });

const change = (person: Person, id: number, body: object, foto?: File) =>
  person.call(complaints.changeComplaint, { params: { id }, body, files: { foto } });

const own = async (person: Person) => (await person.call(complaints.listOwnComplaints)).body.data;

const statusOf = async (person: Person, foto: string | null) =>
  (await raw(app.url, `GET /assets/uploads/${foto}`, { token: person.token })).status;

const auditOf = (id: number) => readAudit(app.context.db, { entitas: 'complaints', entitas_id: id });

const countFiles = async () => (await app.context.db.selectFrom('files').select('nama').execute()).length;

describe('reporting', () => {
  test('creates an own pending complaint and ignores other fields', async () => {
    const siti = await app.as.warga('A1-1');
    const reported = await report(siti, {
      ...lamp,
      judul: '  Lampu jalan mati ',
      status: 'selesai',
      jawaban: 'Beres',
      user_id: 999,
    });
    expect(reported.status).toBe(201);
    expect(reported.body).toEqual({
      status: 'success',
      message: 'Aduan berhasil ditambahkan',
      id: reported.body.data.id,
      data: {
        id: reported.body.id,
        user_id: siti.id,
        ...lamp,
        foto: null,
        status: 'pending',
        jawaban: null,
        foto_jawaban: null,
        nama_admin: null,
        nama_user: siti.nama,
        blok: 'A1-1',
        tanggal_aduan: startOfTests,
        total_komentar: 0,
      },
    });
    expect(await own(siti)).toEqual([reported.body.data]);
  });

  test('notifies only the ketua', async () => {
    const [ketua, second] = [await app.as.ketua(), await app.as.ketua('Ketua kedua')];
    const others = [await app.as.admin(), await app.as.koordinator('A'), await app.as.warga('A1-9')];
    const siti = await app.as.warga('A1-2');
    await report(siti, { ...lamp, judul: 'Banjir' });
    for (const each of [ketua, second]) {
      const { data } = (await each.call(listNotifications)).body;
      expect(data[0]).toMatchObject({
        jenis: 'new-aduan',
        judul: 'Aduan Baru!',
        pesan: `${siti.nama} mengirim aduan "Banjir".`,
        halaman: 'aduan-warga',
      });
    }
    for (const each of [siti, ...others]) expect((await each.call(listNotifications)).body.data).toEqual([]);
  });

  test('is open to every role, and does not notify a ketua of their own complaint', async () => {
    const [ketua, second] = [await app.as.ketua('Ketua pelapor'), await app.as.ketua('Ketua kedua')];
    const staff = [ketua, await app.as.admin(), await app.as.koordinator('A')];
    for (const each of staff) {
      const { id } = (await report(each)).body;
      expect((await own(each)).map((complaint) => complaint.id)).toContain(id);
    }
    const told = (await ketua.call(listNotifications)).body.data.map(({ pesan }) => pesan);
    expect(told).not.toContain(`${ketua.nama} mengirim aduan "${lamp.judul}".`);
    const { data } = (await second.call(listNotifications)).body;
    expect(data.map(({ pesan }) => pesan)).toContain(`${ketua.nama} mengirim aduan "${lamp.judul}".`);
  });

  test('accepts a form with or without a photo, and JSON', async () => {
    const siti = await app.as.warga('A1-3');
    const withPhoto = await report(siti, lamp, await photo());
    expect(withPhoto.body.data.foto).toMatch(/^[\w-]{20,}\.jpg$/);
    const asJson = await raw(app.url, 'POST /api/aduan', { token: siti.token, json: lamp });
    expect([asJson.status, (asJson.json.data as { foto: unknown }).foto]).toEqual([201, null]);
  });

  test.each([
    ['a text that calls itself a photo', 'Bukan gambar', 'image/jpeg'],
    ['a PDF', '%PDF-1.7\n%%EOF', 'application/pdf'],
    ['an empty file', '', 'image/png'],
  ])('%s is refused, and nothing is stored', async (_, content, type) => {
    const siti = await app.as.warga('A1-4');
    const before = await countFiles();
    const refused = await report(siti, lamp, new File([content], 'foto.jpg', { type }));
    expect([refused.status, refused.refusal.code]).toEqual([415, 'unsupported_image']);
    expect(await own(siti)).toEqual([]);
    expect(await countFiles()).toBe(before);
  });

  test.each([
    [
      'nothing',
      {},
      { judul: 'Judul wajib diisi', kategori: 'Kategori wajib diisi', deskripsi: 'Deskripsi wajib diisi' },
    ],
    [
      'blanks',
      { judul: '  ', kategori: '', deskripsi: '\n' },
      { judul: 'Judul wajib diisi', kategori: 'Kategori wajib diisi', deskripsi: 'Deskripsi wajib diisi' },
    ],
    ['another category', { ...lamp, kategori: 'maintenance' }, { kategori: 'Kategori tidak valid' }],
    [
      'long texts',
      { ...lamp, judul: 'x'.repeat(151), deskripsi: 'x'.repeat(5_001) },
      { judul: 'Judul maksimal 150 karakter', deskripsi: 'Deskripsi maksimal 5.000 karakter' },
    ],
    ['a number', { ...lamp, judul: 7 }, { judul: 'Judul harus berupa teks' }],
  ])('%s in the fields is refused by name', async (_, json, errors) => {
    const siti = await app.as.warga('A1-4');
    const refused = await raw(app.url, 'POST /api/aduan', { token: siti.token, json });
    expect(refused.status).toBe(422);
    expect(refused.json.errors).toEqual(errors);
  });

  test('stores texts of maximum length with line breaks unchanged', async () => {
    const body = { ...lamp, judul: 'j'.repeat(150), deskripsi: `Baris 1\n${'d'.repeat(4_989)} 🙏` };
    const { data } = (await report(await app.as.warga('A1-5'), body)).body;
    expect(data).toMatchObject(body);
  });
});

describe('one’s own list', () => {
  test('contains only own complaints, newest first, also for staff', async () => {
    const [siti, budi, admin] = [
      await app.as.warga('A2-1'),
      await app.as.warga('A2-2'),
      await app.as.admin('Admin pelapor'),
    ];
    const mine = [(await report(siti)).body.id, (await report(siti)).body.id];
    await report(budi);
    expect((await own(siti)).map(({ id }) => id)).toEqual(mine.toReversed());
    expect(await own(admin)).toEqual([]);
  });

  test('returns exactly these fields, without phone and e-mail', async () => {
    const siti = await app.as.warga('A2-3');
    await report(siti);
    const answer = await raw(app.url, 'GET /api/aduan/user', { token: siti.token });
    const [complaint = {}] = answer.json.data as object[];
    expect(Object.keys(complaint).toSorted().join(' ')).toBe(
      'blok deskripsi foto foto_jawaban id jawaban judul kategori nama_admin nama_user status tanggal_aduan total_komentar user_id',
    );
    expect(answer.text).not.toContain(siti.no_hp);
    expect(answer.text).not.toContain(siti.email);
  });
});

describe('changing', () => {
  test.each(complaints.complaintStatuses)('is allowed for own complaints with status %s', async (status) => {
    const [siti, admin] = [await app.as.warga('A3-1'), await app.as.admin()];
    const { id } = (await report(siti, lamp, await photo())).body;
    const answered = await admin.call(complaints.answerComplaint, {
      params: { id },
      body: { status, jawaban: 'Kami cek.' },
    });
    const changed = await change(siti, id, { judul: 'Lampu gang mati' });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({
      status: 'success',
      message: 'Aduan berhasil diupdate',
      data: { ...answered.body.data, judul: 'Lampu gang mati' },
    });
    const [, entry] = await auditOf(id);
    expect(entry).toMatchObject({ aksi: 'complaint.changed', user_id: siti.id });
    expect(entry?.sebelum).toMatchObject({ judul: lamp.judul });
    expect(entry?.sesudah).toMatchObject({ judul: 'Lampu gang mati' });
  });

  test('ignores status and answer', async () => {
    const siti = await app.as.warga('A3-2');
    const { id, data } = (await report(siti)).body;
    const changed = await change(siti, id, {
      status: 'selesai',
      jawaban: 'Beres',
      tanggal_aduan: '2020-01-01',
    });
    expect(changed.body.data).toEqual(data);
  });

  test('replaces the photo, and the old one is no longer served', async () => {
    const siti = await app.as.warga('A3-3');
    const { id, data } = (await report(siti, lamp, await photo())).body;
    expect(await statusOf(siti, data.foto)).toBe(200);
    const second = (await change(siti, id, {}, await photo())).body.data.foto;
    expect([await statusOf(siti, data.foto), await statusOf(siti, second)]).toEqual([404, 200]);

    const removed = await change(siti, id, { hapus_foto: '1' });
    expect(removed.body.data.foto).toBeNull();
    expect(await statusOf(siti, second)).toBe(404);
  });

  test('refuses blank and too long fields and an invalid photo', async () => {
    const siti = await app.as.warga('A3-4');
    const { id, data } = (await report(siti)).body;
    const blank = await change(siti, id, { judul: '', deskripsi: 'x'.repeat(5_001) });
    expect(blank.status).toBe(422);
    expect(Object.keys(blank.refusal.errors ?? {})).toEqual(['judul', 'deskripsi']);
    expect((await change(siti, id, {}, new File(['bukan'], 'a.jpg'))).status).toBe(415);
    expect(await own(siti)).toEqual([data]);
  });

  test('answers 404 for complaints of others, also to the ketua', async () => {
    const siti = await app.as.warga('A3-5');
    const { id, data } = (await report(siti)).body;
    const others = [
      await app.as.warga('A3-6'),
      await app.as.koordinator('A'),
      await app.as.admin(),
      await app.as.ketua(),
    ];
    for (const other of others) {
      const refused = await change(other, id, { judul: 'Diubah' });
      expect([refused.status, refused.refusal.code]).toEqual([404, 'not_found']);
    }
    expect(await own(siti)).toEqual([data]);
  });
});

describe('taking back', () => {
  test('removes complaint and photo from all responses, but keeps the row with author and time', async () => {
    const [siti, ketua] = [await app.as.warga('A4-1'), await app.as.ketua()];
    const { id, data } = (await report(siti, lamp, await photo())).body;
    const deleted = await siti.call(complaints.deleteComplaint, { params: { id } });
    expect(deleted.body).toEqual({ status: 'success', message: 'Aduan berhasil dihapus' });

    const listed = await ketua.call(complaints.listComplaints, { query: { blok: 'A4-1' } });
    expect([await own(siti), listed.body.data]).toEqual([[], []]);
    expect([await statusOf(siti, data.foto), await statusOf(ketua, data.foto)]).toEqual([404, 404]);
    const row = await app.context.db
      .selectFrom('complaints')
      .select(['dihapus_oleh', 'dihapus_pada'])
      .where('id', '=', id)
      .executeTakeFirst();
    expect(row).toEqual({ dihapus_oleh: siti.id, dihapus_pada: startOfTests });
    expect((await auditOf(id)).map(({ aksi, user_id }) => [aksi, user_id])).toEqual([
      ['complaint.deleted', siti.id],
    ]);
    expect((await siti.call(listNotifications)).body.data).toEqual([]);
  });

  test('answers 404 for any action on a deleted complaint', async () => {
    const [siti, ketua] = [await app.as.warga('A4-2'), await app.as.ketua()];
    const params = { id: (await report(siti)).body.id };
    await siti.call(complaints.deleteComplaint, { params });
    const answers = [
      await siti.call(complaints.deleteComplaint, { params }),
      await change(siti, params.id, { judul: 'Lagi' }),
      await ketua.call(complaints.answerComplaint, { params, body: { status: 'proses' } }),
      await ketua.call(complaints.listComplaintComments, { params }),
      await ketua.call(complaints.commentComplaint, { params, body: { komentar: 'Halo' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(404));
  });
});

describe('while the ketua has the complaint menu off', () => {
  beforeAll(() => set(false));
  afterAll(() => set(true));
  const set = async (complaintMenuEnabled: boolean) => {
    await (await app.as.ketua()).call(changeSettings, { body: { complaintMenuEnabled } });
  };

  test('refuses new complaints of every role and stores no photo', async () => {
    const people = [
      await app.as.warga('A5-1'),
      await app.as.koordinator('A'),
      await app.as.admin(),
      await app.as.ketua(),
    ];
    const before = await countFiles();
    for (const person of people) {
      const refused = await report(person, lamp, await photo());
      expect([refused.status, refused.refusal.code, refused.refusal.message]).toEqual([
        403,
        'complaints_disabled',
        'Menu aduan sedang dinonaktifkan oleh ketua.',
      ]);
    }
    expect(await countFiles()).toBe(before);
  });

  test('allows all actions on existing complaints', async () => {
    await set(true);
    const [siti, admin] = [await app.as.warga('A5-2'), await app.as.admin()];
    const { id } = (await report(siti)).body;
    const params = { id };
    await set(false);
    const answers = [
      await siti.call(complaints.listOwnComplaints),
      await admin.call(complaints.listComplaints),
      await admin.call(complaints.answerComplaint, { params, body: { status: 'proses' } }),
      await admin.call(complaints.commentComplaint, { params, body: { komentar: 'Kami cek.' } }),
      await siti.call(complaints.listComplaintComments, { params }),
      await change(siti, id, { judul: 'Lampu gang mati' }),
      await siti.call(complaints.deleteComplaint, { params }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 201, 200, 200, 200]);
  });
});
