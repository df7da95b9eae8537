/** Receipts ("kuitansi") of dues: a text that people can read, signed with the key of the log as a signed note. */
import { fromBase64Url, toBase64Url, toUtf8 } from './encoding.ts';
import { monthName, type Period } from './format.ts';
import {
  parseNote,
  type VerifierKey,
  verifyByWebCrypto,
  type VerifyEd25519,
  verifyNote,
} from './signed-note.ts';

/** Without the name of the payer: whoever finds a receipt learns nothing about a person. */
export interface Receipt {
  nomor: number;
  perumahan: string;
  /** Null: the payer had no house that day. */
  rumah: string | null;
  untuk: Period;
  jumlah: number;
  /** Day on which the money was entered in the book. */
  tanggal: string;
  /** Number of the entry in the book. */
  entri: number;
}

const heading = 'KUITANSI IURAN WARGA';
const noHouse = '-';
const linesOf = (parts: { [Label in (typeof labels)[number]]: string }) =>
  labels.map((label) => `${label}: ${parts[label]}\n`).join('');
const labels = ['Nomor', 'Perumahan', 'Rumah', 'Untuk', 'Jumlah', 'Tanggal', 'Buku Kas'] as const;
const shape = new RegExp(`^${heading}\n${labels.map((label) => `${label}: (\\P{Cc}+)\n`).join('')}$`, 'u');

// Written by hand: browsers may know other rules for `id-ID`, and every byte is signed.
const grouped = (value: number) => String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, '.');
const monthOf = ({ tahun, bulan }: Period) => `${monthName(bulan)} ${tahun}`;

function dayOf(date: string): string {
  const [tahun = 0, bulan = 0, hari = 0] = date.split('-').map(Number);
  return `${hari} ${monthOf({ tahun, bulan })}`;
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
    Untuk: `Iuran ${monthOf(untuk)}`,
    Jumlah: `Rp ${grouped(jumlah)}`,
    Tanggal: dayOf(tanggal),
    'Buku Kas': `nomor ${entri}`,
  });
  return `${heading}\n${lines}`;
}

/** @returns undefined unless `formatReceipt` writes exactly this text */
export function parseReceipt(text: string): Receipt | undefined {
  const [, nomor = '', perumahan = '', rumah = '', untuk = '', jumlah = '', tanggal = '', entri = ''] =
    shape.exec(text) ?? [];
  const [, day = '', ...month] = /^(\d{1,2}) (\w+) (\d{4})$/.exec(tanggal) ?? [];
  const [paid, received] = [periodOf(untuk.replace(/^Iuran /, '')), periodOf(month.join(' '))];
  if (!paid || !received) return undefined;
  const receipt = {
    nomor: Number(nomor),
    perumahan,
    rumah: rumah === noHouse ? null : rumah,
    untuk: paid,
    jumlah: Number(jumlah.replace(/^Rp /, '').replaceAll('.', '')),
    tanggal: `${received.tahun}-${String(received.bulan).padStart(2, '0')}-${day.padStart(2, '0')}`,
    entri: Number(entri.replace(/^nomor /, '')),
  };
  const isReal = isReceipt(receipt) && write(receipt) === text;
  return isReal ? receipt : undefined;
}

function periodOf(text: string): Period | undefined {
  const [, name = '', year = ''] = /^(\w+) (\d{4})$/.exec(text) ?? [];
  const bulan = Array.from({ length: 12 }, (_, at) => at + 1).find((month) => monthName(month) === name);
  return bulan === undefined ? undefined : { tahun: Number(year), bulan };
}

function isReceipt({ nomor, jumlah, entri, tanggal }: Receipt): boolean {
  const date = new Date(`${tanggal}T00:00:00Z`);
  const isDay = !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(tanggal);
  return isDay && [nomor, jumlah, entri].every((value) => Number.isSafeInteger(value) && value > 0);
}

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
  if (!bytes) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
