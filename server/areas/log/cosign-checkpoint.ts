import type * as z from 'zod/mini';
import { verifyCosignatures } from '../../../contract/checkpoint.ts';
import { fromBase64 } from '../../../contract/encoding.ts';
import { type cosignCheckpoint, cosignerName } from '../../../contract/log.ts';
import {
  formatNote,
  formatVerifierKey,
  type NoteSignature,
  parseNote,
  parseVerifierKey,
} from '../../../contract/signed-note.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import type { Db } from '../../database/open.ts';
import { found, Refusal } from '../../http/refusal.ts';
import * as queries from './queries.ts';

type Log = Pick<Context, 'db' | 'write' | 'signer' | 'clock'>;

type Offered = z.output<typeof cosignCheckpoint.body>;

const minute = 60;
/** Seconds by which the clock of a browser may differ. */
const tolerance = 10 * minute;

/**
 * Twice the same is stored once. The first use of a key is audited.
 * @throws Refusal 404 for a size without checkpoint, 422 cosignature_invalid
 */
export async function cosign(log: Log, actor: Author, { ukuran, kunci, tanda }: Offered): Promise<void> {
  const { db, signer, clock } = log;
  const { id: asal_id, asal } = signer.origin;
  const { catatan } = found(await queries.findCheckpoint(db, asal_id, ukuran));
  const key = await parseVerifierKey(kunci);
  const signature = fromBase64(tanda);
  if (!key || !signature || formatVerifierKey(key) !== kunci) throw new Refusal('cosignature_invalid');
  const isOwn = key.purpose === 'cosignature' && key.name === cosignerName(asal, actor.id);
  const text = parseNote(catatan)?.text ?? '';
  const note = formatNote({ text, signatures: [{ name: key.name, keyId: key.keyId, signature }] });
  const [verified] = (isOwn && (await verifyCosignatures(note, [key]))) || [];
  const now = clock().getTime() / 1_000;
  if (!verified || Math.abs(verified.time - now) > tolerance) throw new Refusal('cosignature_invalid');
  await log.write(actor, async (tx) => {
    await tx.dialect.serialize(tx.db, 'log');
    if (await queries.hasCosigned(tx.db, asal_id, ukuran, kunci)) return;
    if (!(await queries.findCosigner(tx.db, kunci)))
      await tx.audit('log.cosigner', 'log', null, { sesudah: { kunci } });
    await queries.insertCosignature(tx, { asal_id, ukuran, user_id: actor.id, kunci, tanda });
    tx.changed('cash-book');
  });
}

/** The kept note with the lines of all who cosigned it. */
export async function withCosignatures(db: Db, { asal_id, ukuran, catatan }: queries.KeptCheckpoint) {
  const rows = await queries.listCosignatures(db, asal_id, ukuran);
  const note = parseNote(catatan);
  if (!note || rows.length === 0) return { catatan, saksi: [] };
  const lines: NoteSignature[] = [];
  for (const { kunci, tanda } of rows) {
    const key = await parseVerifierKey(kunci);
    const signature = fromBase64(tanda);
    if (key && signature) lines.push({ name: key.name, keyId: key.keyId, signature });
  }
  return {
    catatan: formatNote({ ...note, signatures: [...note.signatures, ...lines] }),
    saksi: rows.map(({ nama, kunci, pada }) => ({ nama, kunci, pada })),
  };
}
