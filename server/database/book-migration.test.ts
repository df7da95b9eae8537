/** An estate of 0.2.0 becomes one with a book: the same balances, and the names and houses of the days themselves. */
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { readBalance, sumByMonth } from '../areas/cash-book/queries.ts';
import { findViolations } from '../operations/doctor/find-violations.ts';
import { openStorage } from '../storage/open.ts';
import { makeBarePlace, type Place } from '../testing/places.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';

let place: Place | undefined;
afterEach(() => place?.clear());

const account = (nama: string, blok: string) => JSON.stringify({ nama, blok, jenis: 'warga' });

/**
 * Siti pays as Siti of A1, moves to B2, pays, and is called Siti Rahayu before she pays again; Budi pays and is deleted.
 * One expense is deleted, one is dated in the year before, and one comes before all income.
 */
const history = [
  `INSERT INTO users (id, nama, email, blok, urutan_blok, jenis, status, password_hash, created_at, dihapus_pada) VALUES
    (1, 'Ketua', 'k@contoh.id', NULL, '', 'ketua', 'active', '', '2025-01-01', NULL),
    (2, 'Siti Rahayu', 's@contoh.id', 'B2', 'B002', 'warga', 'active', '', '2025-01-01', NULL),
    (3, 'Budi', 'b@contoh.id', 'C3', 'C003', 'warga', 'active', '', '2025-01-01', '2026-03-01T00:00:00.000Z')`,
  `INSERT INTO debtor_changes (user_id, waktu, banyak) VALUES (2, '2025-01-01', 1)`,
  `INSERT INTO payments (id, user_id, tahun, bulan, jumlah, status, tanggal_upload, tanggal_konfirmasi, tanggal_kas,
      dikonfirmasi_oleh) VALUES
    (1, 2, 2025, 12, 100000, 'dikonfirmasi', '2025-12-31T16:00:00.000Z', '2025-12-31T18:00:00.000Z', '2026-01-01', 1),
    (2, 2, 2026, 1, 110000, 'dikonfirmasi', '2026-01-20T03:00:00.000Z', '2026-01-21T03:00:00.000Z', '2026-01-21', 1),
    (3, 2, 2026, 2, 120000, 'dikonfirmasi', '2026-02-20T03:00:00.000Z', '2026-02-21T03:00:00.000Z', '2026-02-21', 1),
    (4, 3, 2026, 1, 90000, 'dikonfirmasi', '2026-01-20T03:00:00.000Z', '2026-01-20T04:00:00.000Z', '2026-01-20', 1),
    (5, 2, 2026, 3, 130000, 'ditolak', '2026-03-20T03:00:00.000Z', '2026-03-21T03:00:00.000Z', NULL, 1),
    (6, 2, 2026, 4, 140000, 'menunggu_konfirmasi', '2026-04-20T03:00:00.000Z', NULL, NULL, NULL)`,
  `INSERT INTO expenses (id, tahun, bulan, jumlah, judul, deskripsi, tanggal_digunakan, tanggal_dibuat, admin_id,
      dihapus_pada) VALUES
    (1, 2025, 12, 40000, 'Sapu', 'Dua', '2025-12-30', '2026-01-02T03:00:00.000Z', 1, NULL),
    (2, 2026, 1, 900000, 'Salah catat', '-', '2026-01-05', '2026-01-05T03:00:00.000Z', 1, '2026-01-06T03:00:00.000Z'),
    (3, 2026, 2, 50000, 'Lampu', '-', '2026-02-05', '2026-02-05T03:00:00.000Z', 1, NULL)`,
  `INSERT INTO audit (tanggal, user_id, nama, aksi, entitas, entitas_id, sebelum, sesudah) VALUES
    ('2026-01-10T03:00:00.000Z', 1, 'Ketua', 'account.changed', 'users', 2, '${account('Siti', 'A1')}', '${account('Siti', 'B2')}'),
    ('2026-02-01T03:00:00.000Z', 2, 'Siti', 'profile.changed', 'users', 2, '${account('Siti', 'B2')}', '${account('Siti Rahayu', 'B2')}')`,
  // What 0.2.0 wrote with each confirmation.
  `INSERT INTO income_by_month (bulan_kas, banyak, jumlah) VALUES ('2026-01', 3, 300000), ('2026-02', 1, 120000)`,
];

test('a database of 0.2.0 keeps every balance, and each payer the name and house of the day', async () => {
  place = await makeBarePlace();
  const database = openDatabase(place.config);
  try {
    await migrate(database, '0003-portraits');
    for (const statement of history) await sql.raw(statement).execute(database.writer);
    await migrate(database);

    const { rows } = await sql<{
      said: string;
    }>`SELECT nomor || ' ' || tanggal || ' ' || jumlah || ' ' || keterangan
        || ' ' || coalesce(nama || ' ' || blok, '-') AS said FROM kas_entri ORDER BY nomor`.execute(
      database.read,
    );
    expect(rows.map(({ said }) => said)).toEqual([
      '1 2025-12-30 -40000 Sapu -',
      '2 2026-01-01 100000 Iuran Desember 2025 Siti A1',
      '3 2026-01-20 90000 Iuran Januari 2026 Budi C3',
      '4 2026-01-21 110000 Iuran Januari 2026 Siti B2',
      '5 2026-02-05 -50000 Lampu -',
      '6 2026-02-21 120000 Iuran Februari 2026 Siti Rahayu B2',
    ]);
    expect(await readBalance(database.read)).toEqual({
      saldoAwal: 0,
      totalPemasukan: 420_000,
      totalPengeluaran: 90_000,
      saldo: 330_000,
    });
    const { saldoAwal, income, spending } = await sumByMonth(database.read, 2026);
    expect([saldoAwal, [...income], [...spending]]).toEqual([
      -40_000,
      [
        [1, 300_000],
        [2, 120_000],
      ],
      [[2, 50_000]],
    ]);
    const { violations } = await findViolations({ database, storage: openStorage(place.config.storage) });
    expect(violations.map(({ invariant }) => invariant).filter((one) => one !== 'audited')).toEqual([]);
  } finally {
    await database.close();
  }
});

test.each(['UPDATE kas_entri SET jumlah = 1', 'DELETE FROM kas_entri'])(
  'the book refuses %s',
  async (statement) => {
    place = await makeBarePlace();
    const database = openDatabase(place.config);
    try {
      await migrate(database, '0003-portraits');
      for (const one of history) await sql.raw(one).execute(database.writer);
      await migrate(database);
      await expect(sql.raw(statement).execute(database.writer)).rejects.toThrow('the book is append-only');
    } finally {
      await database.close();
    }
  },
);
