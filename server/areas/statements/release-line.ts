/** Lines that are open again because what stood for them was undone. */
import type { LineStatus } from '../../../contract/statement-audit.ts';
import type { Tx } from '../../database/write.ts';
import { found } from '../../http/refusal.ts';
import { decideLine, detachRecord, type Entered, lockLine, unlinkPayment } from './line-queries.ts';
import { unlearnLine } from './payer-queries.ts';

/** The line of a reversed payment is open for what nothing else holds. */
export async function releaseLine(tx: Tx, payment_id: number): Promise<void> {
  const mutasi_id = await unlinkPayment(tx, payment_id);
  if (mutasi_id === undefined) return;
  const line = found(await lockLine(tx, mutasi_id));
  await decideLine(tx, mutasi_id, { to: 'terbuka', by: 0 });
  await unlearnLine(tx, line, [payment_id]);
  await tellReleased(tx, mutasi_id, line.status, { payment_id });
}

/** The line of spending or other income that is reversed, refused or withdrawn is open again. */
export async function releaseEntered(tx: Tx, record: Entered): Promise<void> {
  const line = await detachRecord(tx, record);
  if (line) await tellReleased(tx, line.id, line.status, record);
}

async function tellReleased(
  tx: Tx,
  id: number,
  status: LineStatus,
  record: Entered | { payment_id: number },
) {
  await tx.audit('line.released', 'lines', id, {
    sebelum: { status },
    sesudah: { status: 'terbuka', ...record },
  });
  tx.changed('statements');
}
