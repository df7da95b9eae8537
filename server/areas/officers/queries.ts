import type * as z from 'zod/mini';
import { Account, type listAccounts as endpoint } from '../../../contract/officers.ts';
import { officerRoles } from '../../../contract/people.ts';
import type { Scope } from '../../../contract/policy.ts';
import { byHouse } from '../../database/by-house.ts';
import { columnsOf } from '../../database/columns-of.ts';
import type { Db } from '../../database/open.ts';
import { inOrder, type PageRequest, readPage } from '../../database/page.ts';
import { inScope } from '../../database/scope.ts';
import { matchesWords, people } from '../../database/search.ts';
import { houseStatusOf } from '../rates/queries.ts';

const columns = [
  ...columnsOf('users', Account, ['rumah']),
  'users.urutan_blok',
  houseStatusOf.as('rumah'),
] as const;

const order = byHouse<{ urutan_blok: string; nama: string; id: number }>('accounts', (row) => row.id);

function accounts(db: Db, scope: Scope) {
  return db.selectFrom('users').select(columns).where('users.dihapus_pada', 'is', null).where(inScope(scope));
}

export function listOfficers(db: Db, scope: Scope) {
  return inOrder(accounts(db, scope), order).where('users.jenis', 'in', officerRoles).execute();
}

type AccountFilter = Omit<z.output<typeof endpoint.query>, keyof PageRequest>;

export function listAccounts(db: Db, scope: Scope, { jenis, q }: AccountFilter, request: PageRequest) {
  const found = accounts(db, scope)
    .where(matchesWords(db, people, q))
    .$if(jenis !== undefined, (query) => query.where('users.jenis', '=', jenis ?? 'warga'));
  return readPage(found, order, request);
}
