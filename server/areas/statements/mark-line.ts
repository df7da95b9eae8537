import type { Author } from '../../database/author.ts';
import type { Tx } from '../../database/write.ts';
import { found, Refusal } from '../../http/refusal.ts';
import { decideLine, type Entered, findLine } from './line-queries.ts';

const marks = ['terbuka', 'dicatat', 'diabaikan'] as const;
type Mark = (typeof marks)[number];

/**
 * What becomes of a line that proves no dues.
 * @throws Refusal 404, 409 line_decided, 409 line_entered while a record stands for it
 */
export async function markLine(tx: Tx, actor: Author, id: number, to: Mark): Promise<void> {
  const { status, expense_id, penerimaan_id } = found(await findLine(tx.db, id));
  if (expense_id !== null || penerimaan_id !== null) throw new Refusal('line_entered');
  const from = marks.filter((one) => one !== to);
  await decideOnce(tx, actor, { id, status }, { from, to });
}

/**
 * Marks the open line that other income or spending of the same transaction is entered from. Call it before the book: a
 * line is locked first.
 * @throws Refusal 404 for no line of this direction, 409 line_decided
 */
export async function markEntered(
  tx: Tx,
  actor: Author,
  mutasi_id: number | undefined,
  record: Entered,
): Promise<void> {
  if (mutasi_id === undefined) return;
  const { id, status, jumlah } = found(await findLine(tx.db, mutasi_id));
  if ('penerimaan_id' in record !== jumlah > 0) throw new Refusal('not_found');
  await decideOnce(tx, actor, { id, status }, { from: ['terbuka'], to: 'dicatat', record });
}

async function decideOnce(
  tx: Tx,
  { id: by }: Author,
  { id, status }: { id: number; status: string },
  { from, to, record }: { from: readonly Mark[]; to: Mark; record?: Entered },
): Promise<void> {
  if (!(await decideLine(tx, id, { from, to, by, record }))) throw new Refusal('line_decided');
  await tx.audit({
    aksi: 'line.marked',
    entitas: 'lines',
    entitas_id: id,
    sebelum: { status },
    sesudah: { status: to, ...record },
  });
  tx.changed('statements');
}
