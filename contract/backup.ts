import * as z from 'zod/mini';
import { endpoint, one } from './endpoint.ts';

/** The last backup that passed a test restore; `ukuran` in bytes, `saldo` in rupiah. */
const VerifiedBackup = z.object({
  tanggal: z.string(),
  nama: z.string(),
  ukuran: z.number(),
  totalAkun: z.number(),
  totalPembayaran: z.number(),
  totalFile: z.number(),
  saldo: z.number(),
});
export type VerifiedBackup = z.output<typeof VerifiedBackup>;

const BackupStatus = z.object({
  otomatis: z.boolean(),
  terakhir: z.nullable(VerifiedBackup),
  /** True without a backup, or if the last one is older than two days. */
  terlambat: z.boolean(),
});

export const backupStatus = endpoint('GET', '/api/backup', {
  allow: 'backup.read',
  summary: 'State of the daily backups and the last verified one',
  returns: one(BackupStatus),
});

export const backupAudit = {
  subjects: { estate: 'Cadangan data' },
  actions: {
    'estate.restored': 'Memulihkan data dari cadangan',
    'estate.undone': 'Membatalkan pemulihan data, dengan uang yang dicatat sesudahnya',
  },
} as const;
