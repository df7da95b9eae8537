/** Tables for Kysely. Column names are Indonesian; instants and dates are ISO text, booleans 0/1. */
import type { Generated, GeneratedAlways } from 'kysely';
import type { AuditSubject } from '../../contract/audit.ts';
import type { ComplaintCategory, ComplaintStatus } from '../../contract/complaints.ts';
import type { DocumentCategory } from '../../contract/documents.ts';
import type { PaymentMethod, PaymentStatus } from '../../contract/payments.ts';
import type { Role } from '../../contract/people.ts';
import type { BookTables } from './book-schema.ts';
import type { DuesTables } from './dues-schema.ts';
import type { LogTables } from './log-schema.ts';
import type { NewsTables } from './notification-schema.ts';
import type { StatementTables } from './statement-schema.ts';

interface Deletable {
  dihapus_pada: string | null;
  dihapus_oleh: number | null;
}

/**
 * `income-document`: the PDF that proves an income; `income`: the picture that does. `statement`: a bank statement as it
 * was imported.
 */
export type FileKind =
  | 'proof'
  | 'complaint'
  | 'answer'
  | 'post'
  | 'expense'
  | 'income'
  | 'income-document'
  | 'document'
  | 'statement'
  | 'profile';

export interface Schema extends BookTables, DuesTables, LogTables, NewsTables, StatementTables {
  users: Deletable & {
    id: Generated<number>;
    nama: string;
    email: string;
    no_hp: string | null;
    blok: string | null;
    huruf_blok: GeneratedAlways<string | null>;
    urutan_blok: string;
    jenis: Role;
    status: 'active' | 'inactive';
    password_hash: string;
    foto_profile: string | null;
    /** Name of the stored file with the same photo, small; lists show this one. */
    potret: string | null;
    pengawas: Generated<0 | 1>;
    jumlah_keluarga: number | null;
    created_at: string;
    /** When the personal data were erased. */
    data_dihapus_pada: Generated<string | null>;
  };

  sessions: {
    id: Generated<number>;
    user_id: number;
    token_hash: string;
    perangkat: string;
    dibuat: string;
    terakhir_aktif: string;
    /** HMAC by the key of the log: a session that is inserted by hand has none. */
    tanda: Generated<string>;
  };

  /** Browsers that have signed in to an account before. Failed logins of others do not delay them. */
  known_devices: {
    user_id: number;
    device_hash: string;
    dibuat: string;
  };

  payments: Deletable & {
    id: Generated<number>;
    user_id: number;
    tahun: number;
    bulan: number;
    jumlah: number;
    status: PaymentStatus;
    bukti_transfer: string | null;
    keterangan: string | null;
    catatan: string | null;
    tanggal_upload: string;
    tanggal_konfirmasi: string | null;
    /** Date of the confirmation in the estate's time zone; the cash book lists the payment on this day. */
    tanggal_kas: string | null;
    dikonfirmasi_oleh: number | null;
    /** Id of the first payment with the same proof; null if the proof is for one month. */
    kelompok: Generated<number | null>;
    metode: Generated<PaymentMethod>;
    /** UUID of the tap of a coordinator at the door; the months of one tap share it. */
    ketukan: Generated<string | null>;
    /** Number of the transfer, capital letters and digits; the months of a slip share it. */
    referensi: Generated<string | null>;
  };

  expenses: Deletable & {
    id: Generated<number>;
    tahun: number;
    bulan: number;
    jumlah: number;
    judul: string;
    deskripsi: string;
    tanggal_digunakan: string;
    tanggal_dibuat: string;
    foto: string | null;
    admin_id: number;
    kategori: Generated<string>;
    /** Who saw it, where there is no receipt. */
    saksi: string | null;
    /** 1 until a second person approves it, and for good if they refuse. */
    menunggu: Generated<0 | 1>;
  };

  complaints: Deletable & {
    id: Generated<number>;
    user_id: number;
    /** Title and description as a search reads them; on SQLite null where it has to fold them. */
    cari: GeneratedAlways<string | null>;
    judul: string;
    kategori: ComplaintCategory;
    deskripsi: string;
    foto: string | null;
    status: ComplaintStatus;
    jawaban: string | null;
    foto_jawaban: string | null;
    dijawab_oleh: number | null;
    tanggal_aduan: string;
  };

  complaint_comments: {
    id: Generated<number>;
    aduan_id: number;
    user_id: number;
    komentar: string;
    tanggal_komentar: string;
  };

  posts: Deletable & {
    id: Generated<number>;
    user_id: number;
    konten: string;
    foto: string | null;
    tanggal_post: string;
  };

  post_likes: {
    post_id: number;
    user_id: number;
    tanggal_like: string;
  };

  post_comments: {
    id: Generated<number>;
    post_id: number;
    user_id: number;
    komentar: string;
    tanggal_komentar: string;
  };

  documents: Deletable & {
    id: Generated<number>;
    judul: string;
    deskripsi: string | null;
    kategori: DocumentCategory;
    nama_file: string;
    nama_asli: string;
    tipe_file: string;
    ukuran_file: number;
    admin_id: number;
    tanggal_upload: string;
  };

  files: {
    nama: string;
    kind: FileKind;
    tipe_file: string;
    ukuran_file: number;
    dibuat: string;
    /** Hexadecimal; null for files of before until they are read once. */
    sha256: Generated<string | null>;
  };

  settings: {
    kunci: string;
    /** JSON */
    nilai: string;
  };

  /** `nama`, and personal values in `sebelum` and `sesudah`, are commitments (`audit-leaf.ts`). */
  audit: {
    id: Generated<number>;
    tanggal: string;
    user_id: number | null;
    nama: string | null;
    aksi: string;
    entitas: AuditSubject;
    entitas_id: number | null;
    sebelum: string | null;
    sesudah: string | null;
  };

  /** Last run of each scheduled job (`schedule.ts`). */
  jobs: {
    nama: string;
    mulai: string | null;
    selesai: string | null;
    /** JSON */
    hasil: string | null;
  };

  /** Rate limit counters. `kunci` is a hash of what is limited; rows past `berlaku_hingga` are ignored. */
  attempts: {
    kunci: string;
    jumlah: number;
    berlaku_hingga: string;
  };

  /** Responses of creating requests, by the hash of their key (`once.ts`). */
  idempotency_keys: {
    user_id: number;
    kunci: string;
    /** HMAC with the secret key, so that passwords in the content cannot be guessed. */
    sidik: string;
    jawaban: string;
    dibuat: string;
  };
}
