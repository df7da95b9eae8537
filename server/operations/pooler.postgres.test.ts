/** Which poolers a server accepts in front of PostgreSQL. */
import { expect, test } from 'vitest';
import { hasPgBouncer, withPgBouncer } from '../testing/pgbouncer.ts';
import { lockPostgres } from './in-use.ts';

test.skipIf(!hasPgBouncer)(
  'refuses PgBouncer in transaction mode, and takes it in session mode',
  async () => {
    await withPgBouncer('transaction', async (url) => {
      const refused = 'DATABASE_URL leads to a pooler in transaction mode';
      await expect(lockPostgres(url, 'shared')).rejects.toThrow(refused);
    });
    await withPgBouncer('session', async (url) => {
      const release = await lockPostgres(url, 'shared');
      await release();
    });
  },
);
