/**
 * Generates an estate of any size with SQL: ten years of payments per resident, ten posts and ten complaints
 * each with likes and comments, expenses, documents, notifications and audit rows. Without files.
 */
import { sql } from 'kysely';
import { defaultTimeZone, monthIn, monthIndex, type Period, shiftMonth } from '../contract/format.ts';
import { type Role, roles } from '../contract/people.ts';
import { recordAllDebtors } from '../server/areas/accounts/debtor-queries.ts';
import { hashToken, newToken } from '../server/areas/auth/session-tokens.ts';
import { bookAll } from '../server/areas/book/queries.ts';
import { backfillLog } from '../server/database/backfill-log.ts';
import { migrate } from '../server/database/migrate.ts';
import { type Location, openDatabase } from '../server/database/open.ts';
import { copyDialects } from '../server/operations/move/copy-dialect.ts';
import type { Word } from './screen-requests.ts';

const months = 120;
const officers = 20;

/** For searches that find many, a few and none; every text of complaints has to be read for the last. */
export const words: Record<Word, string> = {
  name: 'budi',
  fullName: 'santoso budi',
  house: 'a12',
  phone: '0812 0000',
  text: 'rapat',
  nothing: 'xyzzy',
};

export interface Sizes {
  residents: number;
  payments: number;
  posts: number;
}

export const sizesOf = (residents: number): Sizes => ({
  residents,
  payments: residents * months,
  posts: residents * 10,
});

export interface Reader {
  id: number;
  token: string;
}

/** @returns one session per role; coordinator and warga are in block A */
export async function makeLargeEstate(location: Location, residents: number): Promise<Record<Role, Reader>> {
  const database = openDatabase(location);
  await migrate(database);
  const tokens = roles.map((role, index) => ({ role, id: index + 1, token: newToken() }));
  const dialect = database.dialect.name;
  if (dialect === 'sqlite') {
    await sql`PRAGMA synchronous = OFF`.execute(database.writer);
    await sql`PRAGMA cache_size = -1000000`.execute(database.writer);
  }
  await copyDialects[dialect].withoutConstraints(database.writer, async (tx) => {
    const indexes = (await listIndexes[dialect].execute(tx)).rows;
    for (const { name } of indexes) await sql`DROP INDEX ${sql.ref(name)}`.execute(tx);
    const built = indexes.map(({ definition }) => definition);
    for (const statement of [...statements(sizesOf(residents)), ...built])
      await sql.raw(statement).execute(tx);
    await sql.raw(settledMonths()).execute(tx);
    await recordAllDebtors({ db: tx });
    await bookAll({ db: tx });
    const now = new Date().toISOString();
    for (const { id, token } of tokens) {
      const seen = { dibuat: now, terakhir_aktif: now };
      await tx
        .insertInto('sessions')
        .values({ user_id: id, token_hash: hashToken(token), perangkat: 'Bench', ...seen })
        .execute();
    }
  });
  await backfillLog(database);
  if (database.dialect.name === 'postgres') await sql`VACUUM ANALYZE`.execute(database.writer);
  await database.close();
  return Object.fromEntries(tokens.map(({ role, id, token }) => [role, { id, token }])) as Record<
    Role,
    Reader
  >;
}

const present = monthIn(defaultTimeZone, new Date());
const periods = Array.from({ length: months }, (_, index) => shiftMonth(present, index + 1 - months));

/** What the triggers would have kept. */
function settledMonths(): string {
  const before = monthIndex(periods[0] ?? present) - monthIndex({ tahun: 2000, bulan: 1 });
  const rows = periods.map(({ tahun, bulan }, nomor) => `(${nomor}, ${tahun}, ${bulan})`);
  return `INSERT INTO bulan_beres (user_id, bulan) WITH m (nomor, tahun, bulan) AS (VALUES ${rows.join()})
    SELECT u.id, '${'0'.repeat(before)}' ||
    string_agg(CASE WHEN p.id IS NULL THEN '0' ELSE '1' END, '' ORDER BY m.nomor)
    FROM m CROSS JOIN users AS u LEFT JOIN payments AS p ON p.user_id = u.id AND p.tahun = m.tahun AND p.bulan = m.bulan
      AND p.status IN ('menunggu_konfirmasi', 'dikonfirmasi') AND p.dihapus_pada IS NULL
    WHERE u.jenis = 'warga' GROUP BY u.id`;
}

/** Building the indexes after the inserts takes a third of the time. */
const listIndexes = {
  sqlite: sql<{ name: string; definition: string }>`SELECT name, sql AS definition FROM sqlite_master
    WHERE type = 'index' AND sql IS NOT NULL`,
  postgres: sql<{
    name: string;
    definition: string;
  }>`SELECT relname AS name, pg_get_indexdef(pg_class.oid) AS definition
    FROM pg_class JOIN pg_index ON indexrelid = pg_class.oid
    WHERE relnamespace = current_schema()::regnamespace AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = pg_class.oid)`,
};

const padded = (value: string, digits: number) => `substr(CAST(${10 ** digits} + ${value} AS TEXT), 2)`;
const letterOf = (value: string) => `substr('ABCDEFGHIJKLMNOP', 1 + (${value}) % 16, 1)`;
/** Numbers 1 … count as `n.i`. */
const numbers = (count: number) =>
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
const given =
  "CASE i % 5 WHEN 0 THEN 'Budi' WHEN 1 THEN 'Siti' WHEN 2 THEN 'Agus' WHEN 3 THEN 'Dewi' ELSE 'Rahmat' END";
const long =
  "'Mohon perhatian bapak dan ibu sekalian, hal ini sudah kami bicarakan pada rapat warga bulan lalu. '";

function statements({ residents, payments, posts }: Sizes): string[] {
  const day = ({ tahun, bulan }: Period, date: string) =>
    `${tahun}-${String(bulan).padStart(2, '0')}-${date}`;
  const monthRows = periods.map(
    (period, index) => `(${index}, ${period.tahun}, ${period.bulan}, '${day(period, '')}')`,
  );
  const start = `${day(periods[0] ?? present, '01')}T00:00:00.000Z`;
  const instant = (value: string) =>
    `(SELECT hari FROM months WHERE nomor = (${value}) * ${months} / ${Math.max(1, posts)}) || ` +
    `${padded(`1 + (${value}) % 28`, 2)} || 'T08:00:00.000Z'`;
  // Some payments of the last two months are waiting, a tenth of the last one is missing, a twentieth was
  // rejected before.
  const status = `CASE WHEN m.nomor > ${months - 3} AND u.id % 3 = 0 THEN 'menunggu_konfirmasi'
    WHEN m.nomor < ${months - 3} AND (u.id + m.nomor) % 20 = 0 THEN 'ditolak' ELSE 'dikonfirmasi' END`;
  const person = (salt: number) => `4 + (i * ${salt}) % ${residents}`;
  return [
    'CREATE TEMPORARY TABLE months (nomor INTEGER PRIMARY KEY, tahun INTEGER, bulan INTEGER, hari TEXT)',
    `INSERT INTO months VALUES ${monthRows.join(', ')}`,
    `INSERT INTO dues (sejak, jumlah) VALUES ('${start.slice(0, 7)}', 100000)`,
    `${numbers(residents + officers)} INSERT INTO users
      (nama, email, no_hp, blok, urutan_blok, jenis, status, password_hash, created_at)
      SELECT ${given} || ' Santoso ' || i, 'orang' || i || '@contoh.id', '0812' || ${padded('i', 8)},
        ${letterOf('i * 7919 / 113')} || (1 + i / 16 % 900) || '-' || (1 + i / 14400),
        ${letterOf('i * 7919 / 113')} || ${padded('(1 + i / 16 % 900)', 3)} || ${padded('(1 + i / 14400)', 3)},
        CASE WHEN i = 1 THEN 'ketua' WHEN i = 2 OR i > ${residents + 16} THEN 'admin'
          WHEN i = 3 OR i > ${residents + 3} THEN 'koordinator_perblok' ELSE 'warga' END,
        'active', '-', '${start}' FROM n`,
    // Ordered by id; the warga session is number 4 and in block A like the coordinator.
    "UPDATE users SET blok = 'A99', urutan_blok = 'A099000' WHERE id IN (3, 4)",
    `${numbers(payments)} INSERT INTO files (nama, kind, tipe_file, ukuran_file, dibuat)
      SELECT 'bukti-' || ${padded('i', 8)} || '-abcdefgh.jpg', 'proof', 'image/jpeg', 180000, '${start}' FROM n`,
    `INSERT INTO payments (user_id, tahun, bulan, jumlah, status, bukti_transfer, catatan, tanggal_upload,
        tanggal_konfirmasi, tanggal_kas, dikonfirmasi_oleh)
      SELECT id, tahun, bulan, 100000, status, 'bukti-' || ${padded('(1 + nomor * ' + residents + ' + id - 4)', 8)} || '-abcdefgh.jpg',
        CASE status WHEN 'ditolak' THEN 'Bukti buram' END, hari || 'T07:00:00.000Z',
        CASE status WHEN 'menunggu_konfirmasi' THEN NULL ELSE hari || 'T09:00:00.000Z' END,
        CASE status WHEN 'dikonfirmasi' THEN hari END, CASE status WHEN 'menunggu_konfirmasi' THEN NULL ELSE 2 END
      FROM (SELECT u.id, m.nomor, m.tahun, m.bulan, m.hari || ${padded('(1 + u.id % 28)', 2)} AS hari, ${status} AS status
        FROM months m CROSS JOIN users u
        WHERE u.jenis = 'warga' AND NOT (m.nomor = ${months - 1} AND u.id % 10 = 7)) AS due ORDER BY nomor, id`,
    `${numbers(months * Math.max(2, Math.round(residents / 100)))} INSERT INTO expenses
      (tahun, bulan, jumlah, judul, deskripsi, tanggal_digunakan, tanggal_dibuat, admin_id)
      SELECT tahun, bulan, 250000, 'Belanja ' || i, ${long}, hari || ${padded('(1 + i % 28)', 2)},
        hari || ${padded('(1 + i % 28)', 2)} || 'T04:00:00.000Z', 2 FROM n JOIN months ON nomor = i % ${months}`,
    `${numbers(residents * 10)} INSERT INTO complaints (user_id, judul, kategori, deskripsi, status, jawaban, tanggal_aduan)
      SELECT ${person(7)}, 'Aduan ' || i || CASE WHEN i % 20 = 3 THEN ' 🙏' ELSE '' END, CASE i % 4 WHEN 0 THEN 'keamanan' WHEN 1 THEN 'kebersihan' WHEN 2 THEN 'lainnya'
        ELSE 'infrastruktur' END, ${long} || ${long}, CASE WHEN i % 10 = 0 THEN 'pending' WHEN i % 10 = 1 THEN 'proses'
        WHEN i % 10 = 2 THEN 'ditolak' ELSE 'selesai' END, ${long}, ${instant('i - 1')} FROM n`,
    `${numbers(residents * 20)} INSERT INTO complaint_comments (aduan_id, user_id, komentar, tanggal_komentar)
      SELECT 1 + i % ${residents * 10}, 2, 'Sudah kami terima.', '${start}' FROM n`,
    `${numbers(posts)} INSERT INTO posts (user_id, konten, tanggal_post)
      SELECT ${person(11)}, ${long} || i, ${instant('i - 1')} FROM n`,
    `${numbers(posts * 10)} INSERT INTO post_likes (post_id, user_id, tanggal_like)
      SELECT 1 + i % ${posts}, 1 + (i / ${posts}) * 7 + i % 7, '${start}' FROM n`,
    `${numbers(posts * 3)} INSERT INTO post_comments (post_id, user_id, komentar, tanggal_komentar)
      SELECT 1 + i % ${posts}, ${person(13)}, 'Terima kasih infonya.', '${start}' FROM n`,
    `${numbers(residents)} INSERT INTO files (nama, kind, tipe_file, ukuran_file, dibuat)
      SELECT 'dokumen-' || i || '.pdf', 'document', 'application/pdf', 90000, '${start}' FROM n WHERE i % 10 = 0`,
    `INSERT INTO documents (judul, deskripsi, kategori, nama_file, nama_asli, tipe_file, ukuran_file, admin_id, tanggal_upload)
      SELECT 'Surat ' || nama, ${long}, 'Umum', nama, 'surat.pdf', tipe_file, ukuran_file, 2, dibuat FROM files WHERE kind = 'document'`,
    `INSERT INTO notifications (user_id, jenis, judul, pesan, halaman, dibaca, tanggal)
      SELECT user_id, 'payment-confirmed', 'Pembayaran Dikonfirmasi!', 'Pembayaran telah dikonfirmasi.', 'payments',
        CASE WHEN id > ${payments} - 2000 THEN 0 ELSE 1 END, tanggal_konfirmasi FROM payments WHERE tanggal_konfirmasi IS NOT NULL`,
    `INSERT INTO notifications (user_id, jenis, judul, pesan, halaman, dibaca, tanggal)
      SELECT 1, 'new-payment', 'Pembayaran Baru!', 'Seseorang mengirim bukti pembayaran.', 'verify-payments',
        CASE WHEN id > ${payments} - 2000 THEN 0 ELSE 1 END, tanggal_upload FROM payments`,
    'CREATE TABLE audit_lama AS SELECT * FROM audit WHERE 1 = 0',
    `INSERT INTO audit_lama (id, tanggal, user_id, nama, aksi, entitas, entitas_id, sebelum, sesudah)
      SELECT id, tanggal_konfirmasi, 2, 'Siti Santoso 2', 'payment.confirmed', 'payments', id, '{"status":"menunggu_konfirmasi"}',
        '{"status":"dikonfirmasi","catatan":null,"jumlah":100000}' FROM payments WHERE status = 'dikonfirmasi'`,
    `INSERT INTO audit_lama (id, tanggal, user_id, nama, aksi, entitas, entitas_id, sesudah)
      SELECT id + ${payments}, tanggal_dibuat, admin_id, 'Siti Santoso 2', 'expense.added', 'expenses', id,
        '{"jumlah":' || jumlah || '}' FROM expenses`,
    `INSERT INTO jobs (nama) VALUES ('isi-log')`, // as after an upgrade, so that every row becomes a leaf
    'DROP TABLE months',
  ];
}
