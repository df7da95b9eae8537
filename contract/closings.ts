/** Closed months: two people agree on what a month of the book contains, and from then on it stays. */
import * as z from 'zod/mini';
import { Approval, ListedApproval } from './approvals.ts';
import { changed, endpoint, page, paging } from './endpoint.ts';
import { countedMoney, monthOfBook, optionalText, personId, text } from './fields.ts';
import { namesIn } from './names-in.ts';

/** Kinds of proposals. */
export const closingKind = 'tutup_buku' as const;
export const versionKind = 'tutup_buku_versi' as const;

/** Characters of the reason for a difference between the book and what was counted. */
export const shortestReason = 10;

const Account = z.object({ akun_id: z.number(), nama: z.string(), saldo: z.number() });
const Fund = z.object({ dana_id: z.number(), nama: z.string(), saldo: z.number() });

/**
 * A month as the book has it, in rupiah. `saldo_awal` contains opening balances of the month itself, `banyak` counts its
 * entries, `saldo` of accounts and funds is that of the last day.
 */
const MonthSummary = z.object({
  saldo_awal: z.number(),
  pemasukan: z.number(),
  pengeluaran: z.number(),
  saldo_akhir: z.number(),
  banyak: z.number(),
  nomor_terakhir: z.nullable(z.number()),
  akun: z.array(Account),
  dana: z.array(Fund),
});
export type MonthSummary = z.output<typeof MonthSummary>;

/**
 * A closed month. `dihitung` is what the preparer found in the account; what it differs from the book was booked as
 * `selisih`, so that afterwards both are the same. `dana_selisih` names the fund that it was booked for, where the estate
 * has several.
 */
const ClosingSummary = z.extend(MonthSummary, {
  akun: z.array(z.extend(Account, { dihitung: z.number(), selisih: z.number() })),
  alasan: z.nullable(z.string()),
  dana_selisih: z.optional(z.string()),
});
export type ClosingSummary = z.output<typeof ClosingSummary>;

/** `sendiri`: there was no second person in the estate. */
const signatures = {
  disusun_oleh_nama: z.string(),
  disusun_pada: z.string(),
  disetujui_oleh_nama: z.string(),
  sendiri: z.boolean(),
};

/** What was found wrong later; the closing itself is version 1. `nomor` is the entry that corrects it. */
const ClosingVersion = z.object({
  versi: z.number(),
  penjelasan: z.string(),
  nomor: z.nullable(z.number()),
  ...signatures,
  disetujui_pada: z.string(),
});

export const Closing = z.object({
  id: z.number(),
  bulan: z.string(),
  ringkasan: ClosingSummary,
  entri_terakhir: z.number(),
  ...signatures,
  ditutup_pada: z.string(),
  /** First signed head of the log that holds the closing and its differences, as people read it; null before it is signed. */
  log_ukuran: z.nullable(z.number()),
  log_kepala: z.nullable(z.string()),
  versi: z.array(ClosingVersion),
});
export type Closing = z.output<typeof Closing>;

/** Why the statement of an account differs from the book of a month. */
export const gapLabels = {
  terbuka: 'mutasi bulan ini belum dicocokkan',
  dicatat_lain: 'mutasi bulan ini dicatat di bulan lain',
  dari_lain: 'mutasi bulan lain dicatat di bulan ini',
} as const;

/** Lines of the bank, with the rupiah that are open or in the book. */
const StatementGap = z.object({
  akun_id: z.number(),
  sebab: z.enum(namesIn(gapLabels)),
  banyak: z.number(),
  jumlah: z.number(),
});
export type StatementGap = z.output<typeof StatementGap>;

/**
 * The month to close next, for those who prepare it. `bisa` is false until `mulai`, the day after its last; `mutasi` is
 * empty as long. `usulan` is the latest proposal to close it: waiting, refused or withdrawn. `hitungan` is what was
 * counted for it, once it is refused or withdrawn.
 */
const NextClosing = z.object({
  bulan: z.string(),
  mulai: z.string(),
  bisa: z.boolean(),
  ringkasan: MonthSummary,
  mutasi: z.array(StatementGap),
  usulan: z.nullable(ListedApproval),
  hitungan: z.nullable(
    z.object({
      akun: z.array(z.object({ akun_id: z.number(), jumlah: z.number() })),
      alasan: z.nullable(z.string()),
      dana_id: z.nullable(z.number()),
    }),
  ),
});
export type NextClosing = z.output<typeof NextClosing>;

export const listClosings = endpoint('GET', '/api/tutup-buku', {
  allow: 'cash-book.read',
  summary: 'Closed months, latest first; `berikutnya` is the next one, for those who prepare it',
  query: z.object(paging),
  returns: z.extend(page(Closing), { berikutnya: z.nullable(NextClosing) }),
});

const Proposed = changed(z.object({ persetujuan: Approval }));

export const proposeClosing = endpoint('POST', '/api/tutup-buku', {
  allow: 'book.write',
  summary:
    'Propose to close the next month with what lies in each account; waits for a second person. A difference to the book needs a reason and is booked on the last day of the month for the fund `dana_id`, without it for the first one',
  body: z.object({
    bulan: monthOfBook,
    akun: z
      .array(z.object({ akun_id: personId('Rekening'), jumlah: countedMoney }), 'Akun harus berupa daftar')
      .check(
        z.minLength(1, 'Isi jumlah uang di setiap rekening'),
        z.maxLength(100, 'Rekening terlalu banyak'),
      ),
    alasan: optionalText('Alasan', 500),
    dana_id: z.optional(personId('Dana')),
  }),
  returns: Proposed,
});
export const proposeClosingVersion = endpoint('POST', '/api/tutup-buku/versi', {
  allow: 'book.write',
  summary:
    'Propose a note to a closed month about a mistake found later, optionally with the entry that corrects it; waits for a second person. The month itself stays as it was closed',
  body: z.object({
    bulan: monthOfBook,
    penjelasan: text('Penjelasan', 2_000).check(
      z.minLength(shortestReason, `Penjelasan minimal ${shortestReason} karakter`),
    ),
    nomor: z.optional(z.nullable(personId('Nomor'))),
  }),
  returns: Proposed,
});

export const closingAudit = {
  subjects: { closings: 'Tutup buku' },
  actions: {
    'month.closed': 'Menutup buku',
    'closing.amended': 'Menambah catatan tutup buku',
    'difference.booked': 'Mencatat selisih',
  },
} as const;
