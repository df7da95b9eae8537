import type { Db } from '../database/open.ts';
import { demoDomain } from './accounts.ts';

/** @throws Error if an active demo account exists: its password is public */
export async function refuseDemoAccounts(db: Db): Promise<void> {
  const account = await db
    .selectFrom('users')
    .select('email')
    .where('email', 'like', `%@${demoDomain}`)
    .where('status', '=', 'active')
    .where('dihapus_pada', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (!account) return;
  throw new Error(
    `The database holds accounts of the demo estate, such as ${account.email}, whose password is public. ` +
      'For production choose an empty DATA_DIR or DATABASE_URL, then run `npm run create-ketua`.',
  );
}
