/** Statuses of bank lines, and audit words: small, because pages need them that show no statements. */
import { namesIn } from './names-in.ts';

/** `terbuka`: nobody has decided yet; `cocok`: proves payments; the others were decided by hand. */
export const lineStatusLabels = {
  terbuka: 'Belum dicocokkan',
  cocok: 'Cocok dengan iuran',
  dicatat: 'Sudah dicatat',
  diabaikan: 'Bukan urusan kas',
} as const;
export type LineStatus = keyof typeof lineStatusLabels;
export const lineStatuses = namesIn(lineStatusLabels);

export const statementAudit = {
  subjects: { statements: 'Mutasi bank', lines: 'Baris mutasi bank' },
  actions: {
    'statement.imported': 'Mengimpor mutasi bank',
    'statement.withdrawn': 'Membatalkan impor mutasi bank',
    'line.matched': 'Mencocokkan mutasi dengan iuran',
    'line.marked': 'Menandai mutasi',
    'line.released': 'Mutasi terbuka lagi karena transaksinya dibatalkan',
    'line.reopened': 'Mutasi terbuka lagi karena pengeluarannya tidak disetujui',
    'payer.forgotten': 'Menghapus nama pengirim',
  },
} as const;
