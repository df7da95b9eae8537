/** Quota for photos and documents, which protects the disk. Proofs of money are exempt. */
import type { ScarceRoom } from '../../contract/dashboard.ts';
import { Refusal } from '../http/refusal.ts';
import type { Db } from './open.ts';
import type { FileKind } from './schema.ts';

const counted: readonly FileKind[] = ['post', 'complaint', 'answer', 'document'];

/** Bytes per file whose size is not stored; measured, rounded up. */
const thumbnail = 16_000;
const profilePhoto = 40_000;
/** Share of the quota from which the ketua is warned. */
const scarce = 0.8;

export const countsTowardsQuota = ({ kind }: { kind: FileKind }) => counted.includes(kind);

async function usedRoom(db: Db): Promise<number> {
  const files = await db
    .selectFrom('files')
    .select((eb) => [
      eb.fn.sum<number | string | null>('ukuran_file').as('bytes'),
      eb.fn.countAll<number>().as('count'),
    ])
    .where('kind', 'in', counted)
    .executeTakeFirstOrThrow();
  const photos = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('foto_profile', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(files.bytes ?? 0) + files.count * thumbnail + photos.count * profilePhoto;
}

/** Runs after the files of the write were inserted. @throws Refusal 413 */
export async function refuseBeyondQuota(db: Db, quota: number): Promise<void> {
  if ((await usedRoom(db)) > quota) throw new Refusal('file_quota_reached');
}

export async function findScarceRoom(db: Db, kuota: number): Promise<ScarceRoom | null> {
  const terpakai = await usedRoom(db);
  return terpakai >= scarce * kuota ? { terpakai, kuota } : null;
}
