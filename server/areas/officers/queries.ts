import { officerRoles, type Role } from '../../../contract/people.ts';
import type { Scope } from '../../../contract/policy.ts';
import { byHouse } from '../../database/by-house.ts';
import type { Db } from '../../database/open.ts';
import { cutPage, type PageRequest, pageOf } from '../../database/page.ts';
import { inScope } from '../../database/scope.ts';
import { matchesWords, people } from '../../database/search.ts';
import { houseStatusOf } from '../rates/queries.ts';

const columns = [
  'users.id',
  'users.nama',
  'users.email',
  'users.no_hp',
  'users.blok',
  'users.jenis',
  'users.status',
  'users.created_at',
  'users.urutan_blok',
  houseStatusOf.as('rumah'),
] as const;

const order = byHouse<{ urutan_blok: string; nama: string; id: number }>('accounts', (row) => row.id);

function accounts(db: Db, scope: Scope) {
  return db
    .selectFrom('users')
    .select(columns)
    .where('users.dihapus_pada', 'is', null)
    .where(inScope(scope))
    .orderBy('users.urutan_blok')
    .orderBy('users.nama')
    .orderBy('users.id');
}

export function listOfficers(db: Db, scope: Scope) {
  return accounts(db, scope).where('users.jenis', 'in', officerRoles).execute();
}

export interface AccountFilter {
  jenis?: Role | undefined;
  q?: string | undefined;
}

export async function listAccounts(db: Db, scope: Scope, { jenis, q }: AccountFilter, request: PageRequest) {
  const { behind, fetch } = pageOf(order, request);
  const rows = await accounts(db, scope)
    .where(matchesWords(db, people, q))
    .$if(jenis !== undefined, (query) => query.where('users.jenis', '=', jenis ?? 'warga'))
    .where(behind)
    .limit(fetch)
    .execute();
  return cutPage(order, rows, fetch);
}
