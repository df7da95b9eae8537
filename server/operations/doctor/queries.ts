/** Queries of the data check. Each statement covers a range of ids, so that it is short. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AuditAction } from '../../../contract/audit.ts';
import type { Invariant } from '../../../contract/health.ts';
import { isLive } from '../../areas/payments/is-live.ts';
import type { Db } from '../../database/open.ts';
import type { Schema } from '../../database/schema.ts';

export interface Ids {
  from: number;
  to: number;
}

export interface RowRule {
  invariant: Invariant;
  table: 'payments' | 'complaints' | 'expenses' | 'penerimaan' | 'sessions' | 'audit' | 'users';
  says: string;
  broken: RawBuilder<SqlBool>;
  /** Row to report if it differs from the one that matches `broken`. */
  about?: { table: string; column: string };
}

const live = (payment: string) =>
  sql`${sql.ref(`${payment}.status`)} <> 'ditolak' AND ${sql.ref(`${payment}.dihapus_pada`)} IS NULL`;
const noAmount = sql<SqlBool>`jumlah <= 0 OR jumlah <> CAST(jumlah AS BIGINT)`;
const noDate = (column: string) =>
  sql<SqlBool>`coalesce(${sql.ref(column)} NOT LIKE '____-__-__' OR ${sql.ref(column)} NOT BETWEEN '1000' AND '3000', 1 = 1)`;

/** No audit row of these actions exists for the row; with `amount`, none that has the amount of the row. */
export function missingAuditRow(
  table: string,
  actions: readonly AuditAction[],
  options: { amount: boolean },
) {
  const amount = sql`AND (sesudah LIKE '%"jumlah":' || ${sql.ref(`${table}.jumlah`)} || ',%'
    OR sesudah LIKE '%"jumlah":' || ${sql.ref(`${table}.jumlah`)} || '}%')`;
  return sql<SqlBool>`NOT EXISTS (SELECT 1 FROM audit WHERE entitas = ${table}
    AND entitas_id = ${sql.ref(`${table}.id`)} AND aksi IN (${sql.join([...actions])}) ${options.amount ? amount : sql``})`;
}

const isGone = (table: string) =>
  sql<SqlBool>`entitas = ${table} AND NOT EXISTS
    (SELECT 1 FROM ${sql.table(table)} AS kept WHERE kept.id = audit.entitas_id)`;

/** Audit rows of final actions (not reverted by a later one) that contradict the current row. */
const contradicted = (
  table: 'payments' | 'expenses',
  actions: readonly AuditAction[],
  broken: RawBuilder<SqlBool>,
  says: string,
): RowRule => ({
  invariant: 'audited',
  table: 'audit',
  says,
  broken: sql`entitas = ${table} AND aksi IN (${sql.join([...actions])})
    AND EXISTS (SELECT 1 FROM ${sql.table(table)} AS kept WHERE kept.id = audit.entitas_id AND ${broken})`,
  about: { table, column: 'entitas_id' },
});

const tables = { payment_id: 'payments', expense_id: 'expenses', penerimaan_id: 'penerimaan' } as const;
type Origin = keyof typeof tables;

/**
 * An entry with this amount and day, of the same category where it has one, that no other reverses, and no other money of
 * the same origin. `coalesce` keeps SQLite from the index of reversals, where nearly every entry is NULL.
 */
export const isBooked = (origin: Origin, jumlah: RawBuilder<unknown>, tanggal: RawBuilder<unknown>) => {
  const table = tables[origin];
  const id = sql.ref(`${table}.id`);
  const kategori = table === 'payments' ? sql`` : sql`AND entry.kategori = ${sql.ref(`${table}.kategori`)}`;
  return sql`(SELECT count(*) FROM kas_entri AS entry WHERE entry.${sql.ref(origin)} = ${id}
    AND coalesce(entry.membatalkan, 0) = 0 AND entry.jumlah = ${jumlah} AND entry.tanggal = ${tanggal} ${kategori}
    AND NOT EXISTS (SELECT 1 FROM kas_entri AS reversal WHERE reversal.membatalkan = entry.nomor)) = 1
    AND (SELECT sum(entry.jumlah) FROM kas_entri AS entry WHERE entry.${sql.ref(origin)} = ${id}) = ${jumlah}`;
};

export const bookedSum = (origin: Origin) =>
  sql`(SELECT coalesce(sum(entry.jumlah), 0) FROM kas_entri AS entry
    WHERE entry.${sql.ref(origin)} = ${sql.ref(`${tables[origin]}.id`)})`;

const payer = sql`SELECT 1 FROM users WHERE users.id = user_id`;

/** Settled months of an account as they are kept, and their number. */
const marked = sql`coalesce((SELECT bulan FROM bulan_beres WHERE user_id = users.id), '')`;
const marks = sql`length(replace(${marked}, '0', ''))`;

export const rowRules: readonly RowRule[] = [
  ...(['payments', 'expenses'] as const).map((table) => ({
    invariant: 'amount' as const,
    table,
    says: 'jumlah uangnya bukan bilangan utuh yang positif',
    broken: noAmount,
  })),
  {
    invariant: 'sum',
    table: 'users',
    says: 'tidak tercatat sejak kapan mulai atau berhenti wajib membayar iuran',
    broken: sql`(SELECT coalesce(sum(banyak), 0) FROM debtor_changes WHERE user_id = users.id) <>
      CASE WHEN (jenis = 'warga' OR blok IS NOT NULL) AND status = 'active' AND dihapus_pada IS NULL
        THEN 1 ELSE 0 END`,
  },
  {
    invariant: 'sum',
    table: 'users',
    says: 'bulan yang dihitung lunas, menunggu, atau dibebaskan bukan yang ada di data pembayaran dan pembebasannya',
    broken: sql`(${marks}, ${marks}) <> (SELECT count(*), coalesce(sum(CASE substr(${marked},
      (tahun - 2000) * 12 + bulan, 1) WHEN '1' THEN 1 ELSE 0 END), 0) FROM (
        SELECT tahun, bulan FROM payments WHERE user_id = users.id AND ${isLive}
        UNION SELECT tahun, bulan FROM pembebasan WHERE user_id = users.id AND akhir_id IS NULL) AS settled)`,
  },
  {
    invariant: 'one-live-payment',
    table: 'payments',
    says: 'warganya punya pembayaran lain untuk bulan yang sama',
    broken: sql`${live('payments')} AND EXISTS (SELECT 1 FROM payments AS other
      WHERE other.user_id = payments.user_id AND other.tahun = payments.tahun AND other.bulan = payments.bulan
        AND other.id < payments.id AND ${live('other')})`,
  },
  {
    invariant: 'booked',
    table: 'payments',
    says: 'dikonfirmasi, tetapi buku kas tidak memuatnya dengan jumlah dan tanggal ini',
    broken: sql`status = 'dikonfirmasi' AND (${noDate('tanggal_kas')}
      OR NOT (${isBooked('payment_id', sql`payments.jumlah`, sql`payments.tanggal_kas`)}))`,
  },
  {
    invariant: 'booked',
    table: 'payments',
    says: 'buku kas memuat uangnya, padahal tidak dikonfirmasi',
    broken: sql`status <> 'dikonfirmasi' AND ${bookedSum('payment_id')} <> 0`,
  },
  {
    invariant: 'booked',
    table: 'expenses',
    says: 'buku kas tidak memuatnya dengan jumlah, tanggal, dan kategori ini',
    broken: sql`dihapus_pada IS NULL AND menunggu = 0 AND (${noDate('tanggal_digunakan')}
      OR NOT (${isBooked('expense_id', sql`-expenses.jumlah`, sql`expenses.tanggal_digunakan`)}))`,
  },
  {
    invariant: 'booked',
    table: 'expenses',
    says: 'sudah dihapus atau masih menunggu orang kedua, tetapi buku kas memuat uangnya',
    broken: sql`(dihapus_pada IS NOT NULL OR menunggu = 1) AND ${bookedSum('expense_id')} <> 0`,
  },
  {
    invariant: 'audited',
    table: 'payments',
    says: 'riwayat perubahan tidak memuat konfirmasinya dengan jumlah ini',
    broken: sql`status = 'dikonfirmasi'
      AND ${missingAuditRow('payments', ['payment.confirmed', 'payment.recorded'], { amount: true })}`,
  },
  {
    invariant: 'audited',
    table: 'expenses',
    says: 'riwayat perubahan tidak memuat pencatatannya dengan jumlah ini',
    broken: sql`menunggu = 0 AND ${missingAuditRow('expenses', ['expense.added'], { amount: true })}`,
  },
  {
    invariant: 'audited',
    table: 'payments',
    says: 'riwayat perubahan tidak memuat penarikannya',
    broken: sql`dihapus_pada IS NOT NULL AND ${missingAuditRow('payments', ['payment.withdrawn'], { amount: false })}`,
  },
  {
    invariant: 'audited',
    table: 'expenses',
    says: 'riwayat perubahan tidak memuat penghapusannya',
    broken: sql`dihapus_pada IS NOT NULL AND ${missingAuditRow('expenses', ['expense.deleted', 'expense.refused'], { amount: false })}`,
  },
  contradicted(
    'payments',
    ['payment.confirmed', 'payment.recorded'],
    sql`kept.status <> 'dikonfirmasi' AND NOT EXISTS (SELECT 1 FROM audit AS later WHERE later.entitas = 'payments'
      AND later.entitas_id = audit.entitas_id AND later.aksi = 'payment.reversed' AND later.id > audit.id)`,
    'riwayat perubahan menyebutnya dikonfirmasi, padahal tidak',
  ),
  contradicted(
    'payments',
    ['payment.rejected'],
    sql`kept.status <> 'ditolak'`,
    'riwayat perubahan menyebutnya ditolak, padahal tidak',
  ),
  contradicted(
    'payments',
    ['payment.withdrawn'],
    sql`kept.dihapus_pada IS NULL`,
    'riwayat perubahan menyebutnya ditarik kembali, padahal masih ada',
  ),
  contradicted(
    'expenses',
    ['expense.deleted'],
    sql`kept.dihapus_pada IS NULL`,
    'riwayat perubahan menyebutnya dihapus, padahal masih ada',
  ),
  ...(['payments', 'expenses', 'penerimaan'] as const).map((table) => ({
    invariant: 'destroyed' as const,
    table: 'audit' as const,
    says: 'ada di riwayat perubahan, tetapi datanya hilang',
    broken: isGone(table),
    about: { table, column: 'entitas_id' },
  })),
  {
    invariant: 'waiting',
    table: 'payments',
    says: 'menunggu konfirmasi, padahal akun warganya sudah dihapus',
    broken: sql`status = 'menunggu_konfirmasi' AND payments.dihapus_pada IS NULL
      AND EXISTS (${payer} AND users.dihapus_pada IS NOT NULL)`,
  },
  {
    invariant: 'session',
    table: 'sessions',
    says: 'milik akun yang sudah dihapus atau nonaktif',
    broken: sql`NOT EXISTS (${payer} AND users.dihapus_pada IS NULL AND users.status = 'active')`,
  },
];

const idsAtOnce = 1_000;

export function* ranges(last: number, atOnce = idsAtOnce): Generator<Ids> {
  for (let from = 1; from <= last; from += atOnce) yield { from, to: from + atOnce - 1 };
}

export async function lastId(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{
    last: number | null;
  }>`SELECT max(id) AS last FROM ${sql.table(table)}`.execute(db);
  return rows[0]?.last ?? 0;
}

export async function findBroken(db: Db, { table, broken, about }: RowRule, { from, to }: Ids) {
  const { rows } = await sql<{
    id: number;
  }>`SELECT ${sql.ref(about?.column ?? 'id')} AS id FROM ${sql.table(table)}
    WHERE id BETWEEN ${from} AND ${to} AND (${broken}) ORDER BY id`.execute(db);
  return rows.map(({ id }) => ({ table: about?.table ?? table, id }));
}

export async function findBrokenDues(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('dues').select('sejak').where(noAmount).execute();
  return rows.map(({ sejak }) => sejak);
}

export type MoneyTable = 'payments' | 'expenses' | 'penerimaan';

/** What the money of these rows is, in rupiah. */
export async function sumRows(db: Db, table: MoneyTable, { from, to }: Ids): Promise<number> {
  const counts = {
    payments: sql`status = 'dikonfirmasi'`,
    expenses: sql`dihapus_pada IS NULL AND menunggu = 0`,
    penerimaan: sql`dihapus_pada IS NULL`,
  }[table];
  const { rows } = await sql<{ total: number | null }>`SELECT sum(jumlah) AS total
    FROM ${sql.table(table)} WHERE id BETWEEN ${from} AND ${to} AND ${counts}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** The highest number of the book, and how many numbers there are. */
export function countNumbers(db: Db): Promise<{ last: number; banyak: number }> {
  return db
    .selectFrom('kas_entri')
    .select([sql<number>`coalesce(max(nomor), 0)`.as('last'), sql<number>`count(*)`.as('banyak')])
    .executeTakeFirstOrThrow();
}

export const listTotals = (db: Db) => db.selectFrom('kas_bulanan').selectAll().execute();

export type NamedFile = Pick<Schema['files'], 'nama' | 'kind' | 'ukuran_file'>;

export async function* listFiles(db: Db, atOnce: number): AsyncGenerator<NamedFile[]> {
  const query = db.selectFrom('files').select(['nama', 'kind', 'ukuran_file']).orderBy('nama').limit(atOnce);
  for (let after = '', files; (files = await query.where('nama', '>', after).execute()).length > 0; ) {
    yield files;
    after = files.at(-1)?.nama ?? after;
  }
}

const references = [
  ['payments', 'bukti_transfer'],
  ['expenses', 'foto'],
  ['penerimaan', 'bukti'],
  ['complaints', 'foto'],
  ['complaints', 'foto_jawaban'],
  ['posts', 'foto'],
  ['users', 'potret'],
  ['documents', 'nama_file'],
  ['mutasi_impor', 'berkas'],
] as const;

export async function findOwner(db: Db, nama: string): Promise<{ table: string; id: number | string }> {
  for (const [table, column] of references) {
    const { rows } = await sql<{ id: number }>`SELECT id FROM ${sql.table(table)}
      WHERE ${sql.ref(column)} = ${nama} LIMIT 1`.execute(db);
    if (rows[0]) return { table, id: rows[0].id };
  }
  return { table: 'files', id: nama };
}
