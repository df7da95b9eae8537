/** Receipts ("kuitansi") of dues: a text that people can read, signed with the key of the log as a signed note. */
import { fromBase64Url, fromUtf8, toBase64Url, toUtf8 } from './encoding.ts';
import { formatCount, formatMonth, isCalendarDate, monthIndex, monthKey, type Period } from './format.ts';
import { formatMonths, parseMonths, runsOf } from './payment-months.ts';
import {
  parseNote,
  type VerifierKey,
  type VerifyEd25519,
  verifyByWebCrypto,
  verifyNote,
} from './signed-note.ts';

/** Without the name of the payer: whoever finds a receipt learns nothing about a person. */
export interface Receipt {
  nomor: number;
  perumahan: string;
  /** Null: the payer had no house that day. */
  rumah: string | null;
  /** The months that were paid together, oldest first. */
  untuk: readonly Period[];
  /** Of all months. */
  jumlah: number;
  /** Day on which the money was entered in the book. */
  tanggal: string;
  /** Numbers of the entries in the book, one for each month in the order of the months. */
  entri: readonly number[];
}

const heading = 'KUITANSI IURAN WARGA';
const noHouse = '-';
const linesOf = (parts: { [Label in (typeof labels)[number]]: string }) =>
  labels.map((label) => `${label}: ${parts[label]}\n`).join('');
const labels = ['Nomor', 'Perumahan', 'Rumah', 'Untuk', 'Jumlah', 'Tanggal', 'Buku Kas'] as const;
const shape = new RegExp(`^${heading}\n${labels.map((label) => `${label}: (\\P{Cc}+)\n`).join('')}$`, 'u');

function dayOf(date: string): string {
  const [tahun = 0, bulan = 0, hari = 0] = date.split('-').map(Number);
  return `${hari} ${formatMonth({ tahun, bulan })}`;
}

/**
 * The text that is signed. Its second line is no number, so no program takes it for a checkpoint of the log.
 * @throws Error if it would not be read back, for example because a name contains a line break
 */
export function formatReceipt(receipt: Receipt): string {
  const text = write(receipt);
  if (!parseReceipt(text)) throw new Error('this receipt has no text of its own');
  return text;
}

function write({ nomor, perumahan, rumah, untuk, jumlah, tanggal, entri }: Receipt) {
  const lines = linesOf({
    Nomor: String(nomor),
    Perumahan: perumahan,
    Rumah: rumah ?? noHouse,
    Untuk: `Iuran ${formatMonths(untuk)}`,
    Jumlah: `Rp ${formatCount(jumlah)}`,
    Tanggal: dayOf(tanggal),
    'Buku Kas': `nomor ${formatNumbers(entri)}`,
  });
  return `${heading}\n${lines}`;
}

/** @returns undefined unless `formatReceipt` writes exactly this text */
export function parseReceipt(text: string): Receipt | undefined {
  const [, nomor = '', perumahan = '', rumah = '', untuk = '', jumlah = '', tanggal = '', entri = ''] =
    shape.exec(text) ?? [];
  const [, day = '', ...month] = /^(\d{1,2}) (\w+) (\d{4})$/.exec(tanggal) ?? [];
  const paid = parseMonths(untuk.replace(/^Iuran /, ''));
  const entries = parseNumbers(entri.replace(/^nomor /, ''), paid?.length ?? 0);
  const [received] = parseMonths(month.join(' ')) ?? [];
  if (!paid || !entries || !received) return undefined;
  const receipt = {
    nomor: Number(nomor),
    perumahan,
    rumah: rumah === noHouse ? null : rumah,
    untuk: paid,
    jumlah: Number(jumlah.replace(/^Rp /, '').replaceAll('.', '')),
    tanggal: `${monthKey(received)}-${day.padStart(2, '0')}`,
    entri: entries,
  };
  const isReal = isReceipt(receipt) && write(receipt) === text;
  return isReal ? receipt : undefined;
}

/** `3`, `3–5`, `3, 5–6`: ascending numbers. */
export function formatNumbers(numbers: readonly number[]): string {
  const runs = runsOf(numbers);
  return runs.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(', ');
}

/** @param count how many there must be, so that no text makes a long list */
function parseNumbers(text: string, count: number): number[] | undefined {
  const numbers: number[] = [];
  for (const run of text.split(', ')) {
    const [from = 0, to = from] = run.split('–').map(Number);
    if (!(from <= to && Number.isSafeInteger(to)) || to - from >= count) return undefined;
    for (let number = from; number <= to; number += 1) numbers.push(number);
  }
  return numbers.length === count ? numbers : undefined;
}

function isReceipt({ nomor, untuk, jumlah, entri, tanggal }: Receipt): boolean {
  const counts = [nomor, jumlah, ...entri].every((value) => Number.isSafeInteger(value) && value > 0);
  return (
    isCalendarDate(tanggal) &&
    counts &&
    untuk.length === entri.length &&
    isAscending(untuk.map(monthIndex)) &&
    isAscending(entri)
  );
}

const isAscending = (numbers: readonly number[]) =>
  numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? number));

export type ReceiptVerdict =
  | { valid: true; receipt: Receipt; key: VerifierKey }
  | { valid: false; reason: 'malformed' }
  | { valid: false; reason: 'unknown_key' | 'forged'; receipt: Receipt; signer: string };

/** A receipt has exactly one signature: others could not be checked, and would look as if they counted. */
export async function verifyReceipt(
  note: string,
  keys: readonly VerifierKey[],
  verify: VerifyEd25519 = verifyByWebCrypto,
): Promise<ReceiptVerdict> {
  const { text = '', signatures = [] } = parseNote(note) ?? {};
  const [signature, ...more] = signatures;
  const receipt = parseReceipt(text);
  if (!receipt || !signature || more.length > 0) return { valid: false, reason: 'malformed' };
  const verdict = await verifyNote(note, keys, verify);
  const [key] = verdict.valid ? verdict.signers : [];
  if (key) return { valid: true, receipt, key };
  const reason = !verdict.valid && verdict.reason === 'forged' ? 'forged' : 'unknown_key';
  return { valid: false, reason, receipt, signer: signature.name };
}

const fragment = '#k=';

/** @param page address of the checking page */
export const receiptLink = (page: string, note: string): string =>
  `${page}${fragment}${toBase64Url(toUtf8(note))}`;

/** @param link a whole link or its fragment */
export function noteOfLink(link: string): string | undefined {
  const at = link.indexOf(fragment);
  const bytes = at < 0 ? undefined : fromBase64Url(link.slice(at + fragment.length).trim());
  return bytes && fromUtf8(bytes);
}
