/** Reads a log file: what it contains, checked, and what the page says about it. */
import { formatHead } from '../../contract/checkpoint.ts';
import { areEqual } from '../../contract/encoding.ts';
import { formatCount, formatDate, formatRupiah } from '../../contract/format.ts';
import { BadExport, type CheckedExport, checkExport, type ExportFault } from '../../contract/log-export.ts';
import { type LoggedBook, makeLoggedBook } from '../../contract/log-money.ts';
import type { VerifierKey, VerifyEd25519 } from '../../contract/signed-note.ts';
import { type Verdict, whatToDo } from './verdict.ts';

/** Each call reads the file from its beginning: a head without its size is found in a second reading. */
export type OpenLog = () => AsyncIterable<Uint8Array>;

export interface ReadLog {
  log: CheckedExport;
  book: LoggedBook;
  /** Saldo by size, for the sizes asked for. */
  saldo: Map<number, number>;
  verdict: Verdict;
}

interface Options {
  keys: readonly VerifierKey[];
  verify: VerifyEd25519;
  sizes: readonly number[];
  onProgress: (leaves: number) => void;
}

export async function readLog(
  open: OpenLog,
  { keys, verify, sizes, onProgress }: Options,
): Promise<ReadLog | Verdict> {
  const book = makeLoggedBook();
  const saldo = new Map<number, number>();
  let restored: string | undefined;
  const onLeaf = (leaf: Uint8Array, index: number) => {
    book.add(leaf);
    if (index === 0) restored = restoredFrom(leaf);
    if (sizes.includes(index + 1)) saldo.set(index + 1, book.saldo);
    if (index % 1_000 === 999) onProgress(index + 1);
  };
  try {
    const log = await checkExport(open(), { verify, sizes, onLeaf });
    const verdict = isOfStranger(log, keys) ? foreignKey(log, keys) : describe(log, book, restored);
    return { log, book, saldo, verdict };
  } catch (error) {
    if (error instanceof BadExport) return refuse(error);
    throw error;
  }
}

/**
 * Keys may change while a log grows: one checkpoint of a known key is enough. Its name may be another one, since a restore
 * opens a log of another name.
 */
function isOfStranger({ checkpoints }: CheckedExport, keys: readonly VerifierKey[]): boolean {
  const isKnown = (signer: VerifierKey) =>
    keys.some(({ publicKey }) => areEqual(publicKey, signer.publicKey));
  return keys.length > 0 && !checkpoints.some(({ signers }) => signers.some(isKnown));
}

function foreignKey({ origin }: CheckedExport, keys: readonly VerifierKey[]): Verdict {
  return {
    tone: 'danger',
    title: 'Log ini ditandatangani kunci lain',
    text: `Halaman ini mengenal kunci perumahan, tetapi tidak satu pun catatan di file ini ditandatangani dengannya. ${whatToDo}`,
    facts: [
      ['Log di file', origin],
      ['Kunci yang dikenal', keys.map(({ name }) => name).join(', ')],
    ],
  };
}

const faults: Record<ExportFault, readonly [title: string, text: string]> = {
  malformed: [
    'File log rusak atau bukan file log',
    'Susunannya tidak seperti yang ditulis Guyub. Mungkin unduhannya terpotong atau filenya disunting. Unduh sekali lagi; bila tetap merah, jangan percayai file ini.',
  ],
  forged: [
    'Tanda tangan di file log tidak benar',
    'Ada catatan di file ini yang tidak ditandatangani oleh kunci yang disebutnya. File ini telah diubah.',
  ],
  altered: [
    'Isi log telah diubah',
    'Isi file ini bukan isi yang dulu ditandatangani: ada baris yang diubah, dihapus, ditambah, atau ditukar.',
  ],
};

function refuse({ fault, size }: BadExport): Verdict {
  const [title, text] = faults[fault];
  const place = size === undefined ? [] : ([['Pada ukuran', formatCount(size)]] as const);
  return { tone: 'danger', title, text: `${text} ${whatToDo}`, facts: place };
}

/** What a log that was opened after a restore says first. */
function restoredFrom(leaf: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(leaf);
  if (!text.startsWith('{"aksi":"log.restored"')) return undefined;
  try {
    const { asal_lama, hilang } = JSON.parse(text).sesudah;
    return `dari log ${asal_lama}, ${hilang ?? 'entah berapa'} catatan hilang`;
  } catch {
    return undefined; // the file is refused once it is read
  }
}

function describe(log: CheckedExport, book: LoggedBook, restored: string | undefined): Verdict {
  const entries = [...book.entries.values()];
  const [first, last] = [entries.at(0), entries.at(-1)];
  const cosigners = new Set(
    log.checkpoints.flatMap(({ cosignatures }) => cosignatures.map(({ key }) => key.name)),
  );
  const facts: [string, string][] = [
    ['Log', log.origin],
    ['Ukuran', `${formatCount(log.size)} catatan`],
    ...(restored === undefined ? [] : [['Dibuka setelah pemulihan', restored] as [string, string]]),
    ['Transaksi', formatCount(entries.length)],
    ['Saldo', formatRupiah(book.saldo)],
  ];
  if (last) facts.push(['Transaksi terakhir', `nomor ${last.nomor}, ${formatDate(last.tanggal)}`]);
  if (book.reversals.size > 0) facts.push(['Dibatalkan', formatCount(book.reversals.size)]);
  if (cosigners.size > 0) facts.push(['Ikut menandatangani', [...cosigners].join(', ')]);
  facts.push(['Kepala', formatHead(log.root)]);
  if (book.contradictions > 0)
    return {
      tone: 'danger',
      title: 'Buku kas di dalam log bertentangan dengan dirinya',
      text: `Ada ${book.contradictions} tempat yang nomornya melompat atau pembatalannya tidak cocok. ${whatToDo}`,
      facts,
    };
  const isPartial = first !== undefined && first.nomor !== 1;
  return {
    tone: isPartial ? 'warning' : 'success',
    title: 'File log utuh',
    text: isPartial
      ? `Semua tanda tangan benar. Log ini baru mulai pada transaksi nomor ${first.nomor}, jadi saldo di bawah hanya sejak itu.`
      : 'Semua tanda tangan benar, dan saldo di bawah dihitung dari isi log itu sendiri.',
    facts,
  };
}
