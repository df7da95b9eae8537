/** Documents of the estate: one store behind three screens. */
import * as z from 'zod/mini';
import { changed, created, done, endpoint, idParam, list, page, paging } from './endpoint.ts';
import { oneOf, optionalText, search, text } from './fields.ts';

export const documentCategories = [
  'Umum',
  'Surat Keputusan',
  'Laporan Keuangan',
  'Peraturan',
  'Notulen Rapat',
  'Surat Edaran',
] as const;
export type DocumentCategory = (typeof documentCategories)[number];

/** The categories of the screens `documents` and `document-management`, mapped onto the stored ones (decisions §6). */
export const documentGroups = {
  announcement: ['Surat Edaran'],
  regulation: ['Peraturan', 'Surat Keputusan'],
  financial: ['Laporan Keuangan'],
  meeting: ['Notulen Rapat'],
  other: ['Umum'],
} as const satisfies Record<string, readonly DocumentCategory[]>;
export type DocumentGroup = keyof typeof documentGroups;

export function groupOf(kategori: DocumentCategory): DocumentGroup {
  const groups = Object.entries(documentGroups) as [DocumentGroup, readonly DocumentCategory[]][];
  return groups.find(([, categories]) => categories.includes(kategori))?.[0] ?? 'other';
}

export const EstateDocument = z.object({
  id: z.number(),
  judul: z.string(),
  deskripsi: z.nullable(z.string()),
  kategori: z.enum(documentCategories),
  /** Unguessable name under `/assets/documents`. */
  nama_file: z.string(),
  /** The name a download gets. */
  nama_asli: z.string(),
  tipe_file: z.string(),
  /** Bytes. */
  ukuran_file: z.number(),
  admin_nama: z.string(),
  tanggal_upload: z.string(),
});
export type EstateDocument = z.output<typeof EstateDocument>;

const category = oneOf('Kategori', documentCategories);
const idParams = z.object({ id: idParam });

export const listDocuments = endpoint({
  method: 'GET',
  path: '/api/dokumen',
  allow: 'documents.read',
  summary: 'Documents, newest first; `q` searches title and description',
  query: z.object({
    kategori: z.optional(category),
    q: search,
    ...paging,
  }),
  returns: page(EstateDocument),
});
export const countDocuments = endpoint({
  method: 'GET',
  path: '/api/dokumen/kategori',
  allow: 'documents.read',
  summary: 'Every category and how many documents it has',
  returns: list(z.object({ kategori: z.enum(documentCategories), jumlah: z.number() })),
});
export const uploadDocument = endpoint({
  method: 'POST',
  path: '/api/dokumen',
  allow: 'documents.upload',
  summary: 'Upload a PDF, DOC or DOCX',
  body: z.object({
    judul: text('Judul', 150),
    deskripsi: optionalText('Deskripsi', 5_000),
    kategori: z.optional(category),
    /** `1` accepts PDF alone, as the screen `document-management` promises. */
    hanya_pdf: z.optional(z.string()),
  }),
  files: { file: { accept: 'document', required: 'File dokumen wajib diupload' } },
  returns: created(EstateDocument),
  creates: 'documentUploaded',
});
export const changeDocument = endpoint({
  method: 'PUT',
  path: '/api/dokumen/:id',
  allow: 'documents.edit',
  summary: 'Change title, description and category; the file cannot be replaced',
  params: idParams,
  body: z.object({
    judul: text('Judul', 150),
    deskripsi: optionalText('Deskripsi', 5_000),
    kategori: category,
  }),
  returns: changed(EstateDocument),
});
export const deleteDocument = endpoint({
  method: 'DELETE',
  path: '/api/dokumen/:id',
  allow: 'documents.delete',
  summary: 'Remove a document',
  params: idParams,
  returns: done,
});
