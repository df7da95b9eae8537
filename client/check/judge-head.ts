/** Heads and signed checkpoints, compared with a log file or with each other. */
import {
  formatHead,
  parseCheckpoint,
  verifyCheckpoint,
  verifyCosignatures,
} from '../../contract/checkpoint.ts';
import { areEqual, type Bytes } from '../../contract/encoding.ts';
import { formatCount, formatRupiah } from '../../contract/format.ts';
import { checkExport } from '../../contract/log-export.ts';
import { parseNote, type VerifierKey, type VerifyEd25519 } from '../../contract/signed-note.ts';
import type { OpenLog, ReadLog } from './read-log.ts';
import { type Verdict, whatToDo } from './verdict.ts';

interface Known {
  keys: readonly VerifierKey[];
  verify: VerifyEd25519;
  read: ReadLog | undefined;
}

/** The size that a note claims, before anything is verified. */
export const sizeOf = (note: string): number | undefined =>
  parseCheckpoint(parseNote(note)?.text ?? '')?.size;

export async function judgeCheckpoint(note: string, { keys, verify, read }: Known): Promise<Verdict> {
  const found = await verifyCheckpoint(note, keys, verify);
  const cosignatures = await verifyCosignatures(note, keys, verify);
  if (!found.valid) return refuseNote(found.reason, keys.length > 0);
  if (!cosignatures) return refuseNote('forged', true);
  const { origin, size, root } = found.checkpoint;
  const facts: [string, string][] = [
    ['Log', origin],
    ['Ukuran', `${formatCount(size)} catatan`],
    ['Kepala', formatHead(root)],
  ];
  const unknown = (parseNote(note)?.signatures.length ?? 0) - found.signers.length - cosignatures.length;
  if (unknown > 0) {
    return {
      tone: read ? 'danger' : 'warning',
      title: 'Ada tanda tangan yang tidak dikenal',
      text: `Tanda tangan log benar, tetapi ${unknown} tanda tangan lain tidak dapat diperiksa. File log yang terbaru memuat kunci para penanda tangan.`,
      facts,
    };
  }
  if (!read)
    return {
      tone: 'success',
      title: 'Tanda tangan catatan benar',
      text: 'Catatan ini benar dibuat dengan kunci log. Pilih file log untuk menghitung ulang isinya.',
      facts,
    };
  if (read.log.origin !== origin)
    return {
      tone: 'danger',
      title: 'Catatan ini dari log lain',
      text: `File log dari ${read.log.origin}, catatan dari ${origin}. Bila log pernah dibuka ulang setelah pemulihan cadangan, pengurus wajib mengumumkannya.`,
      facts,
    };
  return compare({ size, root, note }, read, facts);
}

function refuseNote(reason: 'malformed' | 'unknown_key' | 'forged', hasKeys: boolean): Verdict {
  if (reason === 'malformed')
    return {
      tone: 'danger',
      title: 'Bukan catatan yang utuh',
      text: 'Teks ini terpotong, tersunting, atau bukan catatan log. Salin sekali lagi, dari baris pertama sampai tanda tangan.',
    };
  if (reason === 'forged')
    return {
      tone: 'danger',
      title: 'Catatan palsu',
      text: `Isinya tidak cocok dengan tanda tangannya. ${whatToDo}`,
    };
  return hasKeys
    ? {
        tone: 'danger',
        title: 'Kunci tidak dikenal',
        text: 'Catatan ini tidak ditandatangani dengan kunci perumahan yang dikenal halaman ini.',
      }
    : {
        tone: 'warning',
        title: 'Belum dapat diperiksa: kunci tidak dikenal',
        text: 'Halaman ini belum mengenal kunci perumahan. Buka dari situs perumahan, pilih file log, atau isi kuncinya di bawah.',
      };
}

interface Head {
  size: number;
  root: Bytes;
  note?: string;
}

function compare({ size, root, note }: Head, { log, saldo }: ReadLog, facts: [string, string][]): Verdict {
  if (size > log.size)
    return {
      tone: 'warning',
      title: 'File log lebih lama daripada kepala ini',
      text: `File memuat ${formatCount(log.size)} catatan, kepala ini dari ${formatCount(size)}. Unduh file log terbaru, lalu periksa lagi.`,
      facts,
    };
  const computed = log.roots.get(size);
  if (computed && areEqual(computed, root)) {
    const money = saldo.get(size);
    return {
      tone: 'success',
      title: 'Log cocok dengan kepala ini',
      text: `Sampai catatan ke-${formatCount(size)}, isi log persis sama dengan waktu kepala ini dibuat: tidak ada yang diubah, dihapus, atau disisipkan.`,
      facts: money === undefined ? facts : [...facts, ['Saldo waktu itu', formatRupiah(money)]],
    };
  }
  const signed = log.checkpoints.find((checkpoint) => checkpoint.size === size)?.note;
  const ours = `${log.origin}\n${size}\n${computed ? formatHead(computed) : ''}\n(dihitung dari file log)`;
  return {
    tone: 'danger',
    title: 'Log TIDAK cocok dengan kepala ini',
    text: `Untuk ukuran yang sama ada dua isi yang berbeda: riwayat log telah ditulis ulang. ${whatToDo}`,
    facts,
    ...(note !== undefined && {
      notes: [
        ['Catatan Anda', note],
        ['File log', signed ?? ours],
      ] as const,
    }),
  };
}

/** A head as people copy it. Without its size, every size of the log is tried. */
export async function judgeHead(
  { root, size }: { root: Bytes; size: number | undefined },
  { read, verify, open }: Known & { open: OpenLog | undefined },
): Promise<Verdict> {
  const facts: [string, string][] = [['Kepala', formatHead(root)]];
  if (!read || !open)
    return {
      tone: 'warning',
      title: 'Kepala terbaca',
      text: 'Ke-52 hurufnya lengkap. Pilih file log untuk melihat apakah log masih cocok dengannya.',
      facts,
    };
  const at = size ?? read.log.checkpoints.find((checkpoint) => areEqual(checkpoint.root, root))?.size;
  const isKept = at !== undefined && areEqual(read.log.roots.get(at) ?? root, root);
  const { found, foundFormer } = isKept ? {} : await checkExport(open(), { verify, seek: root });
  if (foundFormer !== undefined)
    return {
      tone: 'success',
      title: 'Log lama cocok dengan kepala ini',
      text: `Log ini dibuka setelah pemulihan dari cadangan. Sampai catatan ke-${formatCount(foundFormer)}, isi log lama ada di dalamnya persis seperti waktu kepala ini dibuat.`,
      facts: [...facts, ['Ukuran log lama', formatCount(foundFormer)]],
    };
  if (at !== undefined) return compare({ size: at, root }, read, [...facts, ['Ukuran', formatCount(at)]]);
  if (found !== undefined) {
    const { log, ...rest } = read;
    const roots = new Map(log.roots).set(found, root);
    return compare({ size: found, root }, { ...rest, log: { ...log, roots } }, [
      ...facts,
      ['Ukuran', formatCount(found)],
    ]);
  }
  return {
    tone: 'danger',
    title: 'Log TIDAK cocok dengan kepala ini',
    text: `Pada ukuran mana pun, isi file log ini tidak menghasilkan kepala itu. Periksa dulu apakah ke-52 hurufnya benar, dan unduh file log terbaru bila kepala itu lebih baru. Bila tetap merah, riwayat log telah ditulis ulang. ${whatToDo}`,
    facts: [...facts, ['Ukuran file log', `${formatCount(read.log.size)} catatan`]],
  };
}

/** Two notes that each hold. @returns undefined if they say nothing about each other */
export function compareNotes(one: string, other: string): Verdict | undefined {
  const [a, b] = [one, other].map((note) => parseCheckpoint(parseNote(note)?.text ?? ''));
  if (!a || !b || a.origin !== b.origin || a.size !== b.size) return undefined;
  if (areEqual(a.root, b.root))
    return { tone: 'success', title: 'Kedua catatan sama', text: 'Ukuran dan kepalanya sama.' };
  return {
    tone: 'danger',
    title: 'Dua catatan bertentangan',
    text: `Kunci yang sama menandatangani dua isi yang berbeda untuk ukuran yang sama. Ini bukti bahwa riwayat log telah ditulis ulang. ${whatToDo}`,
    notes: [
      ['Catatan pertama', one],
      ['Catatan kedua', other],
    ],
  };
}
