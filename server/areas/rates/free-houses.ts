/** Houses whose rate is nothing. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { monthIndex, type Period } from '../../../contract/format.ts';
import { type HouseStatus, hasFreeRate, rateIn } from '../../../contract/rates.ts';
import type { Db } from '../../database/open.ts';
import { readRates } from './queries.ts';

/** Of rows of `debtor_changes`: whether a rate of nothing, of whatever month, is for such a house. */
export const isSometimesFree: RawBuilder<SqlBool> = sql`(
  user_id IN (SELECT user_id FROM tarif WHERE jumlah = 0 AND user_id IS NOT NULL)
  OR rumah IN (SELECT rumah FROM tarif WHERE jumlah = 0 AND rumah IS NOT NULL)
  OR huruf_blok IN (SELECT huruf_blok FROM tarif WHERE jumlah = 0 AND huruf_blok IS NOT NULL))`;

/** Accounts that owed dues at the end of a month in which they cost nothing. */
export async function listFree(db: Db, period: Period, ended: string): Promise<number[]> {
  const rates = await readRates(db);
  if (!hasFreeRate(rates)) return [];
  const { rows } = await sql<{ user_id: number; huruf_blok: string | null; rumah: HouseStatus }>`
    SELECT user_id, huruf_blok, rumah FROM debtor_changes WHERE waktu < ${ended} AND ${isSometimesFree}
    GROUP BY user_id, huruf_blok, rumah HAVING sum(banyak) > 0`.execute(db);
  return rows.filter((house) => rateIn(rates, house, monthIndex(period)) === 0).map(({ user_id }) => user_id);
}
