import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as complaints from '../../../contract/complaints.ts';
import { listNotifications, type Notification } from '../../../contract/notifications.ts';
import { changeResident } from '../../../contract/residents.ts';
import { makeApp, startOfTests, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { raw } from '../../testing/raw.ts';
import { readAudit } from '../../testing/read-audit.ts';

let app: TestApp;
let staff: Record<'ketua' | 'admin' | 'koordinator' | 'otherKoordinator', Person>;
beforeAll(async () => {
  app = await makeApp();
  staff = {
    ketua: await app.as.ketua(),
    admin: await app.as.admin(),
    koordinator: await app.as.koordinator('A'),
    otherKoordinator: await app.as.koordinator('B'),
  };
});
afterAll(() => app.close());

let siti: Person;
beforeEach(async () => {
  siti = await app.as.person('warga', { nama: 'Siti', blok: 'A1-1' });
});

const lamp = { judul: 'Lampu jalan mati', kategori: 'infrastruktur', deskripsi: 'Sudah tiga hari.' } as const;

const report = async (person: Person, body: object = {}, foto?: File) =>
  (await person.call(complaints.createComplaint, { body: { ...lamp, ...body }, files: { foto } })).body.data;

const answer = (person: Person, id: number, body: object, foto_jawaban?: File) =>
  person.call(complaints.answerComplaint, {
    params: { id },
    body: body as { status: 'proses' },
    files: { foto_jawaban },
  });

const comment = (person: Person, id: number, komentar: unknown) =>
  person.call(complaints.commentComplaint, { params: { id }, body: { komentar: komentar as string } });

const thread = (person: Person, id: number) =>
  person.call(complaints.listComplaintComments, { params: { id } });

const list = async (person: Person, query: object = {}) =>
  (await person.call(complaints.listComplaints, { query })).body;
const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);

const news = async (person: Person): Promise<Notification[]> =>
  (await person.call(listNotifications)).body.data;

const auditOf = (id: number) => readAudit(app.context.db, { entitas: 'complaints', entitas_id: id });

describe('reading', () => {
  test('returns all to ketua and admin, those of the block to coordinators, own ones to warga', async () => {
    const tono = await app.as.person('warga', { blok: 'B1-1' });
    const officer = await app.as.person('koordinator_perblok', { blok: 'B4' });
    const [ofSiti, ofTono, ofOfficer] = [await report(siti), await report(tono), await report(officer)];
    const all = [ofOfficer.id, ofTono.id, ofSiti.id];
    const seen = async (person: Person) => idsOf(await list(person)).filter((id) => all.includes(id));

    expect(await seen(staff.ketua)).toEqual(all);
    expect(await seen(staff.admin)).toEqual(all);
    expect(await seen(staff.koordinator)).toEqual([ofSiti.id]);
    expect(await seen(staff.otherKoordinator)).toEqual([ofOfficer.id, ofTono.id]);
    expect(idsOf(await list(siti))).toEqual([ofSiti.id]);
    for (const [person, id, status] of [
      [staff.admin, ofSiti.id, 200],
      [staff.koordinator, ofSiti.id, 200],
      [siti, ofSiti.id, 200],
      [staff.otherKoordinator, ofSiti.id, 404],
      [tono, ofSiti.id, 404],
    ] as const)
      expect((await thread(person, id)).status).toBe(status);
  });

  test('moves complaints with their owner to the new block', async () => {
    const { id } = await report(siti);
    await staff.admin.call(changeResident, { params: { id: siti.id }, body: { blok: 'B9' } });
    expect(idsOf(await list(staff.koordinator))).not.toContain(id);
    expect(idsOf(await list(staff.otherKoordinator, { status: 'pending' }))).toContain(id);
    expect(idsOf(await list(staff.admin, { blok: 'B' }))).toContain(id);
    expect(idsOf(await list(staff.admin, { blok: 'A' }))).not.toContain(id);
  });

  test('returns exactly these fields, without phone and e-mail', async () => {
    await report(siti);
    const { json, text } = await raw(app.url, 'GET /api/aduan?limit=1', { token: staff.admin.token });
    expect(Object.keys(json).toSorted()).toEqual(['data', 'nextCursor', 'status']);
    const [complaint = {}] = json.data as object[];
    expect(Object.keys(complaint).toSorted().join(' ')).toBe(
      'blok deskripsi foto foto_jawaban id jawaban judul kategori nama_admin nama_user status tanggal_aduan total_komentar user_id',
    );
    for (const secret of [siti.no_hp ?? '', siti.email]) expect(text).not.toContain(secret);
  });

  test('filters by status, category, block, house and words, with counts per status', async () => {
    const [dewi, rina] = [
      await app.as.person('warga', { nama: 'Dewi Lestari', blok: 'D1' }),
      await app.as.person('warga', { nama: 'Rina', blok: 'D12' }),
    ];
    const [bins, hole, thief] = [
      await report(dewi, {
        judul: 'Sampah',
        kategori: 'kebersihan',
        deskripsi: 'Belum diangkut 100% minggu ini',
      }),
      await report(rina, { judul: 'Jalan berlubang' }),
      await report(rina, { judul: 'Maling', kategori: 'keamanan' }),
    ];
    await answer(staff.admin, hole.id, { status: 'proses' });
    const found = async (query: object) => idsOf(await list(staff.ketua, { blok: 'd', ...query }));

    expect(await found({})).toEqual([thief.id, hole.id, bins.id]);
    expect(await found({ blok: 'D1' })).toEqual([bins.id]);
    expect(await found({ status: 'pending' })).toEqual([thief.id, bins.id]);
    expect(await found({ kategori: 'keamanan' })).toEqual([thief.id]);
    expect(await found({ q: ' DIANGKUT ' })).toEqual([bins.id]);
    expect(await found({ q: 'dewi' })).toEqual([bins.id]);
    expect(await found({ q: '%' })).toEqual([bins.id]);
    const counts = async (by: Person, query: object) =>
      (await by.call(complaints.countComplaints, { query: { blok: 'D', ...query } })).body.data;
    expect(await counts(staff.ketua, {})).toEqual({
      pending: 2,
      proses: 1,
      selesai: 0,
      ditolak: 0,
    });
    expect(await counts(staff.ketua, { q: 'rina' })).toMatchObject({
      pending: 1,
      proses: 1,
    });
    expect(await counts(staff.ketua, { kategori: 'keamanan' })).toMatchObject({
      pending: 1,
      proses: 0,
    });
    expect(await counts(staff.koordinator, {})).toMatchObject({ pending: 0, proses: 0 });
  });

  test('pages without gaps, and refuses invalid filters', async () => {
    const eka = await app.as.person('warga', { blok: 'E1' });
    const ids = [];
    for (let each = 0; each < 5; each += 1) ids.unshift((await report(eka)).id);
    const first = await list(staff.admin, { blok: 'E', limit: 2 });
    const second = await list(staff.admin, { blok: 'E', limit: 2, cursor: first.nextCursor });
    const third = await list(staff.admin, { blok: 'E', limit: 2, cursor: second.nextCursor });
    expect([first, second, third].map(idsOf)).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
    expect(third.nextCursor).toBeNull();
    for (const query of [
      'status=lunas',
      'kategori=maintenance',
      'limit=0',
      'cursor=abc',
      `q=${'x'.repeat(101)}`,
    ]) {
      const refused = await raw(app.url, `GET /api/aduan?${query}`, { token: staff.admin.token });
      expect([query, refused.status]).toEqual([query, 422]);
    }
  });
});

describe('answering', () => {
  test.each(['ketua', 'admin', 'koordinator'] as const)(
    'by the %s notifies the complainant',
    async (role) => {
      const { id } = await report(siti);
      const answered = await answer(staff[role], id, { status: 'proses', jawaban: ' Kami cek hari ini. ' });
      expect(answered.status).toBe(200);
      expect(answered.body).toMatchObject({
        message: 'Status aduan berhasil diupdate',
        data: { id, status: 'proses', jawaban: 'Kami cek hari ini.', foto_jawaban: null },
      });
      expect((await siti.call(complaints.listOwnComplaints)).body.data).toEqual([answered.body.data]);
      expect(await news(siti)).toMatchObject([
        {
          jenis: 'aduan-updated',
          judul: 'Aduan Diperbarui',
          pesan: `${staff[role].nama} menjawab aduan "Lampu jalan mati". Status: Proses.`,
          halaman: 'aduan-saya',
          dibaca: false,
        },
      ]);
      expect(await auditOf(id)).toMatchObject([
        {
          aksi: 'complaint.answered',
          user_id: staff[role].id,
          nama: staff[role].nama,
          tanggal: startOfTests,
          sebelum: { status: 'pending', jawaban: null },
          sesudah: { status: 'proses', jawaban: 'Kami cek hari ini.' },
        },
      ]);
    },
  );

  test('allows every change of status, including reopening', async () => {
    const { id } = await report(siti);
    const path = [
      'proses',
      'selesai',
      'proses',
      'pending',
      'ditolak',
      'pending',
      'selesai',
      'pending',
    ] as const;
    for (const status of path)
      expect((await answer(staff.admin, id, { status })).body.data.status).toBe(status);
    const told = (await news(siti)).map(({ pesan }) => pesan);
    expect(told[0]).toBe('Aduan "Lampu jalan mati" kini berstatus Pending.');
    expect(told).toHaveLength(path.length);
  });

  test('keeps answer and photo if jawaban is missing or blank', async () => {
    const { id } = await report(siti);
    const first = await answer(staff.admin, id, { status: 'proses', jawaban: 'Dicek.' }, await photo());
    const { foto_jawaban } = first.body.data;
    expect(foto_jawaban).toMatch(/\.jpg$/);
    for (const body of [{ status: 'selesai' }, { status: 'selesai', jawaban: '  ' }]) {
      const kept = await answer(staff.ketua, id, body);
      expect(kept.body.data).toMatchObject({ status: 'selesai', jawaban: 'Dicek.', foto_jawaban });
    }
    const asJson = await raw(app.url, `PUT /api/aduan/${id}/status`, {
      token: staff.ketua.token,
      json: { status: 'pending', jawaban: null },
    });
    expect(asJson.json.data).toMatchObject({ status: 'pending', jawaban: 'Dicek.', foto_jawaban });
  });

  test('shows the author of the answer to complainant and staff', async () => {
    const { id } = await report(siti);
    const answerer = async (reader: Person) =>
      (await list(reader)).data.find((complaint) => complaint.id === id)?.nama_admin;
    const everybody = async () => {
      const own = await siti.call(complaints.listOwnComplaints);
      const names = [await answerer(staff.admin), await answerer(staff.koordinator), await answerer(siti)];
      return new Set([...names, own.body.data.find((complaint) => complaint.id === id)?.nama_admin]);
    };
    expect(await everybody()).toEqual(new Set([null]));
    await answer(staff.admin, id, { status: 'pending' });
    expect(await everybody()).toEqual(new Set([null]));
    await answer(staff.koordinator, id, { status: 'proses' });
    expect(await everybody()).toEqual(new Set([staff.koordinator.nama]));
    await answer(staff.admin, id, { status: 'proses', jawaban: 'Dicek.' });
    expect(await everybody()).toEqual(new Set([staff.admin.nama]));
    await answer(staff.ketua, id, { status: 'selesai' });
    await answer(staff.ketua, id, { status: 'selesai', jawaban: 'Dicek.' });
    expect(await everybody()).toEqual(new Set([staff.admin.nama]));
    const { body } = await answer(staff.ketua, id, { status: 'selesai' }, await photo());
    expect([body.data.nama_admin, await everybody()]).toEqual([
      staff.ketua.nama,
      new Set([staff.ketua.nama]),
    ]);
  });

  test('accepts a photo without text as an answer and notifies the complainant', async () => {
    const { id } = await report(siti);
    await answer(staff.admin, id, { status: 'pending' }, await photo());
    expect(await news(siti)).toMatchObject([
      { pesan: `${staff.admin.nama} menjawab aduan "Lampu jalan mati". Status: Pending.` },
    ]);
  });

  test('does not notify or record a request without changes', async () => {
    const { id } = await report(siti);
    for (let press = 0; press < 2; press += 1) await answer(staff.admin, id, { status: 'proses' });
    expect(await news(siti)).toHaveLength(1);
    expect(await auditOf(id)).toHaveLength(1);
  });

  test('does not notify staff who answer their own complaint', async () => {
    const { id } = await report(staff.koordinator);
    await answer(staff.koordinator, id, { status: 'selesai', jawaban: 'Sudah saya bereskan.' });
    await comment(staff.koordinator, id, 'Selesai.');
    expect(await news(staff.koordinator)).toEqual([]);
    await answer(staff.admin, id, { status: 'proses' });
    expect(await news(staff.koordinator)).toHaveLength(1);
  });

  test('is limited to staff in scope: 403 for others, 404 for another block', async () => {
    const { id } = await report(siti);
    const body = { status: 'selesai', jawaban: 'Beres' };
    const neighbour = await app.as.person('warga', { blok: 'A1-2' });
    for (const [person, status, code] of [
      [siti, 403, 'forbidden'],
      [neighbour, 403, 'forbidden'],
      [staff.otherKoordinator, 404, 'not_found'],
    ] as const) {
      const refused = await answer(person, id, body);
      expect([refused.status, refused.refusal.code]).toEqual([status, code]);
    }
    expect((await answer(staff.ketua, 2_147_483_647, body)).status).toBe(404);
    expect((await list(siti)).data).toMatchObject([{ status: 'pending', jawaban: null }]);
    expect(await news(siti)).toEqual([]);
  });

  test.each([
    ['no status', {}, { status: 'Status wajib diisi' }],
    ['the status of a payment', { status: 'dikonfirmasi' }, { status: 'Status tidak valid' }],
    [
      'a long answer',
      { status: 'proses', jawaban: 'x'.repeat(5_001) },
      { jawaban: 'Jawaban maksimal 5.000 karakter' },
    ],
    ['a number', { status: 'proses', jawaban: 5 }, { jawaban: 'Jawaban harus berupa teks' }],
  ])('%s is refused', async (_, json, errors) => {
    const { id } = await report(siti);
    const refused = await raw(app.url, `PUT /api/aduan/${id}/status`, { token: staff.admin.token, json });
    expect([refused.status, refused.json.errors]).toEqual([422, errors]);
  });

  test('refuses an invalid photo and leaves the complaint unchanged', async () => {
    const data = await report(siti);
    const refused = await answer(staff.admin, data.id, { status: 'selesai' }, new File(['bukan'], 'a.jpg'));
    expect([refused.status, refused.refusal.code]).toEqual([415, 'unsupported_image']);
    expect((await list(siti)).data).toEqual([data]);
  });

  test('no longer serves a replaced photo of an answer', async () => {
    const { id } = await report(siti);
    const send = async () =>
      (await answer(staff.admin, id, { status: 'proses' }, await photo())).body.data.foto_jawaban;
    const [first, second] = [await send(), await send()];
    const get = async (foto: string | null) =>
      (await raw(app.url, `GET /assets/uploads/${foto}`, { token: siti.token })).status;
    expect([await get(first), await get(second)]).toEqual([404, 200]);
  });
});

describe('the thread', () => {
  test('is ordered by time, and the complainant is notified of each comment', async () => {
    const { id } = await report(siti);
    for (const role of ['koordinator', 'ketua', 'admin'] as const) {
      const written = await comment(staff[role], id, `  Dari ${role} 🙏\nbaris dua `);
      expect(written.status).toBe(201);
      expect(written.body).toEqual({
        status: 'success',
        message: 'Komentar berhasil ditambahkan',
        id: written.body.data.id,
        data: {
          id: written.body.id,
          nama: staff[role].nama,
          jenis: staff[role].jenis,
          potret: null,
          komentar: `Dari ${role} 🙏\nbaris dua`,
          tanggal_komentar: startOfTests,
        },
      });
    }
    const read = (await thread(siti, id)).body.data;
    expect(read.map(({ jenis }) => jenis)).toEqual(['koordinator_perblok', 'ketua', 'admin']);
    expect((await list(siti)).data[0]?.total_komentar).toBe(3);
    expect((await news(siti)).map(({ pesan, halaman }) => [pesan, halaman])).toEqual(
      ['admin', 'ketua', 'koordinator'].map((role) => [
        `${staff[role as 'admin'].nama} mengomentari aduan "Lampu jalan mati".`,
        'aduan-saya',
      ]),
    );
  });

  test('accepts comments of staff in scope only', async () => {
    const { id } = await report(siti);
    expect((await comment(siti, id, 'Bagaimana?')).status).toBe(403);
    expect((await comment(staff.otherKoordinator, id, 'Halo')).status).toBe(404);
    expect((await thread(staff.admin, id)).body.data).toEqual([]);
    expect(await news(siti)).toEqual([]);
  });

  test.each([
    ['nothing', undefined, 'Komentar wajib diisi'],
    ['blanks', ' \n ', 'Komentar wajib diisi'],
    ['1,001 characters', 'x'.repeat(1_001), 'Komentar maksimal 1.000 karakter'],
    ['a number', 5, 'Komentar harus berupa teks'],
  ])('refuses %s as a comment', async (_, komentar, sentence) => {
    const { id } = await report(siti);
    const refused = await comment(staff.admin, id, komentar);
    expect([refused.status, refused.refusal.errors]).toEqual([422, { komentar: sentence }]);
    expect((await thread(siti, id)).body.data).toEqual([]);
  });

  test('accepts 1,000 characters', async () => {
    const { id } = await report(siti);
    expect((await comment(staff.admin, id, 'x'.repeat(1_000))).status).toBe(201);
  });
});

describe('deleting', () => {
  const remove = (person: Person, id: number) => person.call(complaints.deleteComplaint, { params: { id } });

  test.each([
    ['ketua', 200],
    ['koordinator', 200],
    ['admin', 404],
    ['otherKoordinator', 404],
  ] as const)('a complaint of another resident in block A: %s gets %i', async (role, status) => {
    const { id } = await report(siti);
    expect((await remove(staff[role], id)).status).toBe(status);
    expect(idsOf(await list(siti))).toEqual(status === 200 ? [] : [id]);
    expect((await news(siti)).map(({ pesan }) => pesan)).toEqual(
      status === 200 ? [`${staff[role].nama} menghapus aduan "Lampu jalan mati".`] : [],
    );
  });

  test('admins may delete only their own, neighbours none', async () => {
    const own = await report(staff.admin);
    const { id } = await report(siti);
    expect((await remove(await app.as.person('warga', { blok: 'A1-3' }), id)).status).toBe(404);
    expect((await remove(staff.admin, own.id)).status).toBe(200);
    expect(await news(staff.admin)).toEqual([]);
  });
});

test.each(['0', '-1', '1.5', 'satu', '%00'])('answers 400 for the id %s', async (id) => {
  for (const line of [`PUT /api/aduan/${id}`, `DELETE /api/aduan/${id}`, `GET /api/aduan/${id}/comments`]) {
    const refused = await raw(app.url, line, { token: staff.ketua.token });
    expect([line, refused.status]).toEqual([line, 400]);
  }
});

test('requires a session', async () => {
  const answers = await Promise.all(
    [
      'GET /api/aduan',
      'GET /api/aduan/user',
      'POST /api/aduan',
      'PUT /api/aduan/1',
      'PUT /api/aduan/1/status',
    ]
      .concat(['DELETE /api/aduan/1', 'GET /api/aduan/1/comments', 'POST /api/aduan/1/comments'])
      .map((line) => raw(app.url, line)),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(401));
});
