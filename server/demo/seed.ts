import { sql } from 'kysely';
import { hashPassword } from '../areas/auth/hash-password.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/open.ts';
import { demoPassword } from './accounts.ts';
import { makeCalendar } from './calendar.ts';
import { planEstate } from './estate.ts';
import { makeGallery } from './gallery.ts';
import { storeEstate } from './store-estate.ts';

/**
 * Does nothing if an account exists. A crash leaves the database empty, so the next start loads the data again.
 * @returns whether the data were loaded
 */
export async function seedDemoEstate({ db, write, storage, clock, config }: Context): Promise<boolean> {
  if (await hasPeople(db)) return false;
  const calendar = makeCalendar(clock(), config.timeZone);
  const gallery = makeGallery(storage);
  const estate = planEstate(calendar, config.timeZone, gallery);
  const [files, passwordHash] = await Promise.all([gallery.store(), hashPassword(demoPassword)]);
  return await write('system', async (tx) => {
    // Another process may be loading the data concurrently, which takes longer than a lock of daily work is held.
    if (config.databaseUrl) await sql`SET LOCAL lock_timeout = 0`.execute(tx.db);
    await tx.dialect.serialize(tx.db, 'accounts');
    if (await hasPeople(tx.db)) return false;
    const { timeZone, demoIsSplit: isSplit } = config;
    await storeEstate(tx, estate, { files, passwordHash, calendar, timeZone, isSplit });
    return true;
  });
}

async function hasPeople(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}
