import { parseReceipt } from '../../../contract/receipt.ts';
import { getReceipt, type IssuedReceipt } from '../../../contract/receipts.ts';
import { parseNote } from '../../../contract/signed-note.ts';
import type { Context } from '../../context.ts';
import { found, Refusal } from '../../http/refusal.ts';
import { route } from '../../http/route.ts';
import { issueReceipt } from './issue-receipt.ts';
import { findReceipt, type FoundReceipt } from './queries.ts';

export function receiptRoutes(context: Context) {
  return [
    route(getReceipt, async ({ actor, scope, params: { payment_id } }) => {
      const known = found(await findReceipt(context.db, scope, payment_id));
      const receipt = known.catatan ? known : await issueReceipt(context, actor, scope, payment_id);
      return { data: present(receipt) };
    }),
  ];
}

/** What stands in the note, not what stands in the tables today. */
function present({ catatan, metode, batal_nomor, batal_tanggal }: FoundReceipt): IssuedReceipt {
  const receipt = parseReceipt(parseNote(catatan ?? '')?.text ?? '');
  if (!receipt || catatan === null) throw new Refusal('not_found');
  const dibatalkan =
    batal_nomor === null || batal_tanggal === null ? null : { nomor: batal_nomor, tanggal: batal_tanggal };
  return { ...receipt, catatan, metode, dibatalkan };
}
