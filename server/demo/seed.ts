/** Loads the demo estate into an empty database: pictures first, then every row in one transaction. */
import { hashPassword } from '../areas/auth/hash-password.ts';
import type { Context } from '../platform/context.ts';
import type { Db } from '../platform/db/open.ts';
import { demoPassword } from './accounts.ts';
import { makeCalendar } from './calendar.ts';
import { planEstate } from './estate.ts';
import { makeGallery } from './gallery.ts';
import { storeEstate } from './store-estate.ts';

/**
 * Does nothing when anybody has an account. A crash on the way leaves the database empty for the next start.
 * @returns whether it loaded the estate
 */
export async function seedDemoEstate({ db, write, storage, clock, config }: Context): Promise<boolean> {
  if (await hasPeople(db)) return false;
  const calendar = makeCalendar(clock(), config.timeZone);
  const gallery = makeGallery(storage);
  const estate = planEstate(calendar, config.timeZone, gallery);
  const [files, passwordHash] = await Promise.all([gallery.store(), hashPassword(demoPassword)]);
  return await write('system', async (tx) => {
    // A second process may have begun at the same moment.
    await tx.dialect.serialize(tx.db, 'last-ketua');
    if (await hasPeople(tx.db)) return false;
    await storeEstate(tx, estate, { files, passwordHash, calendar });
    return true;
  });
}

async function hasPeople(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}
