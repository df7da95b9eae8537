import * as z from 'zod/mini';
import { changed, created, done, endpoint, idParams, list, one, page, paging } from './endpoint.ts';
import { blockFilter, line, oneOf, optionalText, search, text } from './fields.ts';
import { namesIn } from './names-in.ts';
import { roles } from './people.ts';

export const categoryLabels = {
  infrastruktur: 'Infrastruktur',
  keamanan: 'Keamanan',
  kebersihan: 'Kebersihan',
  lainnya: 'Lainnya',
} as const;
export type ComplaintCategory = keyof typeof categoryLabels;
export const complaintCategories = namesIn(categoryLabels);

export const complaintStatusLabels = {
  pending: 'Pending',
  proses: 'Proses',
  selesai: 'Selesai',
  ditolak: 'Ditolak',
} as const;
export type ComplaintStatus = keyof typeof complaintStatusLabels;
export const complaintStatuses = namesIn(complaintStatusLabels);

export const Complaint = z.object({
  id: z.number(),
  user_id: z.number(),
  judul: z.string(),
  kategori: z.enum(complaintCategories),
  deskripsi: z.string(),
  foto: z.nullable(z.string()),
  status: z.enum(complaintStatuses),
  jawaban: z.nullable(z.string()),
  foto_jawaban: z.nullable(z.string()),
  /** Author of the answer; without an answer, of the last status change; null before both. */
  nama_admin: z.nullable(z.string()),
  nama_user: z.string(),
  blok: z.nullable(z.string()),
  tanggal_aduan: z.string(),
  total_komentar: z.number(),
});
export type Complaint = z.output<typeof Complaint>;

const StatusCounts = z.object({
  pending: z.number(),
  proses: z.number(),
  selesai: z.number(),
  ditolak: z.number(),
} satisfies Record<ComplaintStatus, unknown>);
export type StatusCounts = z.output<typeof StatusCounts>;

export const ComplaintComment = z.object({
  id: z.number(),
  nama: z.string(),
  jenis: z.enum(roles),
  /** File name of the author's small photo. */
  potret: z.nullable(z.string()),
  komentar: z.string(),
  tanggal_komentar: z.string(),
});
export type ComplaintComment = z.output<typeof ComplaintComment>;

const fields = {
  judul: line('Judul', 150),
  kategori: oneOf('Kategori', complaintCategories),
  deskripsi: text('Deskripsi', 5_000),
};
const photo = { foto: { accept: 'image' } } as const;

export const listOwnComplaints = endpoint('GET', '/api/aduan/user', {
  allow: 'complaints.create',
  summary: 'Own complaints, newest first',
  returns: list(Complaint),
});
const filter = {
  kategori: z.optional(fields.kategori),
  blok: blockFilter,
  q: search,
};

export const listComplaints = endpoint('GET', '/api/aduan', {
  allow: 'complaints.read',
  summary:
    'Complaints in scope, newest first; `blok` takes a letter or a whole house, `q` searches title, description, name and house',
  query: z.object({ status: z.optional(oneOf('Status', complaintStatuses)), ...filter, ...paging }),
  returns: page(Complaint),
});
export const countComplaints = endpoint('GET', '/api/aduan/jumlah', {
  allow: 'complaints.read',
  summary: 'Number of complaints in scope per status, with the filters of the list',
  query: z.object(filter),
  returns: one(StatusCounts),
});
export const createComplaint = endpoint('POST', '/api/aduan', {
  allow: 'complaints.create',
  summary: 'Create a complaint; refused while complaints are disabled in the settings',
  body: z.object(fields),
  files: photo,
  returns: created(Complaint),
  creates: 'complaintCreated',
});
export const changeComplaint = endpoint('PUT', '/api/aduan/:id', {
  allow: 'complaints.edit',
  summary: 'Change an own complaint; omitted fields and the photo are kept, `hapus_foto=1` removes the photo',
  params: idParams,
  body: z.extend(z.partial(z.object(fields)), { hapus_foto: z.optional(z.string()) }),
  files: photo,
  returns: changed(Complaint),
});
export const deleteComplaint = endpoint('DELETE', '/api/aduan/:id', {
  allow: 'complaints.delete',
  summary: 'Delete a complaint',
  params: idParams,
  returns: done,
});
export const answerComplaint = endpoint('PUT', '/api/aduan/:id/status', {
  allow: 'complaints.answer',
  summary:
    'Set the status of a complaint and answer it; a missing or blank `jawaban` keeps the answer. With `jawaban_dilihat`, the answer that the writer saw, another one is not replaced (409 `complaint_answered`)',
  params: idParams,
  body: z.object({
    status: oneOf('Status', complaintStatuses),
    jawaban: optionalText('Jawaban', 5_000),
    jawaban_dilihat: optionalText('Jawaban yang dilihat', 5_000),
  }),
  files: { foto_jawaban: { accept: 'image' } },
  returns: changed(Complaint),
});
export const listComplaintComments = endpoint('GET', '/api/aduan/:id/comments', {
  allow: 'complaints.read',
  summary: 'Comments of a complaint, oldest first',
  params: idParams,
  returns: list(ComplaintComment),
});
export const commentComplaint = endpoint('POST', '/api/aduan/:id/comments', {
  allow: 'complaints.comment',
  summary: 'Comment on a complaint (staff)',
  params: idParams,
  body: z.object({ komentar: text('Komentar', 1_000) }),
  returns: created(ComplaintComment),
  creates: 'commentAdded',
});

export const complaintAudit = {
  subjects: { complaints: 'Aduan' },
  actions: {
    'complaint.changed': 'Mengubah aduan',
    'complaint.answered': 'Menangani aduan',
    'complaint.deleted': 'Menghapus aduan',
  },
} as const;
