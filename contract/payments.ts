import * as z from 'zod/mini';
import { obstacle } from './approvals.ts';
import { ofBill, PaidBill } from './bills.ts';
import type { AccountKind } from './cash-book.ts';
import {
  changed,
  created,
  done,
  endpoint,
  exportFormat,
  exportOf,
  idParam,
  idParams,
  list,
  monthParam,
  one,
  page,
  paging,
  sumOf,
  yearParam,
} from './endpoint.ts';
import { amount, blockFilter, oneOf, optionalText, personId, search } from './fields.ts';
import { MonthCounts } from './month-counts.ts';
import { namesIn } from './names-in.ts';
import { namesMonths, paidMonths } from './paid-months.ts';
import { placeFields } from './places.ts';
import { SameReference, transferReference } from './references.ts';

/** States of a payment record. A month without a record is `belum_bayar`. */
export const paymentStatuses = ['menunggu_konfirmasi', 'dikonfirmasi', 'ditolak'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];
export const monthStatuses = ['belum_bayar', ...paymentStatuses] as const;
export type MonthStatus = (typeof monthStatuses)[number];

export const unpaid = 'belum_bayar' as const satisfies MonthStatus;
export const waiting = 'menunggu_konfirmasi' as const satisfies PaymentStatus;

export const methodLabels = { transfer: 'Transfer', tunai: 'Tunai' } as const;
export type PaymentMethod = keyof typeof methodLabels;
export const paymentMethods = namesIn(methodLabels);
/** Kind of account that money goes into, if there is one, where no account is named. */
export const receivingKinds = { transfer: 'bank', tunai: 'kas' } as const satisfies Record<
  PaymentMethod,
  AccountKind
>;
export const statusLabels: Record<MonthStatus, string> = {
  belum_bayar: 'Belum Bayar',
  menunggu_konfirmasi: 'Menunggu Konfirmasi',
  dikonfirmasi: 'Lunas',
  ditolak: 'Ditolak',
};

export const canReview = (payment: { status: string }) => payment.status === waiting;
export const canDelete = (payment: { status: string }) => payment.status !== 'dikonfirmasi';
export const canPay = (status: MonthStatus) => status === 'belum_bayar' || status === 'ditolak';

export const payableYears = (thisYear: number) => [thisYear - 1, thisYear, thisYear + 1];
export const recordableYears = (thisYear: number) => [thisYear - 2, thisYear - 1, thisYear];
export const filterYears = (thisYear: number) => [-3, -2, -1, 0, 1].map((shift) => thisYear + shift);

/** `catatan` is the note of the reviewer, `keterangan` the note of staff who recorded the payment. */
export const Payment = z.object({
  id: z.number(),
  user_id: z.number(),
  tahun: z.number(),
  bulan: z.number(),
  jumlah: z.number(),
  status: z.enum(paymentStatuses),
  bukti_transfer: z.nullable(z.string()),
  tanggal_upload: z.string(),
  tanggal_konfirmasi: z.nullable(z.string()),
  catatan: z.nullable(z.string()),
  keterangan: z.nullable(z.string()),
  /** Id of the first payment with the same proof; null if the proof is for one month. */
  kelompok: z.nullable(z.number()),
  metode: z.enum(paymentMethods),
  referensi: z.nullable(z.string()),
});
export type Payment = z.output<typeof Payment>;

export const OwnPayment = z.extend(Payment, { tagihan: z.nullable(PaidBill) });
export type OwnPayment = z.output<typeof OwnPayment>;

const payer = { nama: z.string(), blok: z.nullable(z.string()), no_hp: z.nullable(z.string()) };

const samePayment = z.pick(Payment, { id: true, tahun: true, bulan: true, jumlah: true, status: true });

/** `sebukti`: all payments of a proof for several months, this one included, oldest month first; else empty. */
export const StaffPayment = z.extend(OwnPayment, {
  ...payer,
  dikonfirmasi_oleh_nama: z.nullable(z.string()),
  sebukti: z.array(samePayment),
  referensi_sama: z.nullable(SameReference),
});
export type StaffPayment = z.output<typeof StaffPayment>;

const ListedPayment = z.extend(StaffPayment, obstacle);
export type ListedPayment = z.output<typeof ListedPayment>;

/** A payment, or with `include=unpaid` a resident without one (`id` null). */
export const MonthRow = z.extend(ListedPayment, {
  id: z.nullable(z.number()),
  status: z.enum(monthStatuses),
  tanggal_upload: z.nullable(z.string()),
  metode: z.nullable(z.enum(paymentMethods)),
});
export type MonthRow = z.output<typeof MonthRow>;

const proof = { bukti_transfer: { accept: 'image', required: 'Bukti transfer harus diupload' } } as const;
const upload = {
  counts: 'minute',
  body: z.object({ ...paidMonths, ...ofBill, ...transferReference }).check(...namesMonths),
  files: proof,
  returns: created(Payment),
  creates: 'paymentUploaded',
} as const;
const ownList = { params: z.object({ userId: idParam }), returns: list(OwnPayment) };
const withdrawal = { params: idParams, query: z.object({ kelompok: z.optional(idParam) }), returns: done };

const statusColumns = [
  { key: 'status', of: z.string(), title: 'Status' },
  {
    key: 'jumlah',
    of: z.nullable(z.number()),
    title: 'Jumlah',
    kind: 'rupiah',
    only: 'xlsx',
    total: sumOf('jumlah', ({ status }) => status === statusLabels.dikonfirmasi),
  },
  { key: 'bukti', of: z.nullable(z.string()), title: 'Bukti', kind: 'link' },
  { key: 'metode', of: z.nullable(z.string()), title: 'Cara Bayar', only: 'xlsx' },
] as const;
const ownYear = {
  params: z.object({ year: yearParam }),
  query: z.object(exportFormat),
  ...exportOf([
    { key: 'no', of: z.number(), title: 'No', kind: 'number' },
    { key: 'bulan', of: z.string(), title: 'Bulan', total: 'Total lunas' },
    ...statusColumns,
  ]),
};

/** The specification gives warga and officers separate paths for the same four operations. */
export const listOwnPaymentsWarga = endpoint('GET', '/api/warga/payments/:userId', {
  allow: 'payments.own-warga',
  summary: 'Own payments of a warga',
  ...ownList,
});
export const listOwnPayments = endpoint('GET', '/api/user/payments/:userId', {
  allow: 'payments.own-staff',
  summary: 'Own payments of an officer',
  ...ownList,
});
export const uploadPaymentWarga = endpoint('POST', '/api/warga/payments', {
  allow: 'payments.own-warga',
  summary: 'Upload the proof of a transfer for months or a bill (warga); `referensi`: number on the slip',
  ...upload,
});
export const uploadPayment = endpoint('POST', '/api/user/payments', {
  allow: 'payments.own-staff',
  summary: 'Upload the proof of a transfer for months or a bill (officer); `referensi`: number on the slip',
  ...upload,
});
export const deletePaymentWarga = endpoint('DELETE', '/api/warga/payments/:id', {
  allow: 'payments.own-warga',
  summary: 'Delete an own unconfirmed payment (warga); with `kelompok` all of its proof, if all wait',
  ...withdrawal,
});
export const deletePayment = endpoint('DELETE', '/api/user/payments/:id', {
  allow: 'payments.own-staff',
  summary: 'Delete an own unconfirmed payment (officer); with `kelompok` all of its proof, if all wait',
  ...withdrawal,
});
export const exportOwnPaymentsWarga = endpoint('GET', '/api/warga/payments/export/:year', {
  allow: 'payments.own-warga',
  summary: 'Export of the own payment status for each month of a year (warga)',
  ...ownYear,
});
export const exportOwnPayments = endpoint('GET', '/api/user/payments/export/:year', {
  allow: 'payments.own-staff',
  summary: 'Export of the own payment status for each month of a year (officer)',
  ...ownYear,
});

const staffFilter = {
  blok: blockFilter,
  status: z.optional(oneOf('Status', monthStatuses)),
  q: search,
};

export const listPayments = endpoint('GET', '/api/admin/payments', {
  allow: 'payments.read',
  summary: 'Payments in scope, newest first; `urutan=terlama` reverses the order',
  query: z.object({ ...staffFilter, urutan: z.optional(oneOf('Urutan', ['terlama'])), ...paging }),
  returns: page(ListedPayment),
});
export const listMonthPayments = endpoint('GET', '/api/admin/payments/:year/:month', {
  allow: 'payments.read',
  summary: 'Payments of a month in scope; `include=unpaid` adds who has none, ordered by house',
  params: z.object({ year: yearParam, month: monthParam }),
  query: z.object({ ...staffFilter, include: z.optional(oneOf('include', ['unpaid'])), ...paging }),
  returns: page(MonthRow),
});
export const countMonthPayments = endpoint('GET', '/api/admin/payments/:year/:month/jumlah', {
  allow: 'payments.read',
  summary: 'Number of residents and payments of a month per status, and the sum received',
  params: z.object({ year: yearParam, month: monthParam }),
  query: z.object({ blok: blockFilter }),
  returns: one(MonthCounts),
});
export const countWaitingPayments = endpoint('GET', '/api/admin/payments/menunggu', {
  allow: 'payments.read',
  summary: 'Number of waiting payments of all months, and of those that the reader may decide',
  returns: one(z.object({ total: z.number(), untuk_diperiksa: z.number() })),
});
export const reviewPayment = endpoint('PUT', '/api/admin/payments/:id/confirm', {
  allow: 'payments.review',
  counts: 'minute',
  summary: 'Confirm or reject a waiting payment, with `kelompok` all of its proof if `jumlah` is their sum',
  params: idParams,
  body: z.object({
    status: oneOf('Status', ['dikonfirmasi', 'ditolak']),
    catatan: optionalText('Catatan', 500),
    kelompok: z.optional(personId('Kelompok')),
    jumlah: z.optional(amount),
    ...placeFields,
  }),
  returns: changed(StaffPayment),
});
export const exportMonthPayments = endpoint('GET', '/api/admin/payments/export/:year/:month', {
  allow: 'payments.read',
  summary: 'Export of a month: status of every resident in scope; with `status` all payments in it',
  params: z.object({ year: yearParam, month: monthParam }),
  query: z.object({ ...staffFilter, ...exportFormat }),
  ...exportOf([
    { key: 'nama', of: z.string(), title: 'Nama', total: 'Total lunas' },
    { key: 'blok', of: z.nullable(z.string()), title: 'Blok' },
    { key: 'no_hp', of: z.nullable(z.string()), title: 'No HP', kind: 'phone' },
    ...statusColumns,
    { key: 'tanggal_upload', of: z.nullable(z.string()), title: 'Tanggal Upload', kind: 'date' },
  ]),
});
export const recordPayment = endpoint('POST', '/api/payments', {
  allow: 'payments.record',
  counts: 'minute',
  summary: 'Record what a payer paid, `metode=tunai` without a proof; `jumlah` is the sum of all months',
  body: z
    .object({
      user_id: personId('Warga'),
      ...paidMonths,
      jumlah: amount,
      metode: z.optional(oneOf('Cara bayar', paymentMethods)),
      keterangan: optionalText('Keterangan', 500),
      ...placeFields,
    })
    .check(...namesMonths),
  files: { bukti_transfer: { ...proof.bukti_transfer, unless: { metode: 'tunai' } } },
  returns: created(StaffPayment),
  creates: 'paymentRecorded',
});
