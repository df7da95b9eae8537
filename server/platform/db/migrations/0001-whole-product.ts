/** The schema of the whole product, with the constraints that make wrong states impossible. */
import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database } from '../open.ts';

/** A migration knows no schema yet. */
type Builder = Kysely<unknown>;

export const migration = (database: Database): Migration => ({
  up: async (db: Builder) => {
    await createPeople(db, database);
    await createMoney(db, database);
    await createTalk(db, database);
    await createRecords(db, database);
  },
});

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const month = sql`bulan BETWEEN 1 AND 12 AND tahun BETWEEN 2000 AND 2100`;

/** A table whose ids number themselves and are never used twice. */
function table(db: Builder, { dialect }: Database, name: string): CreateTableBuilder<string, 'id'> {
  return db.schema
    .createTable(name)
    .addColumn('id', 'integer', (column) =>
      dialect.name === 'sqlite'
        ? column.primaryKey().autoIncrement()
        : column.generatedByDefaultAsIdentity().primaryKey(),
    );
}

const owned = <T extends string, C extends string>(builder: CreateTableBuilder<T, C>) =>
  builder.addColumn('user_id', 'integer', (column) => column.notNull().references('users.id'));

const deletable = <T extends string, C extends string>(builder: CreateTableBuilder<T, C>) =>
  builder
    .addColumn('dihapus_pada', 'text')
    .addColumn('dihapus_oleh', 'integer', (column) => column.references('users.id'));

const image = (column: ColumnDefinitionBuilder) => column.references('files.nama');

async function createPeople(db: Builder, database: Database) {
  await db.schema
    .createTable('files')
    .addColumn('nama', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', required)
    .addColumn('tipe_file', 'text', required)
    .addColumn('ukuran_file', 'integer', required)
    .addColumn('dibuat', 'text', required)
    .execute();

  await deletable(
    table(db, database, 'users')
      .addColumn('nama', 'text', required)
      .addColumn('email', 'text', required)
      .addColumn('no_hp', 'text')
      .addColumn('blok', 'text')
      .addColumn('huruf_blok', 'text', (column) => column.generatedAlwaysAs(sql`substr(blok, 1, 1)`).stored())
      .addColumn('urutan_blok', 'text', required)
      .addColumn('jenis', 'text', (column) =>
        column.notNull().check(sql`jenis IN ('ketua', 'admin', 'koordinator_perblok', 'warga')`),
      )
      .addColumn('status', 'text', (column) => column.notNull().check(sql`status IN ('active', 'inactive')`))
      .addColumn('nonaktif_sejak', 'text')
      .addColumn('password_hash', 'text', required)
      .addColumn('foto_profile', 'text')
      .addColumn('jumlah_keluarga', 'integer', (column) =>
        column.check(sql`jumlah_keluarga BETWEEN 0 AND 99`),
      )
      .addColumn('created_at', 'text', required),
  )
    .addCheckConstraint(
      'users_coordinator_has_block',
      sql`jenis <> 'koordinator_perblok' OR blok IS NOT NULL`,
    )
    .execute();
  await sql`CREATE UNIQUE INDEX users_email_unique ON users (email) WHERE dihapus_pada IS NULL`.execute(db);
  await sql`CREATE UNIQUE INDEX users_phone_unique ON users (no_hp) WHERE dihapus_pada IS NULL`.execute(db);
  await db.schema.createIndex('users_by_block').on('users').columns(['urutan_blok', 'nama', 'id']).execute();
  await db.schema.createIndex('users_by_letter').on('users').columns(['huruf_blok', 'jenis']).execute();

  await owned(table(db, database, 'sessions'))
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('perangkat', 'text', required)
    .addColumn('dibuat', 'text', required)
    .addColumn('terakhir_aktif', 'text', required)
    .execute();
  await db.schema.createIndex('sessions_by_user').on('sessions').column('user_id').execute();
  await db.schema.createIndex('sessions_by_age').on('sessions').column('terakhir_aktif').execute();

  await owned(db.schema.createTable('known_devices'))
    .addColumn('device_hash', 'text', required)
    .addColumn('dibuat', 'text', required)
    .addPrimaryKeyConstraint('known_devices_key', ['user_id', 'device_hash'])
    .execute();
}

async function createMoney(db: Builder, database: Database) {
  await deletable(
    owned(table(db, database, 'payments'))
      .addColumn('tahun', 'integer', required)
      .addColumn('bulan', 'integer', required)
      .addColumn('jumlah', 'bigint', (column) => column.notNull().check(sql`jumlah > 0`))
      .addColumn('status', 'text', (column) =>
        column.notNull().check(sql`status IN ('menunggu_konfirmasi', 'dikonfirmasi', 'ditolak')`),
      )
      .addColumn('bukti_transfer', 'text', image)
      .addColumn('keterangan', 'text')
      .addColumn('catatan', 'text')
      .addColumn('tanggal_upload', 'text', required)
      .addColumn('tanggal_konfirmasi', 'text')
      .addColumn('tanggal_kas', 'text')
      .addColumn('dikonfirmasi_oleh', 'integer', (column) => column.references('users.id')),
  )
    .addCheckConstraint('payments_month', month)
    .addCheckConstraint(
      'payments_booked_when_confirmed',
      sql`(status = 'dikonfirmasi') = (tanggal_kas IS NOT NULL)`,
    )
    .addCheckConstraint('payments_confirmed_stays', sql`status <> 'dikonfirmasi' OR dihapus_pada IS NULL`)
    .execute();
  await sql`CREATE UNIQUE INDEX payments_one_live ON payments (user_id, tahun, bulan)
    WHERE status IN ('menunggu_konfirmasi', 'dikonfirmasi') AND dihapus_pada IS NULL`.execute(db);
  await db.schema.createIndex('payments_cash').on('payments').columns(['tanggal_kas', 'id']).execute();
  await sql`CREATE INDEX payments_income ON payments (status, jumlah) WHERE dihapus_pada IS NULL`.execute(db);
  await db.schema
    .createIndex('payments_by_user')
    .on('payments')
    .columns(['user_id', 'tahun', 'bulan'])
    .execute();
  await db.schema
    .createIndex('payments_by_month')
    .on('payments')
    .columns(['tahun', 'bulan', 'status', 'jumlah'])
    .execute();
  await db.schema.createIndex('payments_by_proof').on('payments').column('bukti_transfer').execute();

  await deletable(
    table(db, database, 'expenses')
      .addColumn('tahun', 'integer', required)
      .addColumn('bulan', 'integer', required)
      .addColumn('jumlah', 'bigint', (column) => column.notNull().check(sql`jumlah > 0`))
      .addColumn('judul', 'text', required)
      .addColumn('deskripsi', 'text', required)
      .addColumn('tanggal_digunakan', 'text', required)
      .addColumn('tanggal_dibuat', 'text', required)
      .addColumn('foto', 'text', image)
      .addColumn('admin_id', 'integer', (column) => column.notNull().references('users.id')),
  )
    .addCheckConstraint('expenses_month', month)
    .execute();
  await db.schema.createIndex('expenses_cash').on('expenses').columns(['tanggal_digunakan', 'id']).execute();
  await db.schema.createIndex('expenses_by_photo').on('expenses').column('foto').execute();

  await db.schema
    .createTable('dues')
    .addColumn('sejak', 'text', (column) => column.primaryKey())
    .addColumn('jumlah', 'bigint', (column) => column.notNull().check(sql`jumlah > 0`))
    .execute();
}

async function createTalk(db: Builder, database: Database) {
  await deletable(
    owned(table(db, database, 'complaints'))
      .addColumn('judul', 'text', required)
      .addColumn('kategori', 'text', required)
      .addColumn('deskripsi', 'text', required)
      .addColumn('foto', 'text', image)
      .addColumn('status', 'text', (column) =>
        column.notNull().check(sql`status IN ('pending', 'proses', 'selesai', 'ditolak')`),
      )
      .addColumn('jawaban', 'text')
      .addColumn('foto_jawaban', 'text', image)
      .addColumn('tanggal_aduan', 'text', required),
  ).execute();
  await db.schema.createIndex('complaints_by_user').on('complaints').columns(['user_id', 'id']).execute();
  await db.schema.createIndex('complaints_by_date').on('complaints').column('tanggal_aduan').execute();
  await db.schema.createIndex('complaints_by_photo').on('complaints').column('foto').execute();
  await db.schema.createIndex('complaints_by_answer_photo').on('complaints').column('foto_jawaban').execute();

  await owned(table(db, database, 'complaint_comments'))
    .addColumn('aduan_id', 'integer', (column) => column.notNull().references('complaints.id'))
    .addColumn('komentar', 'text', required)
    .addColumn('tanggal_komentar', 'text', required)
    .execute();
  await db.schema
    .createIndex('complaint_comments_by_complaint')
    .on('complaint_comments')
    .columns(['aduan_id', 'id'])
    .execute();

  await deletable(
    owned(table(db, database, 'posts'))
      .addColumn('konten', 'text', required)
      .addColumn('foto', 'text', image)
      .addColumn('tanggal_post', 'text', required),
  ).execute();
  await db.schema.createIndex('posts_by_photo').on('posts').column('foto').execute();

  await owned(db.schema.createTable('post_likes'))
    .addColumn('post_id', 'integer', (column) => column.notNull().references('posts.id'))
    .addColumn('tanggal_like', 'text', required)
    .addPrimaryKeyConstraint('post_likes_key', ['post_id', 'user_id'])
    .execute();

  await owned(table(db, database, 'post_comments'))
    .addColumn('post_id', 'integer', (column) => column.notNull().references('posts.id'))
    .addColumn('komentar', 'text', required)
    .addColumn('tanggal_komentar', 'text', required)
    .execute();
  await db.schema
    .createIndex('post_comments_by_post')
    .on('post_comments')
    .columns(['post_id', 'id'])
    .execute();
}

async function createRecords(db: Builder, database: Database) {
  await deletable(
    table(db, database, 'documents')
      .addColumn('judul', 'text', required)
      .addColumn('deskripsi', 'text')
      .addColumn('kategori', 'text', required)
      .addColumn('nama_file', 'text', (column) => image(column).notNull().unique())
      .addColumn('nama_asli', 'text', required)
      .addColumn('tipe_file', 'text', required)
      .addColumn('ukuran_file', 'integer', required)
      .addColumn('admin_id', 'integer', (column) => column.notNull().references('users.id'))
      .addColumn('tanggal_upload', 'text', required),
  ).execute();

  await db.schema
    .createTable('settings')
    .addColumn('kunci', 'text', (column) => column.primaryKey())
    .addColumn('nilai', 'text', required)
    .execute();

  await owned(table(db, database, 'notifications'))
    .addColumn('jenis', 'text', required)
    .addColumn('judul', 'text', required)
    .addColumn('pesan', 'text', required)
    .addColumn('halaman', 'text', required)
    .addColumn('dibaca', 'integer', (column) => column.notNull().check(sql`dibaca IN (0, 1)`))
    .addColumn('tanggal', 'text', required)
    .execute();
  await db.schema
    .createIndex('notifications_by_user')
    .on('notifications')
    .columns(['user_id', 'id'])
    .execute();
  await db.schema
    .createIndex('notifications_unread')
    .on('notifications')
    .columns(['user_id', 'dibaca'])
    .execute();

  await table(db, database, 'audit')
    .addColumn('tanggal', 'text', required)
    .addColumn('user_id', 'integer', (column) => column.references('users.id'))
    .addColumn('nama', 'text')
    .addColumn('aksi', 'text', required)
    .addColumn('entitas', 'text', required)
    .addColumn('entitas_id', 'integer')
    .addColumn('sebelum', 'text')
    .addColumn('sesudah', 'text')
    .execute();
  for (const statement of database.dialect.appendOnly('audit')) await sql.raw(statement).execute(db);
}
