/** When accounts began (+1) and ceased (-1) to owe dues: keeps the reports of past months unchanged. */
import { sql } from 'kysely';
import type { Tx } from '../../database/write.ts';

/** Residents, and officers who live here. */
const owes = sql`CASE WHEN (jenis = 'warga' OR blok IS NOT NULL) AND status = 'active' AND dihapus_pada IS NULL
  THEN 1 ELSE 0 END`;

/** Must be called after every change of an account's role, house or status; writes nothing without a difference. */
export async function recordDebtorChange(tx: Tx, userId: number): Promise<void> {
  await sql`INSERT INTO debtor_changes (user_id, waktu, banyak)
    SELECT id, ${tx.now}, owes - noted FROM (
      SELECT id, ${owes} AS owes,
        (SELECT coalesce(sum(banyak), 0) FROM debtor_changes WHERE user_id = users.id) AS noted
      FROM users WHERE id = ${userId}
    ) AS person WHERE owes <> noted`.execute(tx.db);
}

/** For bulk-loaded estates: accounts owe dues from the creation of their account, at the earliest from `since`. */
export async function recordAllDebtors(tx: Pick<Tx, 'db'>, since = ''): Promise<void> {
  await sql`INSERT INTO debtor_changes (user_id, waktu, banyak)
    SELECT id, CASE WHEN created_at > ${since} THEN created_at ELSE ${since} END, 1 FROM users WHERE ${owes} = 1`.execute(
    tx.db,
  );
}
