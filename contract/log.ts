/** The log that anybody can check (C2SP tlog-tiles). Verification is in `merkle.ts`, `signed-note.ts`, `checkpoint.ts`. */
import * as z from 'zod/mini';
import { endpoint, one } from './endpoint.ts';

/** `kunci` is a verifier key of a signed note, whose name is the origin; `asal` and `kunci` are those in use. */
const LogKeys = z.object({
  asal: z.string(),
  kunci: z.string(),
  semua: z.array(z.object({ asal: z.string(), kunci: z.string(), sejak: z.string() })),
});
export type LogKeys = z.output<typeof LogKeys>;

export const getLogKey = endpoint({
  method: 'GET',
  path: '/api/log/key',
  allow: 'log.read',
  summary: 'Public keys of the log, newest first; also of earlier origins',
  returns: one(LogKeys),
});

/** `catatan` is the signed note, `kepala` its root hash in 52 letters and digits, `ukuran` the number of leaves. */
const NewestCheckpoint = z.object({
  asal: z.string(),
  ukuran: z.number(),
  kepala: z.string(),
  catatan: z.string(),
});

export const getCheckpoint = endpoint({
  method: 'GET',
  path: '/api/log/checkpoint',
  allow: 'log.read',
  summary: 'The newest signed checkpoint; it covers whatever was committed before the call',
  returns: one(NewestCheckpoint),
});
export const exportLog = endpoint({
  method: 'GET',
  path: '/api/log/export',
  allow: 'log.read',
  summary: 'The whole log as one file that the checking page reads: keys, checkpoints, and every leaf',
  text: 'log-guyub.txt',
  returns: z.object({}),
});
