export const paymentAudit = {
  subjects: { payments: 'Pembayaran' },
  actions: {
    'payment.uploaded': 'Mengirim bukti pembayaran',
    'payment.confirmed': 'Mengonfirmasi pembayaran',
    'payment.reversed': 'Membatalkan pembayaran',
    'payment.rejected': 'Menolak pembayaran',
    'payment.recorded': 'Mencatat pembayaran',
    'payment.withdrawn': 'Menghapus pembayaran',
  },
} as const;
