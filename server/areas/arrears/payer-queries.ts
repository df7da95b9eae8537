/** Whom staff may choose when they record dues. */
import type { Scope } from '../../../contract/policy.ts';
import { byHouse } from '../../database/by-house.ts';
import type { Db } from '../../database/open.ts';
import { type PageRequest, readPage } from '../../database/page.ts';
import { inScope } from '../../database/scope.ts';
import { matchesWords, payersIn } from '../../database/search.ts';
import { isDebtor } from '../accounts/debtor-queries.ts';

const order = byHouse<{ urutan_blok: string; nama: string; user_id: number }>(
  'pembayar',
  (row) => row.user_id,
);

export function listPayers(db: Db, scope: Scope, q: string | undefined, request: PageRequest) {
  const found = db
    .selectFrom('users')
    .select(['users.id as user_id', 'users.nama', 'users.blok', 'users.urutan_blok'])
    .where(isDebtor)
    .where(inScope(scope))
    .where(matchesWords(db, payersIn(scope), q));
  return readPage(found, order, request);
}
