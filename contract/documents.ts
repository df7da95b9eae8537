import * as z from 'zod/mini';
import { changed, created, done, endpoint, idParams, list, page, paging } from './endpoint.ts';
import { line, oneOf, onlyThese, optionalText, search } from './fields.ts';
import { namesIn } from './names-in.ts';

export const documentCategories = [
  'Umum',
  'Surat Keputusan',
  'Laporan Keuangan',
  'Peraturan',
  'Notulen Rapat',
  'Surat Edaran',
] as const;
export type DocumentCategory = (typeof documentCategories)[number];

/** The screens `documents` and `document-management` show groups of the stored categories. */
export const documentGroups = {
  announcement: ['Surat Edaran'],
  regulation: ['Peraturan', 'Surat Keputusan'],
  financial: ['Laporan Keuangan'],
  meeting: ['Notulen Rapat'],
  other: ['Umum'],
} as const satisfies Record<string, readonly DocumentCategory[]>;
export type DocumentGroup = keyof typeof documentGroups;
export const groups = namesIn(documentGroups);

export const categoriesIn = (group: DocumentGroup): readonly DocumentCategory[] => documentGroups[group];

export const groupOf = (kategori: DocumentCategory): DocumentGroup =>
  groups.find((group) => categoriesIn(group).includes(kategori)) ?? 'other';

export const EstateDocument = z.object({
  id: z.number(),
  judul: z.string(),
  deskripsi: z.nullable(z.string()),
  kategori: z.enum(documentCategories),
  nama_file: z.string(),
  nama_asli: z.string(),
  tipe_file: z.string(),
  /** Bytes. */
  ukuran_file: z.number(),
  admin_nama: z.string(),
  tanggal_upload: z.string(),
});
export type EstateDocument = z.output<typeof EstateDocument>;

const category = oneOf('Kategori', documentCategories);

export const listDocuments = endpoint('GET', '/api/dokumen', {
  allow: 'documents.read',
  summary:
    'Documents, newest first; `kelompok` selects a group of categories, `q` searches title and description',
  query: z.object({
    kategori: z.optional(category),
    kelompok: z.optional(oneOf('Kelompok', groups)),
    q: search,
    ...paging,
  }),
  returns: page(EstateDocument),
});
export const countDocuments = endpoint('GET', '/api/dokumen/kategori', {
  allow: 'documents.read',
  summary: 'Number of documents per category',
  returns: list(z.object({ kategori: z.enum(documentCategories), jumlah: z.number() })),
});
export const uploadDocument = endpoint('POST', '/api/dokumen', {
  allow: 'documents.upload',
  counts: 'minute',
  summary: 'Upload a PDF, DOC or DOCX',
  body: z.object({
    judul: line('Judul', 150),
    deskripsi: optionalText('Deskripsi', 5_000),
    kategori: z.optional(category),
    /** `1` accepts only PDF; sent by the screen `document-management`. */
    hanya_pdf: z.optional(z.string()),
  }),
  files: { file: { accept: 'document', required: 'File dokumen wajib diupload' } },
  returns: created(EstateDocument),
  creates: 'documentUploaded',
});
export const changeDocument = endpoint('PUT', '/api/dokumen/:id', {
  allow: 'documents.edit',
  summary: 'Change title, description and category; the file cannot be replaced',
  params: idParams,
  body: z.object({
    judul: line('Judul', 150),
    deskripsi: optionalText('Deskripsi', 5_000),
    kategori: category,
    hanya: onlyThese(['judul', 'deskripsi', 'kategori']),
  }),
  returns: changed(EstateDocument),
});
export const deleteDocument = endpoint('DELETE', '/api/dokumen/:id', {
  allow: 'documents.delete',
  summary: 'Delete a document',
  params: idParams,
  returns: done,
});

export const documentAudit = {
  subjects: { documents: 'Dokumen' },
  actions: {
    'document.uploaded': 'Mengunggah dokumen',
    'document.changed': 'Mengubah dokumen',
    'document.deleted': 'Menghapus dokumen',
  },
} as const;
