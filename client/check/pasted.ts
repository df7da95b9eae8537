/** What people paste: links, receipts, signed checkpoints, heads, or messages that contain a head. */
import { parseHead } from '../../contract/checkpoint.ts';
import type { Bytes } from '../../contract/encoding.ts';
import { noteOfLink } from '../../contract/receipt.ts';

export type Pasted =
  | { kind: 'nothing' }
  | { kind: 'receipt' | 'checkpoint'; note: string }
  | { kind: 'head'; root: Bytes; size: number | undefined }
  | { kind: 'unknown' };

export function readPasted(pasted: string): Pasted {
  const text = pasted.replaceAll('\r\n', '\n').trim();
  if (text === '') return { kind: 'nothing' };
  if (text.includes('#k=')) {
    const note = noteOfLink(text);
    return note === undefined ? { kind: 'unknown' } : { kind: 'receipt', note };
  }
  if (text.includes('\n— ')) {
    const kind = text.startsWith('KUITANSI') ? 'receipt' : 'checkpoint';
    return { kind, note: `${text}\n` };
  }
  return readHead(text) ?? { kind: 'unknown' };
}

/** A head alone, however it is broken into lines, or a line of a longer message: `Kepala: ABCD …`. */
function readHead(text: string): Pasted | undefined {
  const lines = text.split('\n').map((line) => line.replace(/^[^:]*:/, ''));
  const root = [text, ...lines].map(parseHead).find((head) => head !== undefined);
  const [, size = ''] = /(?:ukuran|catatan)\s*:?\s*(\d[\d.]*)/i.exec(text) ?? [];
  return root && { kind: 'head', root, size: size ? Number(size.replaceAll('.', '')) : undefined };
}
