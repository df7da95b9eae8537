import { type AuditEntry, listAudit, listMoneyAudit, moneySubjects } from '../../../contract/audit.ts';
import { reachOf } from '../../../contract/policy.ts';
import type { Context } from '../../context.ts';
import { route } from '../../http/route.ts';
import * as queries from './queries.ts';

export function routes({ db }: Context) {
  return [
    route(listAudit, async ({ query }) => queries.listAudit(db, query)),
    route(listMoneyAudit, async ({ actor, query }) => {
      const page = await queries.listAudit(db, { ...query, entitas: query.entitas ?? moneySubjects });
      const isReviewer = reachOf(actor, 'payments.read') === 'all';
      return isReviewer ? page : { ...page, data: page.data.map(withoutReference) };
    }),
  ];
}

type Told = Pick<AuditEntry, 'sebelum' | 'sesudah'>;

/** The number of a transfer is for its payer and those who review it, not for auditors. */
function withoutReference<Entry extends Told>(entry: Entry): Entry {
  const without = ({ referensi: _, ...fields }: Record<string, unknown>) => fields;
  const { sebelum, sesudah } = entry;
  return { ...entry, sebelum: sebelum && without(sebelum), sesudah: sesudah && without(sesudah) };
}
