/** Bytes as text, whatever encoding the bank uses. */
import { StatementProblem } from './problem.ts';

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte);

export const isArchive = (bytes: Uint8Array) => startsWith(bytes, 0x50, 0x4b, 0x03, 0x04);

/** @throws StatementProblem */
export function decode(bytes: Uint8Array): string {
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) throw new StatementProblem('pdf');
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new StatementProblem('old_excel');
  const text = asText(bytes);
  // A text has line breaks and tabs, but no other control characters.
  if (/(?![\t\n\v\f\r])[\p{Cc}\ufffd]/u.test(text)) throw new StatementProblem('binary');
  return text;
}

function asText(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes);
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** By its byte order mark, or where every other byte of the beginning is zero. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be';
  const head = bytes.subarray(0, 200);
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd * 2 > head.length * 0.8 && even === 0) return 'utf-16le';
  return even * 2 > head.length * 0.8 && odd === 0 ? 'utf-16be' : undefined;
}
