import { type DuesChange, defaultSettings, type Settings } from '../../../contract/settings.ts';
import type { Db } from '../../database/open.ts';
import { auditRows, withValues } from '../../database/read-audit.ts';
import type { Tx } from '../../database/write.ts';

/** Rows of the table `settings`. Dues are rates, the time zone comes from the server configuration. */
export type StoredSettings = Omit<Settings, 'duesAmount' | 'duesHistory' | 'duesFrom' | 'timeZone'>;

export async function readSettings(db: Db): Promise<StoredSettings> {
  const rows = await db.selectFrom('settings').select(['kunci', 'nilai']).execute();
  const stored = Object.fromEntries(rows.map(({ kunci, nilai }) => [kunci, JSON.parse(nilai) as unknown]));
  const {
    duesAmount: _dues,
    duesHistory: _history,
    duesFrom: _from,
    timeZone: _zone,
    ...defaults
  } = defaultSettings;
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

/** Of the rates for all, newest first. */
export async function listDues(db: Db): Promise<DuesChange[]> {
  const before = await db.selectFrom('dues').select(['sejak', 'jumlah']).execute();
  const later = await db
    .selectFrom('tarif')
    .select(['sejak', 'jumlah'])
    .where('huruf_blok', 'is', null)
    .where('rumah', 'is', null)
    .where('user_id', 'is', null)
    .orderBy('id')
    .$narrowType<{ jumlah: number }>()
    .execute();
  const byMonth = new Map([...before, ...later].map((change) => [change.sejak, change]));
  return [...byMonth.values()].toSorted((a, b) => (a.sejak < b.sejak ? 1 : -1));
}

/** When the estate got its first resident, who may be deleted by now; undefined before. */
export async function firstResidentAt(db: Db): Promise<string | undefined> {
  const residents = db.selectFrom('users').select('created_at').where('jenis', '=', 'warga');
  return (await residents.orderBy('id').limit(1).executeTakeFirst())?.created_at;
}

/** Changes of settings and of auditors since an instant, newest first. */
export async function listTrustedChanges(db: Db, since: string) {
  const rows = await auditRows(db)
    .where('aksi', 'in', ['settings.changed', 'rate.set', 'auditor.named', 'auditor.dismissed'])
    .where('entitas', 'in', ['settings', 'rates', 'users'])
    .where('tanggal', '>', since)
    .orderBy('audit.id', 'desc')
    .execute();
  return rows.map(withValues);
}
