/** Sums that the database keeps, so that no screen adds up the whole estate, and indexes for lists of any length. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { lockNumbers } from '../dialect.ts';
import type { Database } from '../open.ts';
import { createSumTable, type KeptSum, recomputeSums, sumTriggers } from '../sum-tables.ts';

export const letter = (alias: string) => `coalesce(${alias}.huruf_blok, '')`;
const monthOf = (date: string) => `coalesce(substr(${date}, 1, 7), '')`;

/**
 * The month of an instant, as `YYYY-MM-02`; around midnight of its first day, which differs by time zone, the hour
 * (`YYYY-MM-DDTHH`). As text they sort like the instants, and a zone's month begins between two of them.
 */
export const timeOf = (instant: string) => {
  const part = (from: number, length: number) => `substr(${instant}, ${from}, ${length})`;
  const lastDay = `CASE WHEN ${part(6, 2)} = '02' THEN '28' WHEN ${part(6, 2)} IN ('04', '06', '09', '11') THEN '30' ELSE '31' END`;
  return `CASE WHEN (${part(9, 2)} = '01' AND ${part(12, 2)} < '12') OR (${part(9, 2)} >= ${lastDay} AND ${part(12, 2)} >= '10')
    THEN ${part(1, 13)} ELSE ${part(1, 7)} || '-02' END`;
};

const left = `CASE WHEN s.status = 'active' THEN s.dihapus_pada
  WHEN s.dihapus_pada IS NULL OR s.nonaktif_sejak < s.dihapus_pada THEN s.nonaktif_sejak ELSE s.dihapus_pada END`;
/** Nobody knows since when some are inactive: they never owed anything. */
const owedOnce = `s.jenis = 'warga' AND (s.status = 'active' OR s.nonaktif_sejak IS NOT NULL)`;

const complaint = {
  huruf_blok: letter('u'),
  kategori: 's.kategori',
  status: 's.status',
  banyak: '1',
};

export const keptSums = {
  /** Payments by the month they are for, and by the payer's house; `aktif`: whether the payer owes dues today. */
  payment_sums: {
    table: 'payment_sums',
    of: 'payments',
    owner: 'user_id',
    key: { huruf_blok: 'text', aktif: 'integer', status: 'text', tahun: 'integer', bulan: 'integer' },
    amounts: ['banyak', 'jumlah'],
    parts: [
      {
        when: 's.dihapus_pada IS NULL',
        values: {
          huruf_blok: letter('u'),
          aktif: `CASE WHEN u.jenis = 'warga' AND u.status = 'active' AND u.dihapus_pada IS NULL THEN 1 ELSE 0 END`,
          status: 's.status',
          tahun: 's.tahun',
          bulan: 's.bulan',
          banyak: '1',
          jumlah: 's.jumlah',
        },
      },
    ],
  },
  /** Confirmed money by the month in which the cash book enters it. */
  income_sums: {
    table: 'income_sums',
    of: 'payments',
    key: { bulan_kas: 'text' },
    amounts: ['jumlah'],
    parts: [
      {
        when: `s.status = 'dikonfirmasi' AND s.dihapus_pada IS NULL`,
        values: { bulan_kas: monthOf('s.tanggal_kas'), jumlah: 's.jumlah' },
      },
    ],
  },
  /** By the year that they are booked for, and by the month in which the cash book enters them. */
  expense_sums: {
    table: 'expense_sums',
    of: 'expenses',
    key: { tahun: 'integer', bulan_kas: 'text' },
    amounts: ['jumlah'],
    parts: [
      {
        when: 's.dihapus_pada IS NULL',
        values: { tahun: 's.tahun', bulan_kas: monthOf('s.tanggal_digunakan'), jumlah: 's.jumlah' },
      },
    ],
  },
  account_sums: {
    table: 'account_sums',
    of: 'users',
    key: { huruf_blok: 'text', jenis: 'text', status: 'text' },
    amounts: ['banyak'],
    parts: [
      {
        when: 's.dihapus_pada IS NULL',
        values: { huruf_blok: letter('s'), jenis: 's.jenis', status: 's.status', banyak: '1' },
      },
    ],
  },
  /** Residents who began to owe dues less those who ceased to: up to a time, those who owed them then. */
  debtor_sums: {
    table: 'debtor_sums',
    of: 'users',
    key: { waktu: 'text', huruf_blok: 'text' },
    amounts: ['banyak'],
    parts: [
      { when: owedOnce, values: { waktu: timeOf('s.created_at'), huruf_blok: letter('s'), banyak: '1' } },
      {
        when: `${owedOnce} AND (s.status = 'inactive' OR s.dihapus_pada IS NOT NULL)`,
        values: {
          waktu: `CASE WHEN ${left} < s.created_at THEN ${timeOf('s.created_at')} ELSE ${timeOf(`(${left})`)} END`,
          huruf_blok: letter('s'),
          banyak: '-1',
        },
      },
    ],
  },
  complaint_sums: {
    table: 'complaint_sums',
    of: 'complaints',
    owner: 'user_id',
    key: { huruf_blok: 'text', kategori: 'text', status: 'text' },
    amounts: ['banyak'],
    parts: [{ when: 's.dihapus_pada IS NULL', values: complaint }],
  },
  complaint_months: {
    table: 'complaint_months',
    of: 'complaints',
    owner: 'user_id',
    key: { waktu: 'text', huruf_blok: 'text', kategori: 'text', status: 'text' },
    amounts: ['banyak'],
    parts: [{ when: 's.dihapus_pada IS NULL', values: { waktu: timeOf('s.tanggal_aduan'), ...complaint } }],
  },
  post_sums: {
    table: 'post_sums',
    of: 'posts',
    key: { tahun: 'text' },
    amounts: ['banyak'],
    parts: [
      { when: 's.dihapus_pada IS NULL', values: { tahun: 'substr(s.tanggal_post, 1, 4)', banyak: '1' } },
    ],
  },
  document_sums: {
    table: 'document_sums',
    of: 'documents',
    key: { kategori: 'text' },
    amounts: ['banyak'],
    parts: [{ when: 's.dihapus_pada IS NULL', values: { kategori: 's.kategori', banyak: '1' } }],
  },
} as const satisfies Record<string, KeptSum>;

export const migration = ({ dialect }: Database): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const run = (statement: string) => sql.raw(statement).execute(db);
    const sums = Object.values(keptSums);
    if (dialect.name === 'postgres')
      await run(`CREATE FUNCTION queue_for_sums() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        PERFORM pg_advisory_xact_lock(${lockNumbers.sums}); RETURN NULL; END $$`);
    for (const sum of sums) await run(createSumTable(sum, dialect.name));
    for (const statement of [...recomputeSums(sums), ...sumTriggers(sums, dialect.name)])
      await run(statement);
    for (const statement of indexes) await run(statement);
  },
});

/** Of each list by what it is narrowed to, in the order in which it is shown; the former ones served sums. */
const indexes = [
  'DROP INDEX payments_income',
  'DROP INDEX payments_by_month',
  'CREATE INDEX payments_by_status ON payments (status, id)',
  'CREATE INDEX payments_by_month ON payments (tahun, bulan, id)',
  'CREATE INDEX payments_by_month_and_status ON payments (tahun, bulan, status, id)',
  'CREATE INDEX expenses_by_year ON expenses (tahun, id)',
  'DROP INDEX users_by_letter',
  'CREATE INDEX users_by_letter ON users (huruf_blok, urutan_blok, nama, id)',
  'CREATE INDEX users_by_letter_and_role ON users (huruf_blok, jenis, urutan_blok, nama, id)',
  'CREATE INDEX users_by_role ON users (jenis, urutan_blok, nama, id)',
  'CREATE INDEX users_by_role_and_status ON users (jenis, status, urutan_blok, nama, id)',
  'DROP INDEX complaints_by_date',
  'CREATE INDEX complaints_by_date ON complaints (tanggal_aduan, id)',
  'CREATE INDEX complaints_by_status ON complaints (status, id)',
  'CREATE INDEX complaints_by_category ON complaints (kategori, id)',
  'CREATE INDEX documents_by_category ON documents (kategori, id)',
];
