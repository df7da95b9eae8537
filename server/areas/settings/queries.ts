/** SQL about settings and the history of the dues. */
import type { Period } from '../../../contract/format.ts';
import { defaultSettings, type Settings } from '../../../contract/settings.ts';
import type { Db } from '../../platform/db/open.ts';
import type { Tx } from '../../platform/db/write.ts';

/** Settings stored under their own names; dues have a history and the time zone is the server's configuration. */
export type StoredSettings = Omit<Settings, 'duesAmount' | 'timeZone'>;

export async function readSettings(db: Db): Promise<StoredSettings> {
  const rows = await db.selectFrom('settings').select(['kunci', 'nilai']).execute();
  const stored = Object.fromEntries(rows.map(({ kunci, nilai }) => [kunci, JSON.parse(nilai) as unknown]));
  const { duesAmount: _dues, timeZone: _zone, ...defaults } = defaultSettings;
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

/** `YYYY-MM`, which sorts as time does. */
const monthKey = ({ tahun, bulan }: Period) => `${tahun}-${String(bulan).padStart(2, '0')}`;

/** The monthly dues in force in a month, in rupiah. */
export async function duesOf(db: Db, period: Period): Promise<number> {
  const [dues = defaultSettings.duesAmount] = await duesOfMonths(db, [period]);
  return dues;
}

/** The monthly dues in force in each of these months, in rupiah. */
export async function duesOfMonths(db: Db, periods: readonly Period[]): Promise<number[]> {
  const changes = await db.selectFrom('dues').select(['sejak', 'jumlah']).orderBy('sejak', 'desc').execute();
  return periods.map((period) => {
    const key = monthKey(period);
    return changes.find(({ sejak }) => sejak <= key)?.jumlah ?? defaultSettings.duesAmount;
  });
}

export async function storeDues(tx: Tx, from: Period, jumlah: number): Promise<void> {
  await tx.db
    .insertInto('dues')
    .values({ sejak: monthKey(from), jumlah })
    .onConflict((conflict) => conflict.column('sejak').doUpdateSet({ jumlah }))
    .execute();
}
