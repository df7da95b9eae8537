/** Whom staff may choose when they record dues. */
import type { Scope } from '../../../contract/policy.ts';
import { byHouse } from '../../database/by-house.ts';
import type { Db } from '../../database/open.ts';
import { cutPage, type PageRequest, pageOf } from '../../database/page.ts';
import { inScope } from '../../database/scope.ts';
import { matchesWords, people } from '../../database/search.ts';
import { isDebtor } from '../accounts/debtor-queries.ts';

const order = byHouse<{ urutan_blok: string; nama: string; user_id: number }>(
  'pembayar',
  (row) => row.user_id,
);

export async function listPayers(db: Db, scope: Scope, q: string | undefined, request: PageRequest) {
  const { behind, fetch } = pageOf(order, request);
  const rows = await db
    .selectFrom('users')
    .select(['users.id as user_id', 'users.nama', 'users.blok', 'users.urutan_blok'])
    .where(isDebtor)
    .where(inScope(scope))
    .where(matchesWords(db, people, q))
    .where(behind)
    .orderBy('users.urutan_blok')
    .orderBy('users.nama')
    .orderBy('users.id')
    .limit(fetch)
    .execute();
  return cutPage(order, rows, fetch);
}
