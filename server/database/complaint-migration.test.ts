/** Complaints of before `cari`: nothing of them is lost, comments still refer to them, and no id is used again. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeBarePlace } from '../testing/places.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';

const before = [
  `INSERT INTO users (id, nama, email, urutan_blok, jenis, status, password_hash, created_at) VALUES
    (1, 'Siti', 's@contoh.id', '', 'ketua', 'active', '', '2026-01-01')`,
  `INSERT INTO files (nama, kind, tipe_file, ukuran_file, dibuat) VALUES
    ('a.jpg', 'complaint', 'image/jpeg', 1, '2026-01-01'), ('b.jpg', 'answer', 'image/jpeg', 1, '2026-01-01')`,
  `INSERT INTO complaints (user_id, judul, kategori, deskripsi, foto, status, jawaban, foto_jawaban, dijawab_oleh,
      tanggal_aduan, dihapus_pada, dihapus_oleh) VALUES
    (1, 'Lampu', 'keamanan', 'Mati', 'a.jpg', 'selesai', 'Sudah', 'b.jpg', 1, '2026-02-01', NULL, NULL),
    (1, 'Élan', 'lainnya', 'Été', NULL, 'pending', NULL, NULL, NULL, '2026-02-02', '2026-02-03', 1),
    (1, 'Salah', 'lainnya', '-', NULL, 'ditolak', NULL, NULL, NULL, '2026-02-04', NULL, NULL)`,
  `INSERT INTO complaint_comments (user_id, aduan_id, komentar, tanggal_komentar) VALUES (1, 1, 'Baik', '2026-02-01')`,
  'DELETE FROM complaints WHERE id = 3',
];
const kept = sql`SELECT id, user_id, judul, kategori, deskripsi, foto, status, jawaban, foto_jawaban, dijawab_oleh,
  tanggal_aduan, dihapus_pada, dihapus_oleh FROM complaints ORDER BY id`;
const add = (id: string) => sql<{
  id: number;
}>`INSERT INTO complaints (user_id, judul, kategori, deskripsi, status,
  tanggal_aduan) VALUES (1, ${id}, 'lainnya', '-', 'pending', '2026-03-01') RETURNING id`;

test('complaints of an older schema are kept with their comments, and their ids are not used again', async () => {
  const place = await makeBarePlace();
  const database = openDatabase(place.config);
  try {
    await migrate(database, '0024-entered-lines');
    for (const statement of before) await sql.raw(statement).execute(database.writer);
    const { rows } = await kept.execute(database.writer);
    await migrate(database);
    expect((await kept.execute(database.read)).rows).toEqual(rows);
    expect(rows).toHaveLength(2);
    expect((await add('Baru').execute(database.writer)).rows).toEqual([{ id: 4 }]);
    const orphan = sql`INSERT INTO complaint_comments (user_id, aduan_id, komentar, tanggal_komentar)
      VALUES (1, 3, 'Yatim', '2026-03-01')`;
    await expect(orphan.execute(database.writer)).rejects.toThrow(/foreign key/i);
    await expect(sql`DELETE FROM complaints WHERE id = 1`.execute(database.writer)).rejects.toThrow(
      /foreign key/i,
    );
  } finally {
    await database.close();
    await place.clear();
  }
});
