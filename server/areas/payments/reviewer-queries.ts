/** Who pays, and who else may review the payment. */
import { roles } from '../../../contract/people.ts';
import { can, type Scope } from '../../../contract/policy.ts';
import type { Db } from '../../database/open.ts';
import { inScope } from '../../database/scope.ts';
import type { Tx } from '../../database/write.ts';

export function findPayer(db: Db, id: number) {
  return db.selectFrom('users').select(['jenis', 'blok']).where('id', '=', id).executeTakeFirst();
}

/** Active officers who may review payments, of whatever houses. */
export function listReviewers(db: Db, { except }: { except: readonly number[] }) {
  return db
    .selectFrom('users')
    .select(['id', 'nama', 'jenis', 'blok'])
    .where(
      'jenis',
      'in',
      roles.filter((jenis) => can({ jenis }, 'payments.review')),
    )
    .where('status', '=', 'active')
    .where('dihapus_pada', 'is', null)
    .where('id', 'not in', [...except])
    .execute();
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
