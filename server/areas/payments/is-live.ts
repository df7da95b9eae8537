import { type SqlBool, sql } from 'kysely';

/** Waiting or confirmed. Spelled as the partial index `payments_one_live`, for the databases to use it. */
export const isLive = sql<SqlBool>`payments.status IN ('menunggu_konfirmasi', 'dikonfirmasi')
  AND payments.dihapus_pada IS NULL`;
