import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { TotalledKind } from '../../../contract/cash-book.ts';
import { monthName } from '../../../contract/format.ts';
import { insertion, insertNumbered } from '../../database/insertion.ts';
import type { Db } from '../../database/open.ts';
import type { Schema } from '../../database/schema.ts';
import type { Tx } from '../../database/write.ts';
import type { Place } from '../places/queries.ts';

/** Every estate begins with one account and one fund; a migration makes them. */
export const firstPlace = { akun_id: 1, dana_id: 1 };

/** Last number of the book. */
export async function lastNumber(db: Db): Promise<number> {
  const { last } = await db
    .selectFrom('kas_entri')
    .select((eb) => eb.fn.max<number | null>('nomor').as('last'))
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

export type NewEntry = Omit<Schema['kas_entri'], 'nomor'>;

/**
 * Numbers have no gaps: one that fails gives its number back. Call it with the lock of the book, for which transactions
 * that book wait for one another.
 */
export async function insertEntry(
  tx: Tx,
  row: NewEntry,
  total: { jenis: TotalledKind; count: 1 | -1 },
): Promise<number> {
  const next = sql<number>`(SELECT coalesce(max(nomor), 0) + 1 FROM kas_entri)`;
  const nomor = await insertNumbered(tx.db, 'kas_entri', { ...row, nomor: next }, 'nomor');
  await tx.audit('entry.booked', 'entries', nomor, { sesudah: row });
  const { akun_id, dana_id, kategori, jumlah } = row;
  const sum = {
    bulan: row.tanggal.slice(0, 'YYYY-MM'.length),
    akun_id,
    dana_id,
    jenis: total.jenis,
    kategori,
    banyak: total.count,
    jumlah,
  };
  await sql`${insertion('kas_bulanan', sum)} ON CONFLICT (bulan, akun_id, dana_id, jenis, kategori)
    DO UPDATE SET banyak = kas_bulanan.banyak + excluded.banyak, jumlah = kas_bulanan.jumlah + excluded.jumlah`.execute(
    tx.db,
  );
  return nomor;
}

export function findEntry(db: Db, nomor: number) {
  return db.selectFrom('kas_entri').selectAll().where('nomor', '=', nomor).executeTakeFirst();
}

/** 1 while somebody has proposed to reverse the entry with this number; of a transfer its first side. */
export const waitsForReversal = (nomor: RawBuilder<unknown>) =>
  sql<0 | 1>`CASE WHEN EXISTS (SELECT 1 FROM persetujuan WHERE persetujuan.jenis = 'pembatalan'
    AND persetujuan.tentang = CAST(${nomor} AS TEXT) AND persetujuan.keputusan IS NULL) THEN 1 ELSE 0 END`.as(
    'pembatalan_menunggu',
  );

export async function isReversed(db: Db, nomor: number): Promise<boolean> {
  const reversal = db.selectFrom('kas_entri').select('nomor').where('membatalkan', '=', nomor);
  return (await reversal.executeTakeFirst()) !== undefined;
}

/** The entry of an expense. */
export function findSpending(db: Db, expenseId: number) {
  return db
    .selectFrom('kas_entri')
    .selectAll()
    .where('expense_id', '=', expenseId)
    .where('jenis', '=', 'pengeluaran')
    .executeTakeFirst();
}

/** Opening balances that no reversal takes back, the earliest first. */
export async function listOpenings(db: Db): Promise<(Place & Pick<Schema['kas_entri'], 'tanggal'>)[]> {
  const { rows } = await sql<Place & Pick<Schema['kas_entri'], 'tanggal'>>`SELECT akun_id, dana_id, tanggal
    FROM kas_entri WHERE jenis = 'saldo_awal'
      AND nomor NOT IN (SELECT membatalkan FROM kas_entri WHERE membatalkan IS NOT NULL)
    ORDER BY tanggal`.execute(db);
  return rows;
}

export const isAt =
  ({ akun_id, dana_id }: Place) =>
  (other: Place): boolean =>
    other.akun_id === akun_id && other.dana_id === dana_id;

/** That of the opening balance of this place; without one, that of the first in the book. */
export async function firstBookableDay(db: Db, place: Place): Promise<string | null> {
  const openings = await listOpenings(db);
  return (openings.find(isAt(place)) ?? openings[0])?.tanggal ?? null;
}

/** Day of the earliest entry of a place that is no opening balance and takes none back. */
export async function firstDay(db: Db, { akun_id, dana_id }: Place): Promise<string | null> {
  const { day } = await db
    .selectFrom('kas_entri')
    .select((eb) => eb.fn.min<string | null>('tanggal').as('day'))
    .where('akun_id', '=', akun_id)
    .where('dana_id', '=', dana_id)
    .where('jenis', '<>', 'saldo_awal')
    .where(
      sql<SqlBool>`NOT EXISTS (SELECT 1 FROM kas_entri AS opening
        WHERE opening.nomor = kas_entri.membatalkan AND opening.jenis = 'saldo_awal')`,
    )
    .executeTakeFirstOrThrow();
  return day;
}

export interface BulkOpening {
  tanggal: string;
  jumlah: number;
  persetujuan_id: number;
  by: number;
  /** Instant. */
  pada: string;
}

/**
 * Enters the opening balance, every confirmed payment, every undeleted expense and other income into an empty book, by
 * the day on which each counts; for estates that are loaded in bulk.
 */
export async function bookAll({ db }: Pick<Tx, 'db'>, opening?: BulkOpening): Promise<void> {
  const monthNames = sql.join(
    Array.from(
      { length: 12 },
      (_, index) => sql`WHEN ${sql.lit(index + 1)} THEN ${sql.lit(monthName(index + 1))}`,
    ),
    sql` `,
  );
  const openingRow = opening
    ? sql`UNION ALL
      SELECT ${sql.lit(opening.tanggal)}, ${sql.lit(opening.jumlah)}, 'saldo_awal', '', ${sql.lit(opening.persetujuan_id)},
        'Saldo awal', NULL, NULL, ${sql.lit(opening.by)}, ${sql.lit(opening.pada)}`
    : sql``;
  await sql`INSERT INTO kas_entri (nomor, tanggal, akun_id, dana_id, jumlah, jenis, kategori, payment_id, expense_id,
      penerimaan_id, persetujuan_id, keterangan, nama, blok, dibuat_oleh, dibuat_pada)
    SELECT row_number() OVER (ORDER BY tanggal, jenis, record), tanggal, ${sql.lit(firstPlace.akun_id)},
      ${sql.lit(firstPlace.dana_id)}, jumlah, jenis, kategori, CASE jenis WHEN 'iuran' THEN record END,
      CASE jenis WHEN 'pengeluaran' THEN record END, CASE jenis WHEN 'penerimaan' THEN record END,
      CASE jenis WHEN 'saldo_awal' THEN record END, keterangan, nama, blok, dibuat_oleh, dibuat_pada
    FROM (
      SELECT tanggal_kas AS tanggal, jumlah, 'iuran' AS jenis, '' AS kategori, payments.id AS record,
        'Iuran ' || CASE bulan ${monthNames} END || ' ' || tahun AS keterangan, users.nama, users.blok,
        dikonfirmasi_oleh AS dibuat_oleh, coalesce(tanggal_konfirmasi, tanggal_upload) AS dibuat_pada
      FROM payments JOIN users ON users.id = payments.user_id WHERE payments.status = 'dikonfirmasi'
      UNION ALL
      SELECT tanggal_digunakan, -jumlah, 'pengeluaran', kategori, id, judul, NULL, NULL, admin_id, tanggal_dibuat
      FROM expenses WHERE dihapus_pada IS NULL AND menunggu = 0
      UNION ALL
      SELECT tanggal, jumlah, 'penerimaan', kategori, id, judul, NULL, NULL, admin_id, tanggal_dibuat
      FROM penerimaan WHERE dihapus_pada IS NULL
      ${openingRow}
    ) AS booked`.execute(db);
  await sql`INSERT INTO kas_bulanan (bulan, akun_id, dana_id, jenis, kategori, banyak, jumlah)
    SELECT substr(tanggal, 1, 7), akun_id, dana_id, jenis, kategori, count(*), sum(jumlah)
    FROM kas_entri GROUP BY substr(tanggal, 1, 7), akun_id, dana_id, jenis, kategori`.execute(db);
}
