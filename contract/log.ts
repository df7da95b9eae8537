/** The log that anybody can check (C2SP tlog-tiles). Verification is in `merkle.ts`, `signed-note.ts`, `checkpoint.ts`. */
import * as z from 'zod/mini';
import { changed, endpoint, list, maxId, one } from './endpoint.ts';
import { count, text } from './fields.ts';
import { parseTilePath, type TilePath } from './tile-path.ts';

/** `kunci` is a verifier key of a signed note, whose name is the origin; `asal` and `kunci` are those in use. */
const LogKeys = z.object({
  asal: z.string(),
  kunci: z.string(),
  semua: z.array(z.object({ asal: z.string(), kunci: z.string(), sejak: z.string() })),
});
export type LogKeys = z.output<typeof LogKeys>;

export const getLogKey = endpoint('GET', '/api/log/key', {
  allow: 'log.read',
  openWhile: 'logPublik',
  summary: 'Public keys of the log, newest first; also of earlier origins',
  returns: one(LogKeys),
});

/** Who cosigned a checkpoint, and when; `nama` is null without a session. */
const Cosigner = z.object({ nama: z.nullable(z.string()), kunci: z.string(), pada: z.string() });

/** `catatan` is the signed note with all cosignatures, `kepala` its root hash in 52 letters and digits, `ukuran` the number of leaves. */
const NewestCheckpoint = z.object({
  asal: z.string(),
  ukuran: z.number(),
  kepala: z.string(),
  catatan: z.string(),
  saksi: z.array(Cosigner),
});

/** Name of a key that cosigns; the same for all keys of a person. */
export const cosignerName = (asal: string, userId: number) => `${asal}/saksi/${userId}`;

/** `kunci` is a verifier key for cosignatures named by `cosignerName`, `tanda` time and signature in base 64. */
export const cosignCheckpoint = endpoint('POST', '/api/log/cosign', {
  allow: 'log.cosign',
  summary: 'Cosign the checkpoint of a size (C2SP tlog-cosignature, cosignature/v1) with a key of one’s own',
  body: z.object({
    ukuran: count('Ukuran', maxId),
    kunci: text('Kunci', 500),
    tanda: text('Tanda tangan', 200),
  }),
  returns: changed(z.object({ ukuran: z.number(), saksi: z.array(Cosigner) })),
});

export const getCheckpoint = endpoint('GET', '/api/log/checkpoint', {
  allow: 'log.read',
  openWhile: 'logPublik',
  summary:
    'The newest signed checkpoint; it covers whatever was committed before the call. With `Accept: text/plain` the note alone, as tlog-tiles has it',
  plain: 'catatan',
  returns: one(NewestCheckpoint),
});

const size = (label: string) =>
  z.pipe(
    text(label, 15).check(z.regex(/^(0|[1-9][0-9]*)$/u, `${label} harus berupa bilangan`)),
    z.transform(Number),
  );
const origin = text('Nama log', 300);

/**
 * `asal` is the log asked for, `kini` the one in use. Hashes in base 64; none if there is nothing to prove, or if `dari`
 * is larger than the log.
 */
const LogConsistency = z.object({
  asal: z.string(),
  kini: z.string(),
  dari: z.number(),
  sampai: z.number(),
  bukti: z.array(z.string()),
  catatan: z.nullable(z.string()),
});
export type LogConsistency = z.output<typeof LogConsistency>;

export const getConsistency = endpoint('GET', '/api/log/consistency', {
  allow: 'log.read',
  openWhile: 'logPublik',
  summary:
    'Proof of RFC 6962 that the first `dari` leaves are those of the log with `sampai` leaves, by default all, and the checkpoint of that size',
  query: z.object({ dari: size('dari'), sampai: z.optional(size('sampai')), asal: z.optional(origin) }),
  returns: one(LogConsistency),
});

/** Without `asal` the log in use is meant. */
const ofOrigin = z.object({ asal: z.optional(origin) });
const tile = (path: string) => parseTilePath(path) as TilePath;

export const getTile = endpoint('GET', '/api/log/tile/*', {
  allow: 'log.read',
  openWhile: 'logPublik',
  summary: 'Hashes of the tree as in tlog-tiles: `<L>/<N>[.p/<W>]`, 32 bytes each',
  params: z.object({
    '*': z.pipe(z.string().check(z.refine((path) => parseTilePath(path) !== undefined)), z.transform(tile)),
  }),
  query: ofOrigin,
  bytes: true,
  returns: z.object({}),
});

export const getEntries = endpoint('GET', '/api/log/tile/entries/*', {
  allow: 'log.read',
  openWhile: 'logPublik',
  summary: 'Leaves of the tree as in tlog-tiles: `<N>[.p/<W>]`, each behind its length in two bytes',
  params: z.object({
    '*': z.pipe(
      z.string().check(z.refine((path) => parseTilePath(`0/${path}`) !== undefined)),
      z.transform((path: string) => tile(`0/${path}`)),
    ),
  }),
  query: ofOrigin,
  bytes: true,
  returns: z.object({}),
});

export const exportLog = endpoint('GET', '/api/log/export', {
  allow: 'log.read',
  summary: 'The whole log as one file that the checking page reads: keys, checkpoints, and every leaf',
  text: 'log-guyub.txt',
  returns: z.object({}),
});

/** A leaf (`daun`) of the log in use that names another one, with the proof that it stands there. */
const RestoredLog = z.object({
  asal: z.string(),
  kunci: z.string(),
  catatan: z.string(),
  indeks: z.number(),
  daun: z.string(),
  bukti: z.array(z.string()),
});
export type RestoredLog = z.output<typeof RestoredLog>;

export const getRestoredLog = endpoint('GET', '/api/log/restored', {
  allow: 'log.read',
  openWhile: 'logPublik',
  summary: 'The leaf that says how the log in use follows a former one, after a restore',
  query: z.object({ asal: origin }),
  returns: one(RestoredLog),
});

/**
 * A leaf that names the next key: signed under the key before it (`catatan`, with the proof `bukti`), and part of the
 * checkpoint asked about (`bukti_kini`).
 */
const Rotation = z.object({
  indeks: z.number(),
  daun: z.string(),
  catatan: z.string(),
  bukti: z.array(z.string()),
  bukti_kini: z.array(z.string()),
});
export type Rotation = z.output<typeof Rotation>;

export const listRotations = endpoint('GET', '/api/log/rotations', {
  allow: 'log.read',
  openWhile: 'logPublik',
  summary:
    'The leaves that name new keys of the log, oldest first, with their proofs in a tree of `ukuran` leaves',
  query: z.object({ asal: z.optional(origin), ukuran: size('ukuran') }),
  returns: list(Rotation),
});

export const logAudit = {
  subjects: { log: 'Log' },
  actions: {
    'log.restored': 'Membuka log baru setelah pemulihan',
    'log.rotated': 'Mengganti kunci log',
    'log.signed': 'Menandatangani log dengan kunci baru',
    'log.cosigner': 'Memakai kunci baru untuk menandatangani log',
  },
} as const;
