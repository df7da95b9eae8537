import type { Auditor } from '../../../contract/auditors.ts';
import type { Actor } from '../../../contract/people.ts';
import type { AccountTx, Tx } from '../../database/write.ts';
import { invalidFields } from '../../http/refusal.ts';
import { announceAuditors, auditMark, namesOf } from './dismiss-auditor.ts';
import { listAuditors, listEligible, setMark } from './queries.ts';

/**
 * @param tx of the actor's account: nobody is deactivated or promoted meanwhile
 * @param ids of all auditors from now on
 * @throws Refusal 422 if one of them is no active resident
 */
export async function nameAuditors(tx: AccountTx, actor: Actor, ids: readonly number[]): Promise<Auditor[]> {
  const eligible = ids.length === 0 ? [] : await listEligible(tx.db, ids);
  if (eligible.length < ids.length)
    throw invalidFields({ user_ids: 'Pengawas harus warga dengan akun aktif' });
  const before = await listAuditors(tx.db);
  const isIn = (list: readonly Auditor[]) => (one: Auditor) =>
    list.some(({ user_id }) => user_id === one.user_id);
  const dismissed = before.filter((one) => !isIn(eligible)(one));
  const named = eligible.filter((one) => !isIn(before)(one));
  if (dismissed.length + named.length === 0) return before;
  for (const one of dismissed) await mark(tx, one, 0);
  for (const one of named) await mark(tx, one, 1);
  const after = await listAuditors(tx.db);
  const names = namesOf(after);
  await announceAuditors(tx, 'auditors-named', `${actor.nama} menetapkan pengawas keuangan: ${names}.`);
  return after;
}

async function mark(tx: Tx, { user_id, nama }: Auditor, pengawas: 0 | 1): Promise<void> {
  await setMark(tx, user_id, pengawas);
  await auditMark(tx, { id: user_id, nama, pengawas });
  tx.after({ kind: 'rooms-changed', userId: user_id });
}
