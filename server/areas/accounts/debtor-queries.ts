/**
 * When accounts began (+1) and ceased (-1) to owe dues, and with which block and house status: keeps the reports of past
 * months unchanged.
 */
import { type SqlBool, sql } from 'kysely';
import type { Tx } from '../../database/write.ts';
import { houseStatusOf } from '../rates/queries.ts';

/** Residents, and officers who live here. */
export const isDebtor = sql<SqlBool>`((users.jenis = 'warga' OR users.blok IS NOT NULL)
  AND users.status = 'active' AND users.dihapus_pada IS NULL)`;
const owes = sql`CASE WHEN ${isDebtor} THEN 1 ELSE 0 END`;

/**
 * Must be called after every change of an account's role, house or status; writes nothing without a difference.
 * @param at the instant of the change, not before the last one of the account
 */
export async function recordDebtorChange(tx: Tx, userId: number, at: string = tx.now): Promise<void> {
  await sql`INSERT INTO debtor_changes (user_id, waktu, banyak, huruf_blok, rumah)
    SELECT user_id, ${at}, sum(banyak), huruf_blok, rumah FROM (
      SELECT id AS user_id, ${owes} AS banyak, huruf_blok, ${houseStatusOf} AS rumah FROM users WHERE id = ${userId}
      UNION ALL
      SELECT user_id, -banyak, huruf_blok, rumah FROM debtor_changes WHERE user_id = ${userId}
    ) AS difference GROUP BY user_id, huruf_blok, rumah HAVING sum(banyak) <> 0`.execute(tx.db);
}

/** For bulk-loaded estates: accounts owe dues from the creation of their account, at the earliest from `since`. */
export async function recordAllDebtors(tx: Pick<Tx, 'db'>, since = ''): Promise<void> {
  await sql`INSERT INTO debtor_changes (user_id, waktu, banyak, huruf_blok, rumah)
    SELECT id, CASE WHEN created_at > ${since} THEN created_at ELSE ${since} END, 1, huruf_blok, ${houseStatusOf}
    FROM users WHERE ${owes} = 1`.execute(tx.db);
}
