import * as z from 'zod/mini';
import { endpoint, one } from './endpoint.ts';

/** The last backup that passed a test restore; `ukuran` in bytes, `saldo` in rupiah. */
const ProvenBackup = z.object({
  tanggal: z.string(),
  nama: z.string(),
  ukuran: z.number(),
  totalAkun: z.number(),
  totalPembayaran: z.number(),
  totalFile: z.number(),
  saldo: z.number(),
});
export type ProvenBackup = z.output<typeof ProvenBackup>;

const BackupStatus = z.object({
  otomatis: z.boolean(),
  terakhir: z.nullable(ProvenBackup),
  /** True without a backup, or if the last one is older than two days. */
  terlambat: z.boolean(),
});

export const backupStatus = endpoint({
  method: 'GET',
  path: '/api/backup',
  allow: 'backup.read',
  summary: 'The last proven backup of the estate',
  returns: one(BackupStatus),
});

export const backupAudit = {
  subjects: { estate: 'Cadangan data' },
  actions: {
    'estate.restored': 'Memulihkan data dari cadangan',
  },
} as const;
