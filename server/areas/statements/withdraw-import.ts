import { formatCount, formatDate } from '../../../contract/format.ts';
import type { Tx } from '../../database/write.ts';
import { found, Refusal } from '../../http/refusal.ts';
import * as queries from './import-queries.ts';

/**
 * A wrong file, or a wrong account, would hold up every later import of it. What the lines prove stays: those are opened
 * first.
 * @returns what happened, for the actor
 * @throws Refusal 404, 409 import_used, 409 import_followed if a later one would lack lines of its file
 */
export async function withdrawImport(tx: Tx, id: number): Promise<string> {
  await tx.dialect.serialize(tx.db, 'statements');
  const { berkas, ...sebelum } = found(await queries.findImport(tx.db, id));
  const later = await queries.findLaterImport(tx.db, id, sebelum);
  if (later) {
    const message = `Impor ${formatDate(later.dari)} sampai ${formatDate(later.sampai)} lebih baru dan memuat hari yang sama. Batalkan dahulu impor itu.`;
    throw new Refusal('import_followed', { message });
  }
  await queries.lockLines(tx, id);
  const used = await queries.countUsed(tx.db, id);
  if (used > 0) {
    const message = `${formatCount(used)} mutasi dari impor ini sudah dicocokkan atau ditandai. Buka lagi mutasi itu dahulu.`;
    throw new Refusal('import_used', { message });
  }
  await queries.deleteImport(tx, id);
  if (berkas !== null) await queries.dropFile(tx, berkas);
  await queries.forgetColumns(tx, sebelum.akun_id);
  await tx.audit('statement.withdrawn', 'statements', id, { sebelum });
  tx.changed('statements');
  return `Impor dibatalkan: ${formatCount(sebelum.baru)} mutasi dihapus`;
}
