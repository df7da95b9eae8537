import type { Invariant } from '../../../contract/health.ts';

interface Explanation {
  /** What was checked. */
  judul: string;
  artinya: string;
  tindakan: string;
}

const byHand =
  'Tanyakan kepada siapa saja yang dapat membuka database, dan jangan membetulkannya dengan tangan.';
const fromBackup =
  'Cocokkan dengan bukti transfer, kuitansi, atau cadangan sebelum hari itu; bila datanya memang rusak, pulihkan dari cadangan.';

/** For laymen: what a broken rule means, and what to do. */
export const explanations: Record<Invariant, Explanation> = {
  balance: {
    judul: 'Saldo sama dengan jumlah catatannya',
    artinya: 'Saldo di layar bukan jumlah dari catatan di bawahnya.',
    tindakan: `Jangan umumkan saldo dahulu. ${fromBackup}`,
  },
  sum: {
    judul: 'Hitungan yang disimpan cocok',
    artinya: 'Jumlah per bulan yang disimpan bukan jumlah dari transaksinya.',
    tindakan: `Jangan umumkan saldo bulan itu dahulu. ${fromBackup}`,
  },
  amount: {
    judul: 'Jumlah uang masuk akal',
    artinya: 'Jumlah uangnya nol, negatif, atau bukan angka utuh. Aplikasi tidak pernah menyimpannya begitu.',
    tindakan: `${byHand} ${fromBackup}`,
  },
  'one-live-payment': {
    judul: 'Satu pembayaran untuk satu warga dan bulan',
    artinya: 'Satu warga tercatat membayar dua kali untuk bulan yang sama.',
    tindakan: 'Cocokkan kedua bukti transfernya, lalu batalkan yang keliru lewat aplikasi.',
  },
  booked: {
    judul: 'Semua uang ada di buku kas',
    artinya: 'Buku kas dan data pembayaran, pengeluaran, atau penerimaan bercerita lain.',
    tindakan: `${byHand} ${fromBackup}`,
  },
  audited: {
    judul: 'Semua perubahan uang ada riwayatnya',
    artinya: 'Seseorang mengubah data uang tanpa lewat aplikasi, atau menghapus riwayatnya.',
    tindakan: `${byHand} ${fromBackup}`,
  },
  altered: {
    judul: 'Data sama dengan riwayatnya',
    artinya:
      'Isi data ini bukan lagi yang tercatat di riwayat perubahan: ada yang mengubahnya langsung di database.',
    tindakan: `${byHand} ${fromBackup}`,
  },
  destroyed: {
    judul: 'Tidak ada data uang yang hilang',
    artinya: 'Guyub tidak pernah menghapus data uang; yang ini dihapus langsung dari database.',
    tindakan: `${byHand} ${fromBackup}`,
  },
  waiting: {
    judul: 'Yang menunggu memang dapat diputuskan',
    artinya: 'Sesuatu menunggu keputusan yang tidak akan pernah datang.',
    tindakan: 'Laporkan sebagai kesalahan aplikasi; saldo tidak terpengaruh.',
  },
  session: {
    judul: 'Yang masuk memang boleh masuk',
    artinya: 'Ada sesi masuk yang tidak dibuat lewat halaman masuk, atau milik akun yang sudah ditutup.',
    tindakan:
      'Keluarkan sesinya: pemilik akun mengganti password, atau ketua menonaktifkan akunnya. Lalu periksa apa saja yang dilakukan akun itu di Riwayat.',
  },
  file: {
    judul: 'Semua foto dan dokumen utuh',
    artinya: 'Foto bukti atau dokumen hilang, terpotong, atau diganti dengan yang lain.',
    tindakan: 'Ambil file yang disebut dari arsip cadangan sebelum hari itu (docs/operation.md).',
  },
  log: {
    judul: 'Riwayat sama dengan log yang ditandatangani',
    artinya: 'Riwayat perubahan ditulis ulang, ditambah, atau dihapus di luar aplikasi.',
    tindakan:
      'Simpan database dan cadangan apa adanya, jangan dipulihkan dahulu, dan kabari pengawas. Minta warga membandingkan kepala log di HP mereka (docs/operation.md, "Bila angka dipersoalkan").',
  },
  closing: {
    judul: 'Bulan yang ditutup tetap seperti saat ditutup',
    artinya: 'Penutupan bulan, tanda tangannya, atau buku kas bulan itu diubah sesudah ditutup.',
    tindakan:
      'Bandingkan dengan LPJ yang sudah dicetak atau dibagikan, dan kabari kedua orang yang menutupnya.',
  },
  account: {
    judul: 'Akun sama dengan riwayatnya',
    artinya:
      'Seseorang diberi peran, atau password, email, atau nomor HP sebuah akun ditukar, tanpa lewat aplikasi. Orang itu dapat masuk sebagai akun tersebut.',
    tindakan:
      'Nonaktifkan akunnya lewat aplikasi, tanyakan kepada pemiliknya, lalu periksa apa saja yang dilakukan akun itu di Riwayat.',
  },
  settings: {
    judul: 'Pengaturan dan iuran sama dengan riwayatnya',
    artinya:
      'Rekening tujuan, iuran, atau pengaturan lain diubah langsung di database, tanpa password ketua dan tanpa pengumuman.',
    tindakan:
      'Bandingkan nomor rekening dengan buku tabungan. Bila salah, umumkan agar warga tidak transfer dahulu, lalu isi lagi lewat Pengaturan.',
  },
  schema: {
    judul: 'Pengaman database terpasang',
    artinya:
      'Pengaman yang menolak perubahan langsung sedang tidak terpasang atau diubah. Selama itu apa pun dapat diubah dari luar aplikasi.',
    tindakan: `${byHand} Pulihkan dari cadangan yang sehat ke database baru; pengamannya ikut dipasang lagi.`,
  },
};
