import { parse as parseDisposition } from 'content-disposition';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as contract from '../../../contract/documents.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { pictures } from '../../testing/pictures.ts';
import { readAudit } from '../../testing/read-audit.ts';

let app: TestApp;
beforeAll(async () => {
  app = await makeApp();
});
afterAll(() => app.close());

const pdf = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';
const file = (content: string | Uint8Array<ArrayBuffer>, name: string) => new File([content], name);
const auditOf = (id: number) => readAudit(app.context.db, { entitas: 'documents', entitas_id: id });
const rules = { judul: 'Tata Tertib', kategori: 'Peraturan', deskripsi: 'Berlaku umum' } as const;
const wordStream = new Uint8Array(
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(2_000),
    Buffer.from('WordDocument', 'utf16le'),
    Buffer.alloc(600),
  ]),
);

describe('uploading', () => {
  test('stores a PDF under an unguessable name and downloads it under its own', async () => {
    const [admin, siti] = [await app.as.admin(), await app.as.warga('A1-1')];
    const uploaded = await admin.call(contract.uploadDocument, {
      body: rules,
      files: { file: file(pdf, 'Tata Tertib é.pdf') },
    });
    const document = uploaded.body.data;
    expect(uploaded).toMatchObject({ status: 201, body: { message: 'Dokumen berhasil diupload' } });
    expect(document).toMatchObject({
      ...rules,
      ukuran_file: pdf.length,
      tipe_file: 'application/pdf',
      admin_nama: admin.nama,
    });
    expect(document.nama_file).toMatch(/^[\w-]{20,}\.pdf$/);
    const response = await fetch(`${app.url}/assets/documents/${document.nama_file}?download`, {
      headers: { authorization: `Bearer ${siti.token}` },
    });
    expect(await response.text()).toBe(pdf);
    const named = parseDisposition(response.headers.get('content-disposition') ?? '');
    expect(named).toMatchObject({ type: 'attachment', parameters: { filename: 'Tata Tertib é.pdf' } });
  });

  test('detects the type from the content, not from the name', async () => {
    const admin = await app.as.admin();
    const jpeg = new Uint8Array(await pictures.jpeg());
    for (const [content, name] of [
      ['<html>', 'a.pdf'],
      [jpeg, 'b.pdf'],
      ['', 'c.pdf'],
      ['halo', 'd.docx'],
    ] as const) {
      const refused = await admin.call(contract.uploadDocument, {
        body: rules,
        files: { file: file(content, name) },
      });
      expect(refused, name).toMatchObject({ status: 415, refusal: { code: 'unsupported_document' } });
    }
    const word = await admin.call(contract.uploadDocument, {
      body: rules,
      files: { file: file(wordStream, 'surat.pdf') },
    });
    expect(word.body.data).toMatchObject({ tipe_file: 'application/msword', nama_asli: 'surat.pdf.doc' });
    const pdfOnly = await admin.call(contract.uploadDocument, {
      body: { ...rules, hanya_pdf: '1' },
      files: { file: file(wordStream, 'surat.doc') },
    });
    expect(pdfOnly).toMatchObject({ status: 415, refusal: { message: 'Hanya file PDF yang diperbolehkan' } });
  });

  test('without a category it is Umum; title and file are required', async () => {
    const ketua = await app.as.ketua();
    const plain = await ketua.call(contract.uploadDocument, {
      body: { judul: 'Info' },
      files: { file: file(pdf, 'info.pdf') },
    });
    expect(plain.body.data).toMatchObject({ kategori: 'Umum', deskripsi: null });
    const nothing = await ketua.call(contract.uploadDocument, { body: {}, files: {} } as never);
    expect(nothing.refusal.errors).toEqual({
      judul: 'Judul wajib diisi',
      file: 'File dokumen wajib diupload',
    });
  });
});

describe('keeping', () => {
  test('changes title, description and category but not the file; title and category are required', async () => {
    const admin = await app.as.admin();
    const { id, data } = (
      await admin.call(contract.uploadDocument, { body: rules, files: { file: file(pdf, 'x.pdf') } })
    ).body;
    const changed = await admin.call(contract.changeDocument, {
      params: { id },
      body: { judul: 'Baru', kategori: 'Umum', nama_file: 'lain.pdf' } as never,
    });
    expect(changed.body.data).toEqual({ ...data, judul: 'Baru', kategori: 'Umum' });
    const missing = await admin.call(contract.changeDocument, {
      params: { id },
      body: { judul: 'Baru' } as never,
    });
    expect(missing).toMatchObject({ status: 422, refusal: { errors: { kategori: 'Kategori wajib diisi' } } });
  });

  test('a deleted document’s file answers 404', async () => {
    const admin = await app.as.admin();
    const { id, data } = (
      await admin.call(contract.uploadDocument, { body: rules, files: { file: file(pdf, 'x.pdf') } })
    ).body;
    await admin.call(contract.deleteDocument, { params: { id } });
    const response = await fetch(`${app.url}/assets/documents/${data.nama_file}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(response.status).toBe(404);
    expect((await admin.call(contract.deleteDocument, { params: { id } })).status).toBe(404);
  });

  test('does not record a save without changes', async () => {
    const admin = await app.as.admin();
    const files = { file: file(pdf, 'a.pdf') };
    const { data } = (await admin.call(contract.uploadDocument, { body: rules, files })).body;
    const kept = await admin.call(contract.changeDocument, { params: { id: data.id }, body: rules });
    expect([kept.status, kept.body.data]).toEqual([200, data]);
    expect(await auditOf(data.id)).toHaveLength(1);
  });

  test('records concurrent changes with the state before each of them', async () => {
    const [admin, ketua] = [await app.as.admin(), await app.as.ketua()];
    const files = { file: file(pdf, 'a.pdf') };
    const { id } = (await admin.call(contract.uploadDocument, { body: rules, files })).body.data;
    const answers = await Promise.all(
      Array.from({ length: 10 }, async (_, index) =>
        (index % 2 === 0 ? admin : ketua).call(contract.changeDocument, {
          params: { id },
          body: { ...rules, judul: `Tata Tertib ${index}` },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const audit = await auditOf(id);
    expect(audit).toHaveLength(11);
    for (const [index, { sesudah }] of audit.slice(0, -1).entries())
      expect(sesudah).toMatchObject(audit[index + 1]?.sebelum ?? {}); // the first one knows the checksum, too
  });

  test('two who delete at once leave one audit row, and the second gets 404', async () => {
    const [admin, ketua] = [await app.as.admin(), await app.as.ketua()];
    for (let round = 0; round < 8; round += 1) {
      const files = { file: file(pdf, 'a.pdf') };
      const { id } = (await admin.call(contract.uploadDocument, { body: rules, files })).body.data;
      const remove = (by: Person) => by.call(contract.deleteDocument, { params: { id } });
      const answers = await Promise.all([remove(admin), remove(ketua)]);
      expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '404']);
      expect((await auditOf(id)).filter(({ aksi }) => aksi === 'document.deleted')).toHaveLength(1);
    }
  });

  test('coordinators and residents may read, search and count, but not change', async () => {
    const admin = await app.as.admin();
    const { id } = (
      await admin.call(contract.uploadDocument, {
        body: { judul: 'Notulen 100%', kategori: 'Notulen Rapat' },
        files: { file: file(pdf, 'n.pdf') },
      })
    ).body;
    for (const person of [await app.as.koordinator('A'), await app.as.warga('A1-1')]) {
      const found = await person.call(contract.listDocuments, { query: { q: '100%' } });
      expect(found.body.data.map((document) => document.id)).toEqual([id]);
      const counts = (await person.call(contract.countDocuments)).body.data;
      expect(counts.find(({ kategori }) => kategori === 'Notulen Rapat')?.jumlah).toBe(1);
      expect(counts).toHaveLength(6);
      const refused = [
        await person.call(contract.uploadDocument, { body: rules, files: { file: file(pdf, 'x.pdf') } }),
        await person.call(contract.changeDocument, {
          params: { id },
          body: { judul: 'X', kategori: 'Umum' },
        }),
        await person.call(contract.deleteDocument, { params: { id } }),
      ];
      expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
    }
  });

  test('filters by category', async () => {
    const ketua = await app.as.ketua();
    const body = { judul: 'Neraca', kategori: 'Laporan Keuangan' } as const;
    const { id } = (await ketua.call(contract.uploadDocument, { body, files: { file: file(pdf, 'n.pdf') } }))
      .body;
    const found = await ketua.call(contract.listDocuments, { query: { kategori: 'Laporan Keuangan' } });
    expect(found.body.data.map((document) => document.id)).toEqual([id]);
    const foreign = await ketua.call(contract.listDocuments, { query: { kategori: 'Lain' as never } });
    expect(foreign.status).toBe(422);
  });

  test('filters and searches by group of categories', async () => {
    const own = await makeApp();
    const [ketua, siti] = [await own.as.ketua(), await own.as.warga('A1-1')];
    const upload = async (judul: string, kategori: contract.DocumentCategory) =>
      await ketua.call(contract.uploadDocument, {
        body: { judul, kategori },
        files: { file: file(pdf, 'x.pdf') },
      });
    for (const kategori of contract.documentCategories) await upload(`Naskah ${kategori}`, kategori);
    await upload('Tata tertib parkir', 'Peraturan');
    const titles = async (query: object) =>
      (await siti.call(contract.listDocuments, { query })).body.data.map(({ judul }) => judul);
    expect(await titles({ kelompok: 'regulation' })).toEqual([
      'Tata tertib parkir',
      'Naskah Peraturan',
      'Naskah Surat Keputusan',
    ]);
    expect(await titles({ kelompok: 'other' })).toEqual(['Naskah Umum']);
    expect(await titles({ kelompok: 'regulation', q: 'parkir TATA' })).toEqual(['Tata tertib parkir']);
    expect(await titles({ kelompok: 'financial', q: 'parkir' })).toEqual([]);
    expect(await titles({ kelompok: 'regulation', kategori: 'Umum' })).toEqual([]);
    expect((await siti.call(contract.listDocuments, { query: { kelompok: 'x' as never } })).status).toBe(422);
    await own.close();
  });

  test('a change limited by `hanya` keeps concurrent changes of other fields', async () => {
    const [admin, ketua] = [await app.as.admin(), await app.as.ketua()];
    const { id } = (
      await admin.call(contract.uploadDocument, { body: rules, files: { file: file(pdf, 'x.pdf') } })
    ).body;
    const theirs = {
      judul: 'Tata Tertib 2026',
      kategori: 'Umum',
      deskripsi: 'Berlaku sejak Januari',
    } as const;
    await ketua.call(contract.changeDocument, { params: { id }, body: theirs });
    const changed = await admin.call(contract.changeDocument, {
      params: { id },
      body: { ...rules, kategori: 'Surat Keputusan', hanya: ['kategori'] },
    });
    expect(changed.body.data).toMatchObject({ ...theirs, kategori: 'Surat Keputusan' });
    const refused = await admin.call(contract.changeDocument, {
      params: { id },
      body: { ...rules, hanya: ['nama_file' as never] },
    });
    expect(refused.status).toBe(422);
  });

  test('pages newest first; changing or deleting one does not affect others', async () => {
    const own = await makeApp();
    const admin = await own.as.admin();
    const ids: number[] = [];
    for (const judul of ['Satu', 'Dua', 'Tiga', 'Empat']) {
      const body = { judul, deskripsi: judul };
      const added = await admin.call(contract.uploadDocument, { body, files: { file: file(pdf, 'x.pdf') } });
      ids.push(added.body.id);
    }
    await admin.call(contract.deleteDocument, { params: { id: ids[1] ?? 0 } });
    const changed = await admin.call(contract.changeDocument, {
      params: { id: ids[2] ?? 0 },
      body: { judul: 'Baru', kategori: 'Umum', deskripsi: '' },
    });
    expect(changed.body.data.deskripsi).toBeNull();

    const first = (await admin.call(contract.listDocuments, { query: { limit: 2 } })).body;
    const query = { limit: 2, cursor: first.nextCursor ?? '' };
    const rest = (await admin.call(contract.listDocuments, { query })).body;
    const titles = [first, rest].map(({ data }) => data.map(({ judul }) => judul));
    expect(titles).toEqual([['Empat', 'Baru'], ['Satu']]);
    await own.close();
  });
});
