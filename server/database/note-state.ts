/**
 * Writes accounts and settings as they are now into the audit log, once after the upgrade: earlier audit rows hold no
 * fingerprints of passwords, and not every version wrote them.
 */
import type { Transaction } from 'kysely';
import { appendAuditRows } from './append-rows.ts';
import type { ReadableRow } from './audit-leaf.ts';
import type { Database } from './open.ts';
import { fingerprintOfPassword } from './password-fingerprint.ts';
import type { Schema } from './schema.ts';

/** Left by the migration. */
const job = 'catat-keadaan';

/** Columns of an account that audit rows hold; never the password hash or the photo. */
export const auditedColumns = [
  'id',
  'nama',
  'email',
  'no_hp',
  'blok',
  'jenis',
  'status',
  'jumlah_keluarga',
  'pengawas',
  'created_at',
] as const;

export async function noteState({ writer, dialect }: Database): Promise<void> {
  const left = writer.selectFrom('jobs').select('nama').where('nama', '=', job);
  if (!(await left.executeTakeFirst())) return;
  await writer.transaction().execute(async (tx) => {
    await dialect.serialize(tx, 'log'); // another process may start at the same time
    const { numDeletedRows } = await tx.deleteFrom('jobs').where('nama', '=', job).executeTakeFirst();
    if (numDeletedRows === 0n) return;
    const { accounts, settings } = await stateRows(tx, new Date().toISOString());
    await appendAuditRows(tx, dialect, [...accounts, ...settings]);
  });
}

/** The present state of accounts and settings as audit rows. */
export async function stateRows(
  db: Pick<Transaction<Schema>, 'selectFrom'>,
  tanggal: string,
): Promise<{ accounts: ReadableRow[]; settings: ReadableRow[] }> {
  const common = { tanggal, user_id: null, nama: null, sebelum: null };
  const accounts = await db
    .selectFrom('users')
    .select([...auditedColumns, 'password_hash'])
    .where('dihapus_pada', 'is', null)
    .orderBy('id')
    .execute();
  const stored = await db.selectFrom('settings').selectAll().execute();
  const iuran = await db.selectFrom('dues').select(['sejak', 'jumlah']).orderBy('sejak').execute();
  const values = Object.fromEntries(stored.map(({ kunci, nilai }) => [kunci, JSON.parse(nilai) as unknown]));
  return {
    accounts: accounts.map(({ password_hash, ...account }) => ({
      ...common,
      aksi: 'account.noted',
      entitas: 'users',
      entitas_id: account.id,
      sesudah: { ...account, sidik_password: fingerprintOfPassword(password_hash) },
    })),
    settings:
      stored.length + iuran.length === 0
        ? []
        : [
            {
              ...common,
              aksi: 'settings.noted',
              entitas: 'settings',
              entitas_id: null,
              sesudah: { ...values, iuran },
            },
          ],
  };
}
