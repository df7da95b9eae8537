import type { Db } from '../../database/open.ts';
import type { Write } from '../../database/write.ts';
import { findVapid, insertVapid } from './queries.ts';

/** The first start makes the keys. They lie in the database, so that a restored backup keeps the subscriptions of browsers. */
export async function openVapid({ db, write }: { db: Db; write: Write }): Promise<void> {
  if (await findVapid(db)) return;
  const { default: webPush } = await import('web-push');
  const { publicKey: publik, privateKey: privat } = webPush.generateVAPIDKeys();
  await write('system', (tx) => insertVapid(tx, { publik, privat }));
}
