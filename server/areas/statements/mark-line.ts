import type { Author } from '../../database/author.ts';
import type { Tx } from '../../database/write.ts';
import { found, Refusal } from '../../http/refusal.ts';
import { decideLine, findLine } from './line-queries.ts';

const marks = ['terbuka', 'dicatat', 'diabaikan'] as const;
type Mark = (typeof marks)[number];

/**
 * What becomes of a line that proves no dues.
 * @param from states of which it may be one
 * @throws Refusal 404, 409 line_decided
 */
export async function markLine(
  tx: Tx,
  { id: by }: Author,
  id: number,
  to: Mark,
  from: readonly Mark[] = marks.filter((one) => one !== to),
): Promise<void> {
  const before = found(await findLine(tx.db, id));
  if (!(await decideLine(tx, id, { from, to, by }))) throw new Refusal('line_decided');
  await tx.audit({
    aksi: 'line.marked',
    entitas: 'lines',
    entitas_id: id,
    sebelum: { status: before.status },
    sesudah: { status: to },
  });
  tx.changed('statements');
}

interface Entered {
  /** Absent if what is entered comes from no line. */
  mutasi_id?: number | undefined;
  arah: 'masuk' | 'keluar';
}

/**
 * Marks the open line that other income or spending of the same transaction is entered from. Call it before the book: a
 * line is locked first.
 * @throws Refusal 404 for no line of this direction, 409 line_decided
 */
export async function markEntered(tx: Tx, actor: Author, { mutasi_id, arah }: Entered): Promise<void> {
  if (mutasi_id === undefined) return;
  const { jumlah } = found(await findLine(tx.db, mutasi_id));
  if (arah !== (jumlah > 0 ? 'masuk' : 'keluar')) throw new Refusal('not_found');
  await markLine(tx, actor, mutasi_id, 'dicatat', ['terbuka']);
}
