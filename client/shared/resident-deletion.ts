/** How the deletion of a resident is asked, on each page that offers it. */
export const residentDeletion = (nama: string) => ({
  question: {
    title: `Hapus ${nama} dari daftar warga?`,
    message:
      'Akun langsung keluar dan tunggakannya tidak ditagih lagi. Pembayaran yang sudah diterima tetap tercatat di buku kas.',
  },
  failed: 'Gagal menghapus data warga',
});
