/** The append-only log of every change to money, people and settings. */
import * as z from 'zod/mini';
import { endpoint, idParam, page, paging } from './endpoint.ts';
import { oneOf } from './fields.ts';

/** What an entry may be about. */
export const auditSubjects = [
  'payments',
  'expenses',
  'users',
  'complaints',
  'posts',
  'documents',
  'settings',
  'estate',
] as const;
export type AuditSubject = (typeof auditSubjects)[number];

/** What is done to them: noun and verb in the code's words. The log keeps what earlier versions wrote, too. */
export type AuditAction =
  | 'account.created'
  | 'account.changed'
  | 'account.deleted'
  | 'profile.changed'
  | 'password.changed'
  | 'payment.uploaded'
  | 'payment.confirmed'
  | 'payment.rejected'
  | 'payment.recorded'
  | 'payment.withdrawn'
  | 'expense.added'
  | 'expense.deleted'
  | 'settings.changed'
  | 'estate.restored'
  | 'complaint.changed'
  | 'complaint.answered'
  | 'complaint.deleted'
  | 'document.uploaded'
  | 'document.changed'
  | 'document.deleted'
  | 'post.deleted';

/**
 * `sebelum` and `sesudah` are the record as it was and as it is, null where there was or is none; of settings only what
 * changed, of a verdict or an answer only what it says. `user_id` is null for the system itself; `perihal` is what it is
 * about, as people call it: a name, a title, whose payment of which month.
 */
const AuditEntry = z.object({
  id: z.number(),
  tanggal: z.string(),
  user_id: z.nullable(z.number()),
  nama: z.nullable(z.string()),
  aksi: z.string(),
  entitas: z.enum(auditSubjects),
  entitas_id: z.nullable(z.number()),
  perihal: z.nullable(z.string()),
  sebelum: z.nullable(z.record(z.string(), z.unknown())),
  sesudah: z.nullable(z.record(z.string(), z.unknown())),
});
export type AuditEntry = z.output<typeof AuditEntry>;

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/audit',
  allow: 'audit.read',
  summary: 'Who changed what, newest first',
  query: z.object({
    entitas: z.optional(oneOf('Perihal', auditSubjects)),
    user_id: z.optional(idParam),
    ...paging,
  }),
  returns: page(AuditEntry),
});
