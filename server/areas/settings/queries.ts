/** SQL about settings and the history of the dues. */
import { monthKey, type Period } from '../../../contract/format.ts';
import { defaultSettings, duesIn, type Settings } from '../../../contract/settings.ts';
import type { Db } from '../../platform/db/open.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { Tx } from '../../platform/db/write.ts';

/** Settings stored under their own names; dues have a history and the time zone is the server's configuration. */
export type StoredSettings = Omit<Settings, 'duesAmount' | 'duesHistory' | 'timeZone'>;

export async function readSettings(db: Db): Promise<StoredSettings> {
  const rows = await db.selectFrom('settings').select(['kunci', 'nilai']).execute();
  const stored = Object.fromEntries(rows.map(({ kunci, nilai }) => [kunci, JSON.parse(nilai) as unknown]));
  const { duesAmount: _dues, duesHistory: _history, timeZone: _zone, ...defaults } = defaultSettings;
  return { ...defaults, ...(stored as Partial<StoredSettings>) };
}

export async function storeSettings(tx: Tx, changes: Partial<StoredSettings>): Promise<void> {
  for (const [kunci, value] of Object.entries(changes)) {
    const nilai = JSON.stringify(value);
    await tx.db
      .insertInto('settings')
      .values({ kunci, nilai })
      .onConflict((conflict) => conflict.column('kunci').doUpdateSet({ nilai }))
      .execute();
  }
}

/** The monthly dues in force in a month, in rupiah. */
export async function duesOf(db: Db, period: Period): Promise<number> {
  return duesIn(await listDues(db), period);
}

/** The monthly dues in force in each of these months, in rupiah. */
export async function duesOfMonths(db: Db, periods: readonly Period[]): Promise<number[]> {
  const history = await listDues(db);
  return periods.map((period) => duesIn(history, period));
}

/** Every change of the dues, newest first. */
export const listDues = (db: Db) => readDues(db, {});
const readDues = prepared((db) => db.selectFrom('dues').select(['sejak', 'jumlah']).orderBy('sejak', 'desc'));

export async function storeDues(tx: Tx, from: Period, jumlah: number): Promise<void> {
  await tx.db
    .insertInto('dues')
    .values({ sejak: monthKey(from), jumlah })
    .onConflict((conflict) => conflict.column('sejak').doUpdateSet({ jumlah }))
    .execute();
}
