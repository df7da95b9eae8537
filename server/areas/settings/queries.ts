import { monthKey, type Period } from '../../../contract/format.ts';
import { defaultSettings, duesIn, type Settings } from '../../../contract/settings.ts';
import type { Db } from '../../database/open.ts';
import { auditRows, withValues } from '../../database/read-audit.ts';
import type { Tx } from '../../database/write.ts';

/** Rows of the table `settings`. Dues are stored in `dues`, the time zone comes from the server configuration. */
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

export async function duesOf(db: Db, period: Period): Promise<number> {
  return duesIn(await listDues(db), period);
}

export async function duesOfMonths(db: Db, periods: readonly Period[]): Promise<number[]> {
  const history = await listDues(db);
  return periods.map((period) => duesIn(history, period));
}

export const listDues = (db: Db) =>
  db.selectFrom('dues').select(['sejak', 'jumlah']).orderBy('sejak', 'desc').execute();

export async function storeDues(tx: Tx, from: Period, jumlah: number): Promise<void> {
  await tx.db
    .insertInto('dues')
    .values({ sejak: monthKey(from), jumlah })
    .onConflict((conflict) => conflict.column('sejak').doUpdateSet({ jumlah }))
    .execute();
}

/** Changes of settings and of auditors since an instant, newest first. */
export async function listTrustedChanges(db: Db, since: string) {
  const rows = await auditRows(db)
    .where('aksi', 'in', ['settings.changed', 'auditor.named', 'auditor.dismissed'])
    .where('entitas', 'in', ['settings', 'users'])
    .where('tanggal', '>', since)
    .orderBy('audit.id', 'desc')
    .execute();
  return rows.map(withValues);
}
