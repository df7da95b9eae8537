import { formatRupiah } from '../../../contract/format.ts';
import type { Author } from '../../database/author.ts';
import type { Tx } from '../../database/write.ts';
import { found, invalidFields, Refusal } from '../../http/refusal.ts';
import {
  decideLine,
  type Entered,
  findLine,
  type Line,
  listProven,
  lockLine,
  unlinkPayment,
} from './line-queries.ts';
import { unlearnLine } from './payer-queries.ts';

type Mark = 'terbuka' | 'dicatat' | 'diabaikan';

/**
 * What becomes of a line, or of what is left of it, that proves no dues.
 * @throws Refusal 404, 409 line_decided, 409 line_booked, 409 line_entered while a record stands for it
 */
export async function markLine(tx: Tx, actor: Author, id: number, to: Mark): Promise<void> {
  const freed = to === 'terbuka' ? await freeMatched(tx, id) : [];
  const line = found(await lockLine(tx, id));
  const isEntered = line.expense_id !== null || line.penerimaan_id !== null;
  if (isEntered && (line.status === 'dicatat' || to === 'dicatat')) throw new Refusal('line_entered');
  const isFreed = freed.length > 0;
  if (isFreed ? isMarked(line) : line.status === to || line.status === 'cocok')
    throw new Refusal('line_decided');
  await mark(tx, actor, line, { to, freed });
}

const isMarked = ({ status }: Pick<Line, 'status'>) => status === 'dicatat' || status === 'diabaikan';

/**
 * A matched line that opens, or an open one of which payments hold a part, lets go of those that were booked without it.
 * @returns their ids
 */
async function freeMatched(tx: Tx, id: number): Promise<number[]> {
  const line = found(await findLine(tx.db, id));
  if (isMarked(line)) return [];
  const proven = await listProven(tx.db, [id]);
  const before = proven.filter(({ dibukukan }) => !dibukukan);
  if (line.status === 'cocok' && before.length === 0) throw new Refusal('line_booked');
  const freed: number[] = [];
  // Before the line, as a reversed payment leaves it: in another order the two would lock each other out.
  for (const payment of before) if ((await unlinkPayment(tx, payment.id)) === id) freed.push(payment.id);
  await unlearnLine(tx, line, freed);
  return freed;
}

/**
 * Marks the open line that other income or spending of the same transaction is entered from. Call it before the book: a
 * line is locked first.
 * @returns the account to book it in: that of the line
 * @throws Refusal 404 for no line of this direction, 422 for another account than the line's, 409 line_decided,
 * line_entered, line_rest_differs
 */
export async function markEntered(
  tx: Tx,
  actor: Author,
  {
    mutasi_id,
    akun_id,
    jumlah,
  }: { mutasi_id?: number | undefined; akun_id?: number | undefined; jumlah: number },
  record: Entered,
): Promise<number | undefined> {
  if (mutasi_id === undefined) return akun_id;
  const line = found(await lockLine(tx, mutasi_id));
  if (akun_id !== undefined && akun_id !== line.akun_id)
    throw invalidFields({ akun_id: 'Mutasi ini dari rekening lain. Pilih rekening itu.' });
  const isIncome = 'penerimaan_id' in record;
  if (isIncome !== line.jumlah > 0) throw new Refusal('not_found');
  if (line.status !== 'terbuka') throw new Refusal('line_decided');
  if (isIncome && line.penerimaan_id !== null) throw new Refusal('line_entered');
  if (jumlah > Math.abs(line.sisa)) throw exceeds(line, jumlah);
  await mark(tx, actor, line, { to: 'dicatat', record });
  return line.akun_id;
}

const exceeds = ({ sisa }: Line, jumlah: number) =>
  new Refusal('line_rest_differs', {
    message: `Mutasi ini tinggal ${formatRupiah(Math.abs(sisa))}, kurang dari ${formatRupiah(jumlah)}.`,
  });

async function mark(
  tx: Tx,
  { id: by }: Author,
  { id, status }: Line,
  { to, record, freed = [] }: { to: Mark; record?: Entered; freed?: number[] },
): Promise<void> {
  await decideLine(tx, id, { to, by, record });
  await tx.audit('line.marked', 'lines', id, {
    sebelum: { status, ...(freed.length > 0 && { pembayaran: freed }) },
    sesudah: { status: to, ...record },
  });
  tx.changed('statements');
}
