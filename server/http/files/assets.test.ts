import { parse as parseDisposition } from 'content-disposition';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerComplaint, createComplaint } from '../../../contract/complaints.ts';
import { deleteDocument, uploadDocument } from '../../../contract/documents.ts';
import { addExpense, deleteExpense } from '../../../contract/expenses.ts';
import { deletePaymentWarga, reviewPayment, uploadPaymentWarga } from '../../../contract/payments.ts';
import { createPost, deletePost } from '../../../contract/posts.ts';
import { updateProfileWarga } from '../../../contract/profile.ts';
import { sessionCookie } from '../../areas/auth/session-tokens.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { photo, pictures } from '../../testing/pictures.ts';

const cookieName = sessionCookie('http://localhost');
let app: TestApp;
let siti: Person;
beforeAll(async () => {
  app = await makeApp();
  siti = await app.as.warga('A1-1');
});
afterAll(() => app.close());

const pdf = new TextEncoder().encode(`%PDF-1.7\n${'isi '.repeat(300)}\n%%EOF`);

const uploaded = (nama: string | null) => `/assets/uploads/${nama}`;

async function proof(bulan: number) {
  const { body } = await siti.call(uploadPaymentWarga, {
    body: { tahun: 2026, bulan },
    files: { bukti_transfer: await photo() },
  });
  return { id: body.id, path: uploaded(body.data.bukti_transfer) };
}

async function complaint() {
  const { body } = await siti.call(createComplaint, {
    body: { judul: 'Lampu', deskripsi: 'Mati', kategori: 'infrastruktur' },
    files: { foto: await photo() },
  });
  const answered = await (await app.as.admin()).call(answerComplaint, {
    params: { id: body.id },
    body: { status: 'proses', jawaban: 'Diganti' },
    files: { foto_jawaban: await photo() },
  });
  return { path: uploaded(body.data.foto), answer: uploaded(answered.body.data.foto_jawaban) };
}

async function post() {
  const { body } = await siti.call(createPost, { body: { konten: 'Halo' }, files: { foto: await photo() } });
  return { id: body.id, path: uploaded(body.data.foto) };
}

async function portrait() {
  const foto_profile = `data:image/jpeg;base64,${(await pictures.jpeg()).toString('base64')}`;
  await siti.call(updateProfileWarga, { body: { nama: siti.nama, email: siti.email, foto_profile } });
  const { body } = await siti.call(createPost, { body: { konten: 'Salam' } });
  return uploaded(body.data.potret);
}

async function expense() {
  const { body } = await (await app.as.admin()).call(addExpense, {
    body: {
      tahun: 2026,
      bulan: 7,
      jumlah: 50_000,
      judul: 'Lampu',
      deskripsi: 'Lampu jalan',
      tanggal_digunakan: '2026-07-10',
    },
    files: { foto: await photo() },
  });
  return { id: body.id, path: uploaded(body.data.foto) };
}

async function document(name = 'Peraturan RT.pdf') {
  const { body } = await (await app.as.admin()).call(uploadDocument, {
    body: { judul: 'Peraturan' },
    files: { file: new File([pdf], name, { type: 'application/pdf' }) },
  });
  return { id: body.id, path: `/assets/documents/${body.data.nama_file}` };
}

const get = (person: Person | null, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(app.url + path, {
    method,
    headers: { ...headers, ...(person ? { cookie: `${cookieName}=${person.token}` } : {}) },
  });

const statusOf = async (person: Person | null, path: string) => (await get(person, path)).status;

describe('who may see what', () => {
  let files: Record<'proof' | 'complaint' | 'answer' | 'post' | 'expense' | 'document' | 'portrait', string>;
  let people: Record<string, Person>;
  beforeAll(async () => {
    const asked = await complaint();
    files = {
      proof: (await proof(1)).path,
      complaint: asked.path,
      answer: asked.answer,
      post: (await post()).path,
      expense: (await expense()).path,
      document: (await document()).path,
      portrait: await portrait(),
    };
    people = {
      owner: siti,
      neighbour: await app.as.warga('A1-2'),
      stranger: await app.as.warga('B1-1'),
      ownKoordinator: await app.as.koordinator('A'),
      otherKoordinator: await app.as.koordinator('B'),
      admin: await app.as.admin(),
      ketua: await app.as.ketua(),
    };
  });

  const everyone = ['owner', 'neighbour', 'stranger', 'ownKoordinator', 'otherKoordinator', 'admin', 'ketua'];
  const ownerAndStaff = ['owner', 'ownKoordinator', 'admin', 'ketua'];
  test.each([
    ['proof', ownerAndStaff],
    ['complaint', ownerAndStaff],
    ['answer', ownerAndStaff],
    ['post', everyone],
    ['expense', everyone],
    ['document', everyone],
    ['portrait', everyone],
  ] as const)('%s', async (kind, allowed) => {
    for (const [name, person] of Object.entries(people)) {
      const expected = allowed.includes(name) ? 200 : 404;
      for (const path of kind === 'document' ? [files[kind]] : [files[kind], `${files[kind]}?size=thumb`]) {
        expect([name, path, await statusOf(person, path)]).toEqual([name, path, expected]);
      }
    }
    expect(await statusOf(null, files[kind])).toBe(401);
  });

  test('coordinators see their own proof', async () => {
    const id = await app.given.payment({ of: await app.as.koordinator('C') });
    const row = await app.context.db
      .selectFrom('payments')
      .select('bukti_transfer')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(await statusOf(await app.as.koordinator('C'), uploaded(row.bukti_transfer))).toBe(200);
    expect(await statusOf(await app.as.koordinator('A'), uploaded(row.bukti_transfer))).toBe(404);
  });

  test('pictures and documents have separate paths', async () => {
    const swapped = (path: string) =>
      path.includes('uploads') ? path.replace('uploads', 'documents') : path.replace('documents', 'uploads');
    for (const path of Object.values(files))
      expect(await statusOf(people.ketua ?? null, swapped(path))).toBe(404);
  });

  test('a Bearer token is accepted; an expired one does not fall back to the cookie', async () => {
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    expect((await get(null, files.proof, bearer(siti.token))).status).toBe(200);
    expect((await get(siti, files.proof, bearer('tot'))).status).toBe(401);
    expect((await get(null, files.proof, bearer('tot'))).status).toBe(401);
    expect((await get(null, files.proof, { cookie: `${cookieName}=` })).status).toBe(401);
  });

  test('files of deleted records are 404; their proofs of money remain for readers of the audit log', async () => {
    const [admin, ketua] = [await app.as.admin(), await app.as.ketua()];
    const [withdrawn, gone, spent, filed] = [await proof(2), await post(), await expense(), await document()];
    await siti.call(deletePaymentWarga, { params: { id: withdrawn.id } });
    await siti.call(deletePost, { params: { id: gone.id } });
    await admin.call(deleteExpense, { params: { id: spent.id } });
    await admin.call(deleteDocument, { params: { id: filed.id } });
    for (const { path } of [withdrawn, gone, spent, filed])
      for (const person of [siti, admin]) expect(await statusOf(person, path)).toBe(404);
    for (const { path } of [withdrawn, spent]) expect(await statusOf(ketua, path)).toBe(200);
    for (const { path } of [gone, filed]) expect(await statusOf(ketua, path)).toBe(404);
  });

  test('the proof of a reviewed payment stays visible', async () => {
    const { id, path } = await proof(3);
    await (await app.as.admin()).call(reviewPayment, { params: { id }, body: { status: 'ditolak' } });
    expect([await statusOf(siti, path), await statusOf(await app.as.warga('A1-2'), path)]).toEqual([
      200, 404,
    ]);
  });

  test.each([
    '/assets/uploads/tidak-ada.jpg',
    '/assets/uploads/..%2Fguyub.db',
    '/assets/uploads/..%2F..%2Fguyub.db',
    '/assets/uploads/%2E%2E%2Fthumbnails%2Fx.jpg',
    '/assets/documents/..%5C..%5Cguyub.db',
    '/assets/documents/..%252Fguyub.db',
    '/assets/uploads/%00.jpg',
    '/assets/uploads/a%00.jpg',
    '/assets/uploads/.',
    '/assets/uploads/%F0%9F%93%B7.jpg',
    "/assets/uploads/'%20OR%201=1--",
    '/assets/uploads/',
    '/assets/',
    '/assets/thumbnails/x.jpg',
  ])('answers 404 for %s', async (path) => {
    expect(await statusOf(await app.as.ketua(), path)).toBe(404);
  });

  test('answers 404 with a message for a missing file', async () => {
    const { path } = await proof(4);
    await app.context.storage.remove(path.replace('/assets/', ''));
    const response = await get(siti, path);
    expect([response.status, await response.json()]).toEqual([
      404,
      expect.objectContaining({ code: 'not_found' }),
    ]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('etag')).toBeNull();
  });
});

describe('how a file travels', () => {
  let picture: string;
  let paper: string;
  beforeAll(async () => {
    picture = (await proof(5)).path;
    paper = (await document('Peraturan (baru) Über-RT.pdf')).path;
  });
  const header = async (path: string, name: string) => (await get(siti, path)).headers.get(name);

  test('with type and length, cacheable privately only, and without scripts', async () => {
    const nothing = "default-src 'none'; frame-ancestors 'self'";
    const pictures = `${nothing}; sandbox; style-src 'unsafe-inline'`;
    for (const [path, type, csp] of [
      [picture, 'image/jpeg', pictures],
      [`${picture}?size=thumb`, 'image/jpeg', pictures],
      [paper, 'application/pdf', `${nothing}; style-src 'unsafe-inline'`], // Safari shows no sandboxed PDF,
    ] as const) {
      const response = await get(siti, path);
      const length = (await response.arrayBuffer()).byteLength;
      const headers = Object.fromEntries(response.headers);
      expect(headers).toMatchObject({
        'content-type': type,
        'content-length': String(length),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        vary: 'cookie, authorization',
        'accept-ranges': 'bytes',
      });
      expect(headers['cache-control']).toMatch(/^private\b/);
      expect(headers['content-security-policy']).toBe(csp);
    }
    expect((await (await get(siti, paper)).arrayBuffer()).byteLength).toBe(pdf.length);
  });

  test('refusals are never cached', async () => {
    for (const response of [await get(null, picture), await get(await app.as.warga('B1-1'), picture)]) {
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  });

  test('answers 304 for a current ETag, if still permitted', async () => {
    const etag = (await header(picture, 'etag')) ?? '';
    expect(etag).not.toBe('');
    for (const known of [etag, `W/${etag}`, `"alt", ${etag}`, '*']) {
      const response = await get(siti, picture, { 'if-none-match': known });
      expect([known, response.status, await response.text()]).toEqual([known, 304, '']);
    }
    expect((await get(siti, picture, { 'if-none-match': '"alt"' })).status).toBe(200);
    expect((await get(await app.as.warga('B1-1'), picture, { 'if-none-match': etag })).status).toBe(404);
    expect((await get(null, picture, { 'if-none-match': etag })).status).toBe(401);
  });

  test('thumbnail and picture have different ETags', async () => {
    expect(await header(picture, 'etag')).not.toBe(await header(`${picture}?size=thumb`, 'etag'));
  });

  test('HEAD has the headers of GET', async () => {
    const [head, full] = [await get(siti, paper, {}, 'HEAD'), await get(siti, paper)];
    expect([head.status, await head.text()]).toEqual([200, '']);
    for (const name of ['content-type', 'content-length', 'etag', 'accept-ranges']) {
      expect([name, head.headers.get(name)]).toEqual([name, full.headers.get(name)]);
    }
  });

  test('a document is sent under the name it was uploaded with', async () => {
    const named = parseDisposition((await header(paper, 'content-disposition')) ?? '');
    expect(named).toMatchObject({ type: 'inline', parameters: { filename: 'Peraturan (baru) Über-RT.pdf' } });
    expect(await header(`${paper}?download`, 'content-disposition')).toMatch(/^attachment; /);
    expect(await header(picture, 'content-disposition')).toBe('inline');
    const cut = await document(`${'a'.repeat(149)}😀.pdf`);
    expect(await statusOf(siti, cut.path)).toBe(200);
  });

  const whole = Buffer.from(pdf);
  test.each([
    ['the first bytes', 'bytes=0-9', 0, 9],
    ['a middle', 'bytes=100-199', 100, 199],
    ['an open end', 'bytes=1000-', 1000, whole.length - 1],
    ['the last bytes', 'bytes=-20', whole.length - 20, whole.length - 1],
    ['more last bytes than there are', 'bytes=-99999', 0, whole.length - 1],
    ['an end beyond the end', 'bytes=10-99999', 10, whole.length - 1],
    ['one byte', 'bytes=0-0', 0, 0],
  ])('serves a range of a document: %s', async (_, range, start, end) => {
    const response = await get(siti, paper, { range });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/${whole.length}`);
    expect(response.headers.get('content-length')).toBe(String(end - start + 1));
    expect(Buffer.from(await response.arrayBuffer())).toEqual(whole.subarray(start, end + 1));
  });

  test.each(['bytes=99999-', 'bytes=99999-100000', 'bytes=-0'])(
    'refuses an unsatisfiable range: %s',
    async (range) => {
      const response = await get(siti, paper, { range });
      expect([response.status, response.headers.get('content-range'), await response.text()]).toEqual([
        416,
        `bytes */${whole.length}`,
        '',
      ]);
    },
  );

  test.each([
    'bytes=9-1',
    'bytes=',
    'bytes=a-b',
    'bytes=-',
    'seiten=1-2',
    'bytes=0-1,5-6',
    `bytes=${'9'.repeat(400)}-`,
  ])('serves the whole file for other ranges: %s', async (range) => {
    const response = await get(siti, paper, { range });
    const length = (await response.arrayBuffer()).byteLength;
    expect([
      [200, whole.length],
      [416, 0],
    ]).toContainEqual([response.status, length]);
  });

  test('ignores a range for another ETag (If-Range)', async () => {
    const etag = (await header(paper, 'etag')) ?? '';
    expect((await get(siti, paper, { range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
    expect((await get(siti, paper, { range: 'bytes=0-9', 'if-range': '"alt"' })).status).toBe(200);
  });

  test('serves ranges of pictures', async () => {
    const full = Buffer.from(await (await get(siti, picture)).arrayBuffer());
    const response = await get(siti, picture, { range: 'bytes=5-14' });
    expect([response.status, Buffer.from(await response.arrayBuffer())]).toEqual([206, full.subarray(5, 15)]);
  });
});
