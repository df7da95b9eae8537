/** Tables of the log. */
import type { Generated } from 'kysely';

/** The values that audit rows only commit to, in JSON, each behind its salt; null once they were erased. */
interface AuditNilai {
  audit_id: number;
  /** `[salt, name]` of the author. */
  nama: string | null;
  /** `[salt, value, salt, value, …]` in the order in which the commitments stand in `sebelum` and `sesudah`. */
  isi: string | null;
}

/** A log by its name. A restore that lost leaves opens another one. */
interface LogAsal {
  id: Generated<number>;
  asal: string;
  dibuat: string;
}

/** Keys that sign for an origin; the last one is in use. */
interface LogKunci {
  id: Generated<number>;
  asal_id: number;
  /** Base 64. */
  kunci_publik: string;
  dibuat: string;
}

/** Leaves, numbered from 0 without gaps. `isi` is what was hashed, never written anew. */
interface LogDaun {
  asal_id: number;
  indeks: number;
  audit_id: number;
  isi: string;
}

/** PostgreSQL: leaves of committed transactions that have no index yet. */
interface LogAntrean {
  audit_id: number;
  isi: string;
}

/** Roots of complete subtrees of 256^tingkat leaves, in base 64. */
interface LogSimpul {
  asal_id: number;
  tingkat: number;
  nomor: number;
  hash: string;
}

/** Every checkpoint that was ever signed. */
interface LogKepala {
  asal_id: number;
  ukuran: number;
  /** Signed note. */
  catatan: string;
  dibuat: string;
}

/** Cosignatures of checkpoints. */
interface LogSaksi {
  id: Generated<number>;
  asal_id: number;
  ukuran: number;
  user_id: number;
  /** Verifier key. */
  kunci: string;
  /** Time and signature, in base 64. */
  tanda: string;
  dibuat: string;
}

export interface LogTables {
  audit_nilai: AuditNilai;
  log_antrean: LogAntrean;
  log_asal: LogAsal;
  log_daun: LogDaun;
  log_kepala: LogKepala;
  log_kunci: LogKunci;
  log_saksi: LogSaksi;
  log_simpul: LogSimpul;
}
