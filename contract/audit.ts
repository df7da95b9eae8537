import * as z from 'zod/mini';
import { approvalAudit } from './approvals.ts';
import { auditorAudit } from './auditors.ts';
import { backupAudit } from './backup.ts';
import { billAudit } from './bills.ts';
import { bookAudit } from './book.ts';
import { categoryAudit } from './categories.ts';
import { closingAudit } from './closings.ts';
import { complaintAudit } from './complaints.ts';
import { documentAudit } from './documents.ts';
import { endpoint, idParam, page, paging } from './endpoint.ts';
import { erasureAudit } from './erasure.ts';
import { expenseAudit } from './expenses.ts';
import { oneOf } from './fields.ts';
import { handoverAudit } from './handovers.ts';
import { incomeAudit } from './income.ts';
import { logAudit } from './log.ts';
import { namesIn } from './names-in.ts';
import { accountAudit } from './officers.ts';
import { paymentAudit } from './payment-audit.ts';
import { placeAudit } from './places.ts';
import { postAudit } from './posts.ts';
import { pushAudit } from './push.ts';
import { rateAudit } from './rates.ts';
import { receiptAudit } from './receipts.ts';
import { reminderAudit } from './reminders.ts';
import { settingsAudit } from './settings.ts';
import { statementAudit } from './statement-audit.ts';
import { waiverAudit } from './waivers.ts';

const audits = [
  paymentAudit,
  expenseAudit,
  bookAudit,
  handoverAudit,
  receiptAudit,
  reminderAudit,
  statementAudit,
  pushAudit,
  incomeAudit,
  categoryAudit,
  placeAudit,
  approvalAudit,
  closingAudit,
  accountAudit,
  auditorAudit,
  erasureAudit,
  complaintAudit,
  postAudit,
  documentAudit,
  settingsAudit,
  rateAudit,
  billAudit,
  waiverAudit,
  backupAudit,
  logAudit,
];

type KeysOf<Labels> = Labels extends unknown ? keyof Labels : never;
type Audit = (typeof audits)[number];
export type AuditSubject = KeysOf<Extract<Audit, { subjects: unknown }>['subjects']>;
export type AuditAction = KeysOf<Audit['actions']>;

export const subjectLabels: Readonly<Record<AuditSubject, string>> = Object.assign(
  {},
  ...audits.map((audit) => 'subjects' in audit && audit.subjects),
);
export const auditSubjects = namesIn(subjectLabels);

/** Labels shown for actions. Actions of earlier versions stay in the log, so they keep their label. */
export const actionLabels: Readonly<Record<AuditAction, string>> = Object.assign(
  {},
  ...audits.map(({ actions }) => actions),
);

/**
 * `sebelum` and `sesudah` hold the record before and after the change, null if it did not exist. Settings store only
 * the changed keys; reviews and answers store only the reviewed or answered fields. `user_id` is null for the system.
 * `dihapus`: personal values of the row were erased since; the log still has their fingerprints.
 * `perihal` is the display name of the record: a name, a title, or payer and month of a payment.
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
  dihapus: z.boolean(),
  sebelum: z.nullable(z.record(z.string(), z.unknown())),
  sesudah: z.nullable(z.record(z.string(), z.unknown())),
});
export type AuditEntry = z.output<typeof AuditEntry>;

/** What an auditor reads in the log: everything about money, and the settings that decide where it goes. */
export const moneySubjects = [
  'payments',
  'expenses',
  'penerimaan',
  'entries',
  'setoran',
  'closings',
  'statements',
  'lines',
  'accounts',
  'funds',
  'approvals',
  'settings',
  'rates',
  'bills',
  'waivers',
] as const satisfies readonly AuditSubject[];

export const listAudit = endpoint('GET', '/api/audit', {
  allow: 'audit.read',
  summary: 'Audit log, newest first',
  query: z.object({
    entitas: z.optional(oneOf('Perihal', auditSubjects)),
    user_id: z.optional(idParam),
    ...paging,
  }),
  returns: page(AuditEntry),
});
export const listMoneyAudit = endpoint('GET', '/api/audit/uang', {
  allow: 'audit.read-money',
  summary: 'The part of the audit log that is about money, newest first',
  query: z.object({ entitas: z.optional(oneOf('Perihal', moneySubjects)), ...paging }),
  returns: page(AuditEntry),
});
