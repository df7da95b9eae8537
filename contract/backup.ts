/** What the ketua is told about backups; making and restoring them is the operator's. */
import * as z from 'zod/mini';
import { endpoint, one } from './endpoint.ts';

/** The last backup that was opened again, restored aside and found good; sizes in bytes, money in rupiah. */
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
  /** Whether the server makes one every day by itself. */
  otomatis: z.boolean(),
  terakhir: z.nullable(ProvenBackup),
  /** There is none, or the last one is older than two days. */
  terlambat: z.boolean(),
});

export const backupStatus = endpoint({
  method: 'GET',
  path: '/api/backup',
  allow: 'backup.read',
  summary: 'The last proven backup of the estate',
  returns: one(BackupStatus),
});
