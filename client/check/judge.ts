/** Everything that was put into the checking page, judged together. Knows nothing of the page itself. */
import { parseVerifierKey, type VerifierKey, type VerifyEd25519 } from '../../contract/signed-note.ts';
import { compareNotes, judgeCheckpoint, judgeHead, sizeOf } from './judge-head.ts';
import { judgeReceipt } from './judge-receipt.ts';
import { type Pasted, readPasted } from './pasted.ts';
import { type OpenLog, type ReadLog, readLog } from './read-log.ts';
import type { Verdict } from './verdict.ts';

export interface Evidence {
  text: string;
  second: string;
  /** Verifier keys between white space. */
  keys: string;
  log: OpenLog | undefined;
}

interface Options {
  verify: VerifyEd25519;
  onProgress?: (leaves: number) => void;
}

export async function judge(
  evidence: Evidence,
  { verify, onProgress = () => {} }: Options,
): Promise<Verdict[]> {
  const lines = evidence.keys.split(/\s+/).filter((line) => line !== '');
  const keys = await Promise.all(lines.map(parseVerifierKey));
  if (!keys.every((key) => key !== undefined)) return [wrongKey];

  const pasted = [readPasted(evidence.text), readPasted(evidence.second)];
  const open = evidence.log;
  const sizes = pasted.flatMap((one) => sizeIn(one) ?? []);
  const opened = open && (await readLog(open, { keys, verify, sizes, onProgress }));
  const read = opened && 'log' in opened ? opened : undefined;
  const verdicts = opened ? ['log' in opened ? opened.verdict : opened] : [];

  const known = { keys: knownKeys(keys, read), verify, read, open };
  const judged = await Promise.all(pasted.map((one) => judgeOne(one, known)));
  const fork = compareIfValid(pasted, judged);
  if (fork) verdicts.unshift(fork);
  verdicts.unshift(...judged.filter((verdict) => verdict !== undefined));
  if (verdicts.length === 0) return [nothing];
  if (pasted.every(({ kind }) => kind === 'nothing') && read?.verdict.tone !== 'danger')
    verdicts.push(notCompared);
  return verdicts.toSorted((a, b) => weight[a.tone] - weight[b.tone]);
}

const weight = { danger: 0, warning: 1, success: 2 } as const;

const sizeIn = (pasted: Pasted) => {
  if (pasted.kind === 'checkpoint') return sizeOf(pasted.note);
  return pasted.kind === 'head' ? pasted.size : undefined;
};

/** Keys from a file count only if the file is of a log whose key was known before, or if none was. */
function knownKeys(keys: readonly VerifierKey[], read: ReadLog | undefined): readonly VerifierKey[] {
  const isForeign = read?.verdict.tone === 'danger';
  return read && !isForeign ? [...keys, ...read.log.keys] : keys;
}

type Known = Parameters<typeof judgeHead>[1];

async function judgeOne(pasted: Pasted, known: Known): Promise<Verdict | undefined> {
  switch (pasted.kind) {
    case 'nothing':
      return undefined;
    case 'unknown':
      return unreadable;
    case 'head':
      return await judgeHead(pasted, known);
    case 'checkpoint':
      return await judgeCheckpoint(pasted.note, known);
    case 'receipt':
      return await judgeReceipt(pasted.note, { ...known, book: known.read?.book });
  }
}

function compareIfValid(pasted: Pasted[], judged: (Verdict | undefined)[]): Verdict | undefined {
  const [one, other] = pasted;
  if (one?.kind !== 'checkpoint' || other?.kind !== 'checkpoint') return undefined;
  const isForged = judged.some((verdict) => verdict?.tone === 'danger' && verdict.notes === undefined);
  return isForged ? undefined : compareNotes(one.note, other.note);
}

const wrongKey: Verdict = {
  tone: 'danger',
  title: 'Kunci perumahan salah ketik',
  text: 'Salin kunci sekali lagi, lengkap dari nama sampai huruf terakhir.',
};
const unreadable: Verdict = {
  tone: 'danger',
  title: 'Teks tidak dikenali',
  text: 'Ini bukan kuitansi, kepala, atau catatan log yang utuh. Kepala terdiri dari 52 huruf dan angka dalam kelompok empat.',
};
const nothing: Verdict = {
  tone: 'warning',
  title: 'Belum ada yang diperiksa',
  text: 'Tempel kuitansi atau kepala, atau pilih file log.',
};
const notCompared: Verdict = {
  tone: 'warning',
  title: 'Belum dibandingkan dengan kepala',
  text: 'Siapa yang memegang server dapat menulis ulang seluruh log dan menandatanganinya lagi. Tempel kepala yang Anda simpan dulu, dari grup WhatsApp, LPJ, atau tetangga.',
};
