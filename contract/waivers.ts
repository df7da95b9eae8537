/**
 * Waivers (`pembebasan`): months that a payer need not pay, and months from before the estate used the product. No money
 * moves; two people decide, also to end one.
 */
import * as z from 'zod/mini';
import { Approval } from './approvals.ts';
import { changed, endpoint, idParam, list, one } from './endpoint.ts';
import { monthOfBook, monthsOfBook, oneOf, optionalText, personId, text } from './fields.ts';
import { namesIn } from './names-in.ts';
import { waivedStates } from './owed.ts';
import { mostMonths } from './payment-months.ts';

/** Kinds of proposals besides a waiver. */
export const endingKind = 'pembebasan_akhir';
export const oldMonthsKind = 'sistem_lama';

export const waiverReasonLabels = {
  berduka: 'Warga berduka',
  pengurus: 'Pengurus sesuai AD/ART',
  lain: 'Alasan lain',
} as const;
export type WaiverReason = keyof typeof waiverReasonLabels;
export const waiverReasons = namesIn(waiverReasonLabels);

const months = monthsOfBook(mostMonths, 'sekali usul');

/** Months with the same `persetujuan_id` were decided together. `sendiri`: by one person, as the estate had no second one. */
const Waiver = z.object({
  tahun: z.number(),
  bulan: z.number(),
  jenis: z.enum(waivedStates),
  sebab: z.nullable(z.enum(waiverReasons)),
  jumlah: z.number(),
  tanggal: z.string(),
  persetujuan_id: z.number(),
  diajukan_oleh_nama: z.string(),
  diputuskan_oleh_nama: z.string(),
  sendiri: z.boolean(),
});
export type Waiver = z.output<typeof Waiver>;

const Proposed = z.object({ persetujuan: Approval });

export const listWaivers = endpoint('GET', '/api/pembebasan/warga/:userId', {
  allow: 'waivers.propose',
  summary: 'Months of a payer that are waived or settled before the product, oldest first',
  params: z.object({ userId: idParam }),
  returns: list(Waiver),
});
export const proposeWaiver = endpoint('POST', '/api/pembebasan', {
  allow: 'waivers.propose',
  summary: 'Propose that a payer need not pay some months; a second person decides',
  body: z.object({
    user_id: personId('Warga'),
    bulan: months,
    sebab: oneOf('Alasan', waiverReasons),
    keterangan: optionalText('Keterangan', 300),
  }),
  returns: changed(Proposed),
});
export const endWaiver = endpoint('POST', '/api/pembebasan/akhir', {
  allow: 'waivers.propose',
  summary: 'Propose that waived months, or months settled before the product, are owed again',
  body: z.object({ user_id: personId('Warga'), bulan: months, keterangan: text('Alasan', 300) }),
  returns: changed(Proposed),
});

const before = { sebelum: monthOfBook };

export const summarizeOldMonths = endpoint('GET', '/api/pembebasan/sistem-lama', {
  allow: 'waivers.propose',
  summary:
    'What is overdue before a month, of all or of one payer, and the latest month that may be named (`paling_akhir`)',
  query: z.object({ ...before, user_id: z.optional(idParam) }),
  returns: one(
    z.object({ rumah: z.number(), bulan: z.number(), jumlah: z.number(), paling_akhir: z.string() }),
  ),
});
export const settleOldMonths = endpoint('POST', '/api/pembebasan/sistem-lama', {
  allow: 'waivers.propose',
  summary:
    'Propose that everything overdue before a month, of all or of one payer, was settled before the estate used the product',
  body: z.object({ ...before, user_id: z.optional(personId('Warga')) }),
  returns: changed(Proposed),
});

export const waiverAudit = {
  subjects: { waivers: 'Pembebasan iuran' },
  actions: { 'waiver.granted': 'Membebaskan iuran', 'waiver.ended': 'Mengakhiri pembebasan iuran' },
} as const;
