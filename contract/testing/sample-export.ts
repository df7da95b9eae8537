/** A small log with a book, its export and its receipts, for tests. */
import { cosignedMessage, formatCheckpoint, makeCosignature } from '../checkpoint.ts';
import { type Bytes, concat, toUtf8 } from '../encoding.ts';
import { formatExportHeader, formatExportLeaf } from '../log-export.ts';
import { rootOf } from '../merkle.ts';
import { formatReceipt, type Receipt } from '../receipt.ts';
import { formatNote, formatVerifierKey } from '../signed-note.ts';
import { makeSigner, type Signer } from './ed25519.ts';

export const origin = 'griya-asri.example/log';
export const logSigner = await makeSigner(origin, 1);
export const strangerSigner = await makeSigner('lain.example/log', 2);
const auditor = await makeSigner('pengawas-1', 3, 'cosignature');

interface Booked {
  jumlah: number;
  tanggal?: string;
  jenis?: string;
  membatalkan?: number;
}

/** Saldo 1.150.000: one reversed payment, one expense. */
const booked: Booked[] = [
  { jumlah: 1_000_000, jenis: 'saldo_awal', tanggal: '2025-12-31' },
  { jumlah: 150_000 },
  { jumlah: 150_000 },
  { jumlah: -150_000, jenis: 'pengeluaran', tanggal: '2026-01-20' },
  { jumlah: -150_000, jenis: 'pembatalan', tanggal: '2026-02-03', membatalkan: 2 },
  { jumlah: 150_000, tanggal: '2026-02-04' },
];

export function leavesOf(entries: readonly Booked[] = booked): Bytes[] {
  const leaves = entries.map((entry, at) => {
    const { jumlah, tanggal = '2026-01-05', jenis = 'iuran', membatalkan = null } = entry;
    const sesudah = { jenis, jumlah, membatalkan, tanggal };
    return { aksi: 'entry.booked', entitas: 'entries', entitas_id: at + 1, sesudah };
  });
  const others = [{ aksi: 'settings.changed', entitas: 'settings', entitas_id: null }];
  return [...others, ...leaves].map((leaf) => toUtf8(JSON.stringify(leaf)));
}

export async function signCheckpoint(
  leaves: readonly Bytes[],
  { by = logSigner, cosigner }: { by?: Signer; cosigner?: Signer } = {},
): Promise<string> {
  const text = formatCheckpoint({ origin: by.key.name, size: leaves.length, root: await rootOf(leaves) });
  const signatures = [await by.signText(text)];
  if (cosigner) {
    const time = 1_790_000_000;
    const signature = makeCosignature(time, await cosigner.sign(cosignedMessage(text, time)));
    signatures.push({ name: cosigner.key.name, keyId: cosigner.key.keyId, signature });
  }
  return formatNote({ text, signatures });
}

/** Checkpoints after three leaves, signed by the auditor too, and after the last one. */
export async function exportOf(leaves: readonly Bytes[] = leavesOf()): Promise<Bytes> {
  const checkpoints = [
    await signCheckpoint(leaves.slice(0, 3), { cosigner: auditor }),
    await signCheckpoint(leaves),
  ];
  const header = { keys: [logSigner.key, auditor.key], checkpoints, leaves: leaves.length };
  return concat(toUtf8(formatExportHeader(header)), ...leaves.map(formatExportLeaf));
}

/** Begins a log that goes on after a restore: the leaves that were kept follow. */
export const restoredLeaf = toUtf8(
  JSON.stringify({
    aksi: 'log.restored',
    entitas: 'log',
    entitas_id: null,
    sesudah: { asal: origin, asal_lama: 'griya-asri.example/lama', hilang: 2 },
  }),
);

/**
 * With a leaf that names a key, and another leaf.
 * @param signers of the checkpoints before that leaf, of that leaf, and after it
 */
export async function rotatedExport(named: Signer, signers: readonly Signer[]): Promise<Bytes> {
  const leaves = leavesOf();
  const sesudah = {
    asal: origin,
    kunci: formatVerifierKey(named.key),
    kunci_lama: formatVerifierKey(logSigner.key),
  };
  const rotation = { aksi: 'log.rotated', entitas: 'log', entitas_id: null, sesudah };
  const all = [...leaves, toUtf8(JSON.stringify(rotation)), toUtf8('{"aksi":"log.signed"}')];
  const checkpoints = await Promise.all(
    signers.map((by, at) => signCheckpoint(all.slice(0, leaves.length + at), { by })),
  );
  const keys = [...new Set(signers)].map(({ key }) => key);
  const header = formatExportHeader({ keys, checkpoints, leaves: all.length });
  return concat(toUtf8(header), ...all.map(formatExportLeaf));
}

/** Of the payment that is entry 3; entry 2 has been reversed. */
export const receipt: Receipt = {
  nomor: 2,
  perumahan: 'Griya Asri',
  rumah: 'B12',
  untuk: [{ tahun: 2026, bulan: 1 }],
  jumlah: 150_000,
  tanggal: '2026-01-05',
  entri: [3],
};

/** Entries 2 to 4 of a slip for three months, of which the second may be reversed. */
export const severalBooked = (isReversed: boolean): Booked[] => [
  { jumlah: 1_000_000, jenis: 'saldo_awal', tanggal: '2025-12-31' },
  { jumlah: 150_000 },
  { jumlah: 150_000 },
  { jumlah: 150_000 },
  ...(isReversed ? [{ jumlah: -150_000, jenis: 'pembatalan', tanggal: '2026-02-03', membatalkan: 3 }] : []),
];

export const severalMonths: Partial<Receipt> = {
  untuk: [
    { tahun: 2025, bulan: 11 },
    { tahun: 2025, bulan: 12 },
    { tahun: 2026, bulan: 1 },
  ],
  jumlah: 450_000,
  entri: [2, 3, 4],
};

export async function receiptNote(change: Partial<Receipt> = {}, by = logSigner): Promise<string> {
  const text = formatReceipt({ ...receipt, ...change });
  return formatNote({ text, signatures: [await by.signText(text)] });
}
