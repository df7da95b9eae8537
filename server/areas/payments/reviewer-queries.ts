/** Who pays, and who else may review the payment. */
import { roles } from '../../../contract/people.ts';
import { can } from '../../../contract/policy.ts';
import type { Db } from '../../database/open.ts';

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
