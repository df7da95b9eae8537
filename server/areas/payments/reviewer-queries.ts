/** Who pays, and who else may review the payment. */
import { roles } from '../../../contract/people.ts';
import { can, type Scope } from '../../../contract/policy.ts';
import type { Db } from '../../database/open.ts';
import { inScope } from '../../database/scope.ts';
import type { Tx } from '../../database/write.ts';

/** Accounts whose role may review payments, of whatever houses; also former ones. */
export async function listOfficers(db: Db) {
  const reviewing = roles.filter((jenis) => can({ jenis }, 'payments.review'));
  const rows = await db
    .selectFrom('users')
    .select(['id', 'nama', 'jenis', 'blok', 'status', 'dihapus_pada'])
    .where('jenis', 'in', reviewing)
    .execute();
  return rows.map(({ status, dihapus_pada, ...officer }) => ({
    ...officer,
    isActive: status === 'active' && dihapus_pada === null,
  }));
}

export async function isPayer(db: Db, scope: Scope, id: number): Promise<boolean> {
  const payer = db.selectFrom('users').select('id').where('id', '=', id).where(inScope(scope));
  return (await payer.executeTakeFirst()) !== undefined;
}

export function findPayerInScope(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('users')
    .select(['id', 'nama', 'blok'])
    .where('id', '=', id)
    .where(inScope(scope))
    .executeTakeFirst();
}

export async function lockPayer(tx: Tx, scope: Scope, userId: number) {
  const payer = tx.db
    .selectFrom('users')
    .select(['id', 'nama', 'blok', 'no_hp'])
    .where('id', '=', userId)
    .where('dihapus_pada', 'is', null)
    .where('status', '=', 'active')
    .where(inScope(scope));
  return await tx.dialect.forShare(payer).executeTakeFirst();
}
