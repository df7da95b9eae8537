/** Tables of the log. */
import type { Generated } from 'kysely';

/** A log by its name. A restore that lost leaves opens another one. */
export interface LogAsal {
  id: Generated<number>;
  asal: string;
  dibuat: string;
}

/** Keys that sign for an origin; the last one is in use. */
export interface LogKunci {
  id: Generated<number>;
  asal_id: number;
  /** Base 64. */
  kunci_publik: string;
  dibuat: string;
}
