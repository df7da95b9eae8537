/** The tables as Kysely sees them. Data speaks Indonesian; instants and dates are ISO text, booleans 0/1. */
import type { Generated, GeneratedAlways } from 'kysely';
import type { AuditSubject } from '../../contract/audit.ts';
import type { ComplaintCategory, ComplaintStatus } from '../../contract/complaints.ts';
import type { NotificationKind } from '../../contract/events.ts';
import type { PaymentStatus } from '../../contract/payments.ts';
import type { Role } from '../../contract/people.ts';

/** Deleting takes a row out of every list; who and when stay. */
interface Deletable {
  dihapus_pada: string | null;
  dihapus_oleh: number | null;
}

export interface Users extends Deletable {
  id: Generated<number>;
  nama: string;
  email: string;
  no_hp: string | null;
  blok: string | null;
  huruf_blok: GeneratedAlways<string | null>;
  /** `blockSortKey(blok)`, written with every change of blok. */
  urutan_blok: string;
  jenis: Role;
  status: 'active' | 'inactive';
  password_hash: string;
  foto_profile: string | null;
  jumlah_keluarga: number | null;
  created_at: string;
}

export interface Sessions {
  id: Generated<number>;
  user_id: number;
  token_hash: string;
  perangkat: string;
  dibuat: string;
  terakhir_aktif: string;
}

/** Browsers that once signed in to an account; a neighbour's failed logins cannot delay them. */
export interface KnownDevices {
  user_id: number;
  device_hash: string;
  dibuat: string;
}

export interface Payments extends Deletable {
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
  /** The estate's calendar date of the confirmation: the day the cash book enters it. */
  tanggal_kas: string | null;
  dikonfirmasi_oleh: number | null;
}

export interface Expenses extends Deletable {
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
}

export interface Complaints extends Deletable {
  id: Generated<number>;
  user_id: number;
  judul: string;
  kategori: ComplaintCategory;
  deskripsi: string;
  foto: string | null;
  status: ComplaintStatus;
  jawaban: string | null;
  foto_jawaban: string | null;
  dijawab_oleh: number | null;
  tanggal_aduan: string;
}

export interface ComplaintComments {
  id: Generated<number>;
  aduan_id: number;
  user_id: number;
  komentar: string;
  tanggal_komentar: string;
}

export interface Posts extends Deletable {
  id: Generated<number>;
  user_id: number;
  konten: string;
  foto: string | null;
  tanggal_post: string;
}

export interface PostLikes {
  post_id: number;
  user_id: number;
  tanggal_like: string;
}

export interface PostComments {
  id: Generated<number>;
  post_id: number;
  user_id: number;
  komentar: string;
  tanggal_komentar: string;
}

export interface Documents extends Deletable {
  id: Generated<number>;
  judul: string;
  deskripsi: string | null;
  kategori: string;
  /** Unguessable name in storage. */
  nama_file: string;
  /** The name the file had when it was uploaded; downloads carry it. */
  nama_asli: string;
  tipe_file: string;
  ukuran_file: number;
  admin_id: number;
  tanggal_upload: string;
}

/** What kind of thing a stored image belongs to: decides who may see it. */
export type FileKind = 'proof' | 'complaint' | 'answer' | 'post' | 'expense' | 'document';

export interface Files {
  nama: string;
  kind: FileKind;
  tipe_file: string;
  ukuran_file: number;
  dibuat: string;
}

export interface Settings {
  kunci: string;
  /** JSON */
  nilai: string;
}

/** The monthly dues from a month (`YYYY-MM`) on, until the next row. */
export interface Dues {
  sejak: string;
  jumlah: number;
}

export interface Notifications {
  id: Generated<number>;
  user_id: number;
  jenis: NotificationKind;
  judul: string;
  pesan: string;
  halaman: string;
  dibaca: 0 | 1;
  tanggal: string;
}

export interface Audit {
  id: Generated<number>;
  tanggal: string;
  user_id: number | null;
  nama: string | null;
  aksi: string;
  entitas: AuditSubject;
  entitas_id: number | null;
  /** JSON objects of the fields concerned. */
  sebelum: string | null;
  sesudah: string | null;
}

/** Work that the estate does by itself (`schedule.ts`): when it last began and ended, and with what result. */
export interface Jobs {
  nama: string;
  mulai: string | null;
  selesai: string | null;
  /** JSON */
  hasil: string | null;
}

/** Counted tries, under the hash of what they count towards; past the instant they count no more. */
export interface Attempts {
  kunci: string;
  jumlah: number;
  berlaku_hingga: string;
}

/** What became of a creating call, under the hash of its key (`once.ts`). */
export interface IdempotencyKeys {
  user_id: number;
  kunci: string;
  /** Of what was sent, made with the key itself: without it nobody can guess at passwords in it. */
  sidik: string;
  /** The body of the answer. */
  jawaban: string;
  dibuat: string;
}

/** When somebody began to owe dues (1) or ceased to (-1): an active resident who is not deleted. */
export interface DebtorChanges {
  id: Generated<number>;
  user_id: number;
  waktu: string;
  banyak: 1 | -1;
}

/** Confirmed payments by the month (`YYYY-MM`) in which the cash book enters them, added up by `bookIncome`. */
export interface IncomeByMonth {
  bulan_kas: string;
  banyak: number;
  jumlah: number;
}

export interface Schema {
  users: Users;
  sessions: Sessions;
  known_devices: KnownDevices;
  debtor_changes: DebtorChanges;
  payments: Payments;
  income_by_month: IncomeByMonth;
  expenses: Expenses;
  complaints: Complaints;
  complaint_comments: ComplaintComments;
  posts: Posts;
  post_likes: PostLikes;
  post_comments: PostComments;
  documents: Documents;
  files: Files;
  settings: Settings;
  dues: Dues;
  notifications: Notifications;
  audit: Audit;
  jobs: Jobs;
  attempts: Attempts;
  idempotency_keys: IdempotencyKeys;
}
