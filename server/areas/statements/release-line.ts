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
  await tellReleased(tx, 'line.released', { ...line, id: mutasi_id }, { payment_id });
}

/** The line of spending or other income that is reversed is open again. */
export async function releaseEntered(tx: Tx, record: Entered): Promise<void> {
  const line = await detachRecord(tx, record);
  if (line) await tellReleased(tx, 'line.released', line, record);
}

/** The line of spending that was never booked, because it was refused or withdrawn. */
export async function reopenLine(tx: Tx, record: Entered): Promise<void> {
  const line = await detachRecord(tx, record);
  if (line) await tellReleased(tx, 'line.reopened', line, record);
}

async function tellReleased(
  tx: Tx,
  aksi: 'line.released' | 'line.reopened',
  { id, status }: { id: number; status: LineStatus },
  record: Entered | { payment_id: number },
) {
  await tx.audit(aksi, 'lines', id, {
    sebelum: { status },
    sesudah: { status: 'terbuka', ...record },
  });
  tx.changed('statements');
}
