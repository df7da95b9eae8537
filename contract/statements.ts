/** Bank statements (`mutasi bank`): import, the stored lines, and which payment each of them proves. */
import * as z from 'zod/mini';
import { obstacle } from './approvals.ts';
import { changed, created, done, endpoint, idParam, idParams, one, page, paging } from './endpoint.ts';
import { countedMoney, monthOfBook, monthsOfBook, oneOf, optionalLine, personId } from './fields.ts';
import { namesIn } from './names-in.ts';
import { mostMonths } from './payment-months.ts';
import { SameReference } from './references.ts';
import { lineStatuses } from './statement-audit.ts';

/** Bytes of a file. */
export const maxStatementBytes = 5 * 1_048_576;
export const mostStatementLines = 20_000;

/** Titles of the columns of a bank that is not known: amounts in one column with a sign, or in two. */
export interface StatementColumns {
  tanggal: string;
  uraian: string;
  masuk?: string | undefined;
  keluar?: string | undefined;
  jumlah?: string | undefined;
  saldo?: string | undefined;
}

/** Why a line that brought money has no proposal. */
export const noMatchLabels = {
  beberapa: 'Cocok dengan lebih dari satu warga',
  ganda: 'Tagihannya sudah dibayar: mungkin transfer dua kali',
  rekening_lain: 'Buktinya sudah dikonfirmasi, tetapi dicatat di rekening lain',
  jumlah: 'Jumlahnya tidak sama dengan tagihan',
  belum_ditagih: 'Masuk sebelum bulan pertama yang ditagih',
  bunga: 'Bunga bank',
  qris: 'Pencairan QRIS, tanpa nama pembayar',
  tidak_dikenal: 'Pengirim belum dikenal',
} as const;
export type NoMatch = keyof typeof noMatchLabels;
const noMatches = namesIn(noMatchLabels);

export const matchRuleLabels = {
  bukti: 'bukti yang sudah dikonfirmasi',
  kode: 'kode unik',
  referensi: 'nomor referensi',
  rumah: 'nomor rumah',
  dikenal: 'nama pengirim yang dikenal',
  nama: 'nama dan jumlah',
} as const;
const matchRules = namesIn(matchRuleLabels);

const somebody = { user_id: z.number(), nama: z.string(), blok: z.nullable(z.string()) };

/** Months (`YYYY-MM`) of one payer, and what is due for them. */
const ProposedDues = z.object({ ...somebody, bulan: z.array(z.string()), jumlah: z.number() });

/** An entry of the book with the sum of a line, near its day: perhaps what the line is about. */
const SimilarEntry = z.object({ nomor: z.number(), tanggal: z.string(), keterangan: z.string() });
export type SimilarEntry = z.output<typeof SimilarEntry>;

/** A stored line; `jumlah` is negative if money went out, `saldo` null where the format has none. */
export const StatementLine = z.object({
  id: z.number(),
  akun_id: z.number(),
  tanggal: z.string(),
  jumlah: z.number(),
  uraian: z.string(),
  saldo: z.nullable(z.number()),
  status: z.enum(lineStatuses),
  /** What nothing stands for yet, `biaya` included; 0 once the line is decided. */
  sisa: z.number(),
  /** The fee that was kept back from a settlement. */
  biaya: z.number(),
  diputuskan_pada: z.nullable(z.string()),
  diputuskan_oleh_nama: z.nullable(z.string()),
  /** `dibukukan`: booked when the line was matched, so that only its reversal opens the line again. */
  pembayaran: z.array(
    z.object({
      id: z.number(),
      ...somebody,
      tahun: z.number(),
      bulan: z.number(),
      jumlah: z.number(),
      dibukukan: z.boolean(),
    }),
  ),
  usulan: z.nullable(z.object({ aturan: z.enum(matchRules), tagihan: z.array(ProposedDues), ...obstacle })),
  /** Why there is no proposal; null for lines that need none. */
  alasan: z.nullable(z.enum(noMatches)),
  /** Residents who may be meant. */
  calon: z.array(z.object(somebody)),
  /** Other income or spending was entered from it. */
  transaksi: z.boolean(),
  /** Of an open line without a proposal. */
  serupa: z.array(SimilarEntry),
});
export type StatementLine = z.output<typeof StatementLine>;

const PendingLine = z.object({ jumlah: z.number(), uraian: z.string() });

/** `rekening`: the account number in the file; `terbukti`: the file has balances, so that no line can be missing. */
export const StatementImport = z.object({
  id: z.number(),
  akun_id: z.number(),
  bank: z.nullable(z.string()),
  rekening: z.nullable(z.string()),
  dari: z.string(),
  sampai: z.string(),
  saldo_awal: z.nullable(z.number()),
  saldo_akhir: z.nullable(z.number()),
  banyak: z.number(),
  baru: z.number(),
  terbukti: z.boolean(),
  oleh_nama: z.string(),
  pada: z.string(),
});
export type StatementImport = z.output<typeof StatementImport>;

/** `tertunda`: not booked by the bank yet, so shown and not stored. */
const ImportResult = z.extend(StatementImport, { tertunda: z.array(PendingLine) });
export type ImportResult = z.output<typeof ImportResult>;

/** What a refusal (422 `statement_columns_needed`) tells about a file whose columns a person must choose. */
export interface ColumnQuestion {
  kolom: string[];
  contoh: string[][];
}

const title = (label: string) => optionalLine(label, 100);

/** What a file of another account number is refused with (422), and the field that answers it with `1`. */
export const accountQuestion = 'rekening_lain';

export const importStatement = endpoint('POST', '/api/mutasi-bank', {
  allow: 'statements.write',
  counts: 'minute',
  summary:
    'Import a bank statement (CSV, HTML, XLSX or a pasted table): all of it, or nothing if it does not tie. Lines that are stored already are added no second time. Of an unknown bank the columns are named once per account. A file of another account number than the estate knows is refused (422 `rekening_lain`) without `rekening_lain=1`',
  body: z.object({
    akun_id: personId('Rekening'),
    rekening_lain: z.optional(oneOf('Rekening lain', ['0', '1'])),
    kolom_tanggal: title('Kolom tanggal'),
    kolom_uraian: title('Kolom uraian'),
    kolom_masuk: title('Kolom uang masuk'),
    kolom_keluar: title('Kolom uang keluar'),
    kolom_jumlah: title('Kolom jumlah'),
    kolom_saldo: title('Kolom saldo'),
  }),
  files: { berkas: { accept: 'statement', required: 'Pilih file mutasi atau tempel tabelnya' } },
  returns: created(ImportResult),
  creates: 'statementImported',
});
export const listStatementImports = endpoint('GET', '/api/mutasi-bank/impor', {
  allow: 'statements.read',
  summary: 'Imported statements, newest first',
  query: z.object(paging),
  returns: page(StatementImport),
});
export const withdrawStatementImport = endpoint('DELETE', '/api/mutasi-bank/impor/:id', {
  allow: 'statements.write',
  summary:
    'Take back the import of a wrong file or into a wrong account: the lines that it added go, and the file. 409 once one of them is matched or marked, and while a later import has some of the same days',
  params: idParams,
  returns: done,
});
export const listStatementLines = endpoint('GET', '/api/mutasi-bank', {
  allow: 'statements.read',
  summary:
    'Stored lines with proposals for open ones, at most 100 at once; open ones oldest first, others newest first',
  query: z.object({
    akun_id: z.optional(idParam),
    bulan: z.optional(monthOfBook),
    status: z.optional(oneOf('Status', lineStatuses)),
    arah: z.optional(oneOf('Arah', ['masuk', 'keluar'])),
    ...paging,
  }),
  returns: page(StatementLine),
});

/** Lines that one call confirms. */
export const mostMatches = 50;
const mostPayersOfLine = 10;
const matchedMonths = monthsOfBook(mostMonths, 'dengan satu mutasi');

export const matchStatementLines = endpoint('POST', '/api/mutasi-bank/cocokkan', {
  allow: 'statements.write',
  counts: 'minute',
  summary:
    'Confirm that lines paid the dues of these months: waiting slips are confirmed, other months recorded, and booked on the day of the line if its month is open. Months of one payer that all are paid in the account of the line, and proven by no other, are booked no second time. Each line succeeds or fails alone; if all fail, the first reason is the answer',
  body: z.object({
    cocok: z
      .array(
        z.object({
          mutasi_id: personId('Mutasi'),
          /** What the sender saw to be left of the line; refused (409 `line_rest_differs`) if it is not. */
          sisa: z.optional(countedMoney),
          tagihan: z.array(z.object({ user_id: personId('Warga'), bulan: matchedMonths })).check(
            z.minLength(1, 'Pilih minimal satu warga'),
            z.maxLength(mostPayersOfLine, `Maksimal ${mostPayersOfLine} warga dengan satu mutasi`),
            z.refine(
              (dues) => new Set(dues.map(({ user_id }) => user_id)).size === dues.length,
              'Setiap warga hanya boleh dipilih satu kali',
            ),
          ),
        }),
        'cocok harus berupa daftar',
      )
      .check(
        z.minLength(1, 'Pilih minimal satu mutasi'),
        z.maxLength(mostMatches, `Maksimal ${mostMatches} mutasi sekaligus`),
      ),
  }),
  returns: changed(z.array(z.object({ mutasi_id: z.number(), berhasil: z.boolean(), pesan: z.string() }))),
});
export const markStatementLine = endpoint('PUT', '/api/mutasi-bank/:id', {
  allow: 'statements.write',
  summary:
    'Mark a line that proves no dues as recorded elsewhere or as no concern of the book, or open it again; one that proves payments, also for a part of it, lets go of those that were booked without it (409 `line_booked` if there are none)',
  params: idParams,
  body: z.object({ status: oneOf('Status', ['terbuka', 'dicatat', 'diabaikan']) }),
  returns: done,
});

/** Who pays for whom, by the name in the bank's text; used from the second confirmation on. */
export const KnownPayer = z.object({ id: z.number(), pengirim: z.string(), ...somebody, banyak: z.number() });
export type KnownPayer = z.output<typeof KnownPayer>;
/** Confirmations after which a name is proposed. */
export const learnedAfter = 2;

export const listKnownPayers = endpoint('GET', '/api/mutasi-bank/pengirim', {
  allow: 'statements.read',
  summary: 'Names of payers learned from confirmed lines, by name',
  query: z.object(paging),
  returns: page(KnownPayer),
});
export const forgetKnownPayer = endpoint('DELETE', '/api/mutasi-bank/pengirim/:id', {
  allow: 'statements.write',
  summary: 'Forget a learned name',
  params: idParams,
  returns: done,
});

export const OddPayment = z.object({
  id: z.number(),
  ...somebody,
  tahun: z.number(),
  bulan: z.number(),
  jumlah: z.number(),
  tanggal_upload: z.string(),
  bukti_transfer: z.nullable(z.string()),
});
export type OddPayment = z.output<typeof OddPayment>;

/** Entries of a list on the radar. */
export const mostOnRadar = 50;

export const getStatementRadar = endpoint('GET', '/api/mutasi-bank/radar', {
  allow: 'statements.read',
  summary:
    'What staff should look at, the newest of each: slips with the same picture or number of the transfer, bank references seen twice, slips of imported days without a line, lines without a slip',
  returns: one(
    z.object({
      bukti_sama: z.array(OddPayment),
      nomor_sama: z.array(z.extend(OddPayment, { referensi: z.string(), dengan: SameReference.shape.bukti })),
      referensi_sama: z.array(
        z.object({
          id: z.number(),
          tanggal: z.string(),
          jumlah: z.number(),
          uraian: z.string(),
          referensi: z.string(),
        }),
      ),
      tanpa_mutasi: z.array(OddPayment),
      tanpa_bukti: z.object({ banyak: z.number(), jumlah: z.number() }),
    }),
  ),
});
