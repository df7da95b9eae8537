import type { Approval } from '../../../contract/approvals.ts';
import { dateIn } from '../../../contract/format.ts';
import type { Actor } from '../../../contract/people.ts';
import { isForTwo } from '../../../contract/policy.ts';
import type { Schema } from '../../database/schema.ts';
import type { Tx } from '../../database/write.ts';
import { proposeChange } from '../approvals/propose-change.ts';
import { refuseOwnPayment } from '../payments/reverse-payment.ts';
import { readSettings } from '../settings/queries.ts';
import { reversal, reversalTopics } from './reverse-entry.ts';

/**
 * Reverses an entry at once, or waits for a second person where `isForTwo` says so.
 * @throws Refusal 403 for the actor's own payment
 * @returns the number of the reversal, or the proposal that waits
 */
export async function requestReversal(
  tx: Tx,
  actor: Actor,
  entry: Schema['kas_entri'],
  alasan: string,
  timeZone: string,
): Promise<{ nomor: number | null; persetujuan: Approval | null }> {
  const { nomor, payment_id } = entry;
  if (payment_id !== null) await refuseOwnPayment(tx, payment_id, actor.id);
  const today = dateIn(timeZone, new Date(tx.now));
  const first = entry.pasangan === null ? nomor : Math.min(nomor, entry.pasangan);
  const request = { nomor: first, alasan };
  const { batasDuaOrang: limit } = await readSettings(tx.db);
  if (isForTwo(reversal.jenis, entry, { today, limit })) {
    reversalTopics(tx);
    return await proposeChange(tx, actor, reversal, request, timeZone);
  }
  await reversal.lock?.(tx, request);
  await reversal.describe(tx.db, request);
  const options = { by: actor.id, tanggal: today, persetujuan_id: null };
  return { nomor: await reversal.carryOut(tx, request, options), persetujuan: null };
}
