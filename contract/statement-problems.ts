/** Why the file of a bank is refused, as its sender reads it. */
export const statementProblems = {
  too_large: 'File terlalu besar: maksimal 5 MB. Unduh mutasi dengan rentang tanggal yang lebih pendek.',
  too_many_lines: 'File berisi lebih dari 20.000 baris. Unduh mutasi per bulan.',
  empty: 'Tidak ada mutasi di file ini.',
  binary: 'File ini bukan daftar mutasi yang dapat dibaca. Unduh mutasi dari bank sebagai CSV atau Excel.',
  pdf: 'PDF tidak dapat dibaca sebagai mutasi. Unduh mutasi dari bank sebagai CSV atau Excel.',
  old_excel: 'Format Excel lama tidak dapat dibaca. Buka di Excel, lalu simpan sebagai XLSX atau CSV.',
  bomb: 'Isi file Excel ini terlalu besar setelah dibuka. Unduh lagi langsung dari bank.',
  formula: 'File Excel ini berisi rumus, jadi angkanya bisa berubah. Pakai file asli dari bank.',
  unknown: 'Bank file ini belum dikenal. Pilih kolomnya satu kali; berikutnya langsung terbaca.',
  columns: 'Kolom yang dulu dipilih untuk rekening ini tidak ada lagi di file. Pilih kolomnya lagi.',
  date: 'Tanggalnya tidak dapat dibaca atau di luar periode file. Pakai file asli dari bank.',
  future: 'Tanggalnya lebih dari seminggu di depan. Periksa tahunnya, lalu unduh lagi dari bank.',
  swapped_dates:
    'Hari dan bulan tertukar karena file ini disimpan lagi dengan Excel. Pakai file asli dari bank.',
  accounts: 'File ini berisi lebih dari satu rekening. Unduh mutasi setiap rekening sendiri-sendiri.',
  row: 'Jumlah atau saldonya tidak dapat dibaca. Pakai file asli dari bank.',
  continuity:
    'Saldonya tidak cocok dengan baris sebelumnya: ada mutasi yang hilang atau berubah. Unduh lagi dari bank.',
  truncated: 'File terpotong di sini. Unduh lagi dari bank.',
  too_heavy: 'File ini terlalu berat untuk dibaca. Unduh mutasi dengan rentang tanggal yang lebih pendek.',
} as const;
export type StatementProblemCode = keyof typeof statementProblems;

export const isTooLarge = (problem: StatementProblemCode) =>
  problem === 'too_large' || problem === 'too_many_lines';
