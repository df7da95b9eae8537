/** Tables of the log. */
import type { Generated } from 'kysely';

export interface LogTables {
  /** The values that audit rows only commit to, in JSON, each behind its salt; null once they were erased. */
  audit_nilai: {
    audit_id: number;
    /** `[salt, name]` of the author. */
    nama: string | null;
    /** `[salt, value, salt, value, …]` in the order in which the commitments stand in `sebelum` and `sesudah`. */
    isi: string | null;
  };

  /** A log by its name. A restore that lost leaves opens another one. */
  log_asal: {
    id: Generated<number>;
    asal: string;
    dibuat: string;
  };

  /** Keys that sign for an origin; the last one is in use. */
  log_kunci: {
    id: Generated<number>;
    asal_id: number;
    /** Base 64. */
    kunci_publik: string;
    dibuat: string;
  };

  /** Leaves, numbered from 0 without gaps. `isi` is what was hashed, never written anew. */
  log_daun: {
    asal_id: number;
    indeks: number;
    audit_id: number;
    isi: string;
  };

  /** PostgreSQL: leaves of committed transactions that have no index yet. */
  log_antrean: {
    audit_id: number;
    isi: string;
  };

  /** Roots of complete subtrees of 256^tingkat leaves, in base 64. */
  log_simpul: {
    asal_id: number;
    tingkat: number;
    nomor: number;
    hash: string;
  };

  /** Every checkpoint that was ever signed. */
  log_kepala: {
    asal_id: number;
    ukuran: number;
    /** Signed note. */
    catatan: string;
    dibuat: string;
  };

  /** Cosignatures of checkpoints. */
  log_saksi: {
    id: Generated<number>;
    asal_id: number;
    ukuran: number;
    user_id: number;
    /** Verifier key. */
    kunci: string;
    /** Time and signature, in base 64. */
    tanda: string;
    dibuat: string;
  };
}
