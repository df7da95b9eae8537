/** Months that are overdue: one's own, and the list for staff. The rule is in `owed.ts`. */
import * as z from 'zod/mini';
import { obstacle } from './approvals.ts';
import { endpoint, exported, exportFormat, idParam, one, page, paging, sumOf } from './endpoint.ts';
import { blockFilter, oneOf, search } from './fields.ts';
import { type ArrearsAge, arrearsAgeKeys, arrearsAges, yearStates } from './owed.ts';
import { DuesChange } from './settings.ts';

const DueMonth = z.object({ tahun: z.number(), bulan: z.number(), jumlah: z.number() });

/** Overdue months, oldest first, waived ones (`YYYY-MM`), the twelve months of the running year, and from when on a month costs how much. */
export const OwnDues = z.object({
  tunggakan: z.array(DueMonth),
  dibebaskan: z.array(z.string()),
  tahun: z.number(),
  bulanan: z.array(z.object({ bulan: z.number(), status: z.enum(yearStates), jumlah: z.number() })),
  /** Newest first. */
  tarif: z.array(DuesChange),
});
export type OwnDues = z.output<typeof OwnDues>;

/** `terbuka`: from this month on, the months that staff may record or waive, oldest first. */
const PayerDues = z.extend(OwnDues, { terbuka: z.array(DueMonth), ...obstacle });
export type PayerDues = z.output<typeof PayerDues>;

/** `bulan`: number of overdue months. */
const owed = {
  nama: z.string(),
  blok: z.nullable(z.string()),
  no_hp: z.nullable(z.string()),
  bulan: z.number(),
  jumlah: z.number(),
};

/** `sejak`: the oldest overdue month (`YYYY-MM`). `diingatkan`: when the house was last reminded; `tanpa_pengingat`: wants no reminder. */
export const Arrears = z.object({
  user_id: z.number(),
  ...owed,
  sejak: z.string(),
  umur: z.enum(arrearsAgeKeys),
  diingatkan: z.nullable(z.string()),
  diingatkan_oleh: z.nullable(z.string()),
  tanpa_pengingat: z.boolean(),
});
export type Arrears = z.output<typeof Arrears>;

const Payer = z.object({ user_id: z.number(), nama: z.string(), blok: z.nullable(z.string()) });

export const ageLabel = (umur: ArrearsAge) => arrearsAges[umur].label;

const filter = { blok: blockFilter, q: search, umur: z.optional(oneOf('Umur', arrearsAgeKeys)) };

export const getOwnDues = endpoint('GET', '/api/tunggakan/saya', {
  allow: 'signed-in',
  summary: 'Own overdue months, and each month of the running year',
  returns: one(OwnDues),
});
export const getPayerDues = endpoint('GET', '/api/tunggakan/warga/:userId', {
  allow: 'payments.read',
  summary:
    'Overdue months of a payer in scope, those from this one on that are neither paid nor waived, each month of the running year, and what a month costs',
  params: z.object({ userId: idParam }),
  returns: one(PayerDues),
});
export const listPayers = endpoint('GET', '/api/tunggakan/warga', {
  allow: 'payments.read',
  summary: 'Residents in scope, and officers who live here, ordered by house: all whose dues may be recorded',
  query: z.object({ q: search, ...paging }),
  returns: page(Payer),
});
export const listArrears = endpoint('GET', '/api/tunggakan', {
  allow: 'payments.read',
  summary: 'Payers in scope with overdue months, ordered by house',
  query: z.object({ ...filter, ...paging }),
  returns: page(Arrears),
});
export const countArrears = endpoint('GET', '/api/tunggakan/jumlah', {
  allow: 'payments.read',
  summary: 'Number of payers with overdue months, of these months, and their sum, by number of months',
  query: z.object({ blok: blockFilter, q: search }),
  returns: one(
    z.object({
      banyak: z.number(),
      bulan: z.number(),
      jumlah: z.number(),
      perUmur: z.array(z.object({ umur: z.enum(arrearsAgeKeys), banyak: z.number(), jumlah: z.number() })),
    }),
  ),
});
export const exportArrears = endpoint('GET', '/api/tunggakan/export', {
  allow: 'payments.read',
  summary: 'Export of all payers in scope with overdue months',
  query: z.object({ ...filter, ...exportFormat }),
  returns: exported(z.object({ ...owed, sejak: z.string(), umur: z.string() })),
  exports: [
    { key: 'nama', title: 'Nama', total: 'Total' },
    { key: 'blok', title: 'Blok' },
    { key: 'no_hp', title: 'No HP', kind: 'phone' },
    { key: 'bulan', title: 'Banyak Bulan', kind: 'number', total: sumOf('bulan') },
    { key: 'jumlah', title: 'Jumlah', kind: 'rupiah', total: sumOf('jumlah') },
    { key: 'sejak', title: 'Sejak' },
    { key: 'umur', title: 'Umur' },
  ],
});
