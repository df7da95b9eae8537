import { formatHead, parseCheckpoint } from '../../../contract/checkpoint.ts';
import { parseNote } from '../../../contract/signed-note.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../database/open.ts';
import { findNewestCheckpoint } from './queries.ts';
import { latestCheckpoint } from './sign-checkpoint.ts';

export interface LogHead {
  asal: string;
  ukuran: number;
  /** 52 letters and digits in groups of four. */
  kepala: string;
}

/** The newest signed head, not older than a minute while the server runs; null before the first one. */
export async function findHead(db: Db): Promise<LogHead | null> {
  const kept = await findNewestCheckpoint(db);
  return kept ? headOf(kept.catatan) : null;
}

/** Covers every entry that was committed before the call. */
export const signedHead = async (context: Context): Promise<LogHead> =>
  headOf((await latestCheckpoint(context)).catatan);

/** @throws Error for a note that is no checkpoint */
export function headOf(catatan: string): LogHead {
  const checkpoint = parseCheckpoint(parseNote(catatan)?.text ?? '');
  if (!checkpoint) throw new Error('a kept checkpoint cannot be read');
  const { origin, size, root } = checkpoint;
  return { asal: origin, ukuran: size, kepala: formatHead(root) };
}
