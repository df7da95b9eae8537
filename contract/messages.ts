const refusal = (status: number, message: string) => ({ status, message }) as const;

export const refusals = {
  malformed_request: refusal(400, 'Permintaan tidak dapat dibaca. Muat ulang halaman lalu coba lagi.'),
  invalid_path: refusal(400, 'Alamat yang diminta tidak valid.'),
  upload_interrupted: refusal(400, 'Pengiriman terputus sebelum selesai. Silakan kirim ulang.'),
  not_found: refusal(404, 'Data tidak ditemukan. Mungkin sudah dihapus.'),
  route_not_found: refusal(404, 'Halaman yang diminta tidak ada.'),
  payload_too_large: refusal(413, 'Data yang dikirim terlalu besar.'),
  file_too_large: refusal(413, 'Ukuran file maksimal 10MB'),
  image_too_large: refusal(
    413,
    'Resolusi gambar terlalu besar. Silakan perkecil gambar atau simpan ulang sebagai JPEG biasa terlebih dahulu.',
  ),
  unsupported_body: refusal(415, 'Jenis data yang dikirim tidak didukung.'),
  file_quota_reached: refusal(
    413,
    'Ruang untuk foto dan dokumen sudah penuh. Silakan kirim tanpa foto atau hubungi ketua; bukti pembayaran tetap dapat dikirim.',
  ),
  unsupported_image: refusal(415, 'File harus berupa gambar JPEG, PNG, atau WebP.'),
  broken_image: refusal(415, 'Gambar rusak atau tidak dapat dibaca. Silakan pilih gambar lain.'),
  unsupported_proof: refusal(415, 'Bukti harus berupa gambar JPEG, PNG, WebP, atau PDF.'),
  unsupported_document: refusal(415, 'File harus berupa dokumen PDF, DOC, atau DOCX.'),
  document_with_macros: refusal(415, 'Dokumen berisi makro. Silakan simpan tanpa makro lalu upload kembali.'),
  not_a_pdf: refusal(415, 'Hanya file PDF yang diperbolehkan'),
  invalid_fields: refusal(422, 'Periksa kembali isian Anda.'),
  key_reused: refusal(
    422,
    'Kiriman Anda sebelumnya sudah diterima. Periksa daftarnya sebelum mengirim lagi.',
  ),
  request_timeout: refusal(408, 'Permintaan terlalu lama. Silakan coba lagi.'),
  busy: refusal(503, 'Sistem sedang sibuk. Silakan coba lagi sebentar lagi.'),
  database_unavailable: refusal(503, 'Data sedang tidak dapat dibuka. Silakan coba lagi sebentar lagi.'),
  storage_full: refusal(
    507,
    'Penyimpanan server penuh. Tidak ada yang tersimpan; silakan coba lagi nanti atau hubungi pengurus.',
  ),
  storage_unavailable: refusal(
    503,
    'Foto dan dokumen sedang tidak dapat dibuka atau disimpan. Silakan coba lagi sebentar lagi.',
  ),
  only_reading: refusal(
    503,
    'Data sedang dipindahkan dan sementara hanya dapat dibaca. Silakan coba lagi nanti.',
  ),
  internal_error: refusal(500, 'Terjadi kesalahan pada sistem. Silakan coba lagi.'),

  no_session: refusal(401, 'Sesi Anda telah berakhir. Silakan masuk kembali.'),
  invalid_credentials: refusal(401, 'Email atau password salah'),
  account_inactive: refusal(403, 'Akun Anda tidak aktif. Silakan hubungi pengurus.'),
  too_many_attempts: refusal(429, 'Terlalu banyak percobaan. Silakan tunggu sebentar lalu coba lagi.'),
  attempt_waiting: refusal(
    429,
    'Percobaan masuk sebelumnya dari jaringan ini masih diproses. Silakan tunggu sebentar lalu coba lagi.',
  ),
  too_many_uploads: refusal(429, 'Batas file Anda untuk hari ini sudah tercapai. Silakan coba lagi besok.'),
  too_many_texts: refusal(
    429,
    'Batas tulisan dan perubahan Anda untuk hari ini sudah tercapai. Silakan coba lagi besok.',
  ),
  too_many_passwords: refusal(
    429,
    'Password Anda sudah terlalu sering diganti hari ini. Silakan coba lagi besok.',
  ),
  too_fast: refusal(
    429,
    'Terlalu banyak perubahan dalam waktu singkat. Silakan tunggu sebentar lalu coba lagi.',
  ),
  forbidden: refusal(403, 'Anda tidak memiliki akses untuk tindakan ini.'),
  rights_changed: refusal(
    403,
    'Peran atau blok Anda baru saja diubah. Periksa kembali data Anda, lalu coba lagi.',
  ),
  wrong_current_password: refusal(422, 'Password saat ini salah'),

  email_taken: refusal(409, 'Email sudah digunakan akun lain.'),
  account_in_use: refusal(
    409,
    'Hapus atau nonaktifkan akun ini dahulu. Data orang yang masih memakai aplikasi tidak dihapus.',
  ),
  cash_in_hand: refusal(409, 'Orang ini masih memegang uang iuran. Terima setorannya dahulu.'),
  holder_gone: refusal(
    409,
    'Setoran ini dari orang yang akunnya sudah dihapus. Catat pemindahan uang sebagai gantinya.',
  ),
  already_erased: refusal(409, 'Data pribadi akun ini sudah dihapus.'),
  phone_taken: refusal(409, 'No HP sudah digunakan akun lain.'),
  block_not_allowed: refusal(422, 'Blok Tidak Valid!'),
  auditor_protected: refusal(
    403,
    'Warga ini pengawas keuangan. Hanya ketua yang dapat menonaktifkan atau menghapus akunnya.',
  ),
  role_not_grantable: refusal(403, 'Anda tidak berhak mengatur akun dengan jenis ini.'),
  not_oneself: refusal(403, 'Anda tidak dapat melakukan ini pada akun Anda sendiri.'),

  payment_exists: refusal(409, 'Pembayaran untuk bulan tersebut sudah ada. Periksa daftar pembayaran.'),
  payment_already_reviewed: refusal(409, 'Pembayaran ini sudah diproses oleh pengurus lain.'),
  payment_group_changed: refusal(
    409,
    'Pembayaran dengan bukti ini baru saja berubah. Periksa kembali bulan dan jumlahnya.',
  ),
  payment_group_decided: refusal(
    409,
    'Pengurus sudah memeriksa sebagian bulan dengan bukti ini. Hapus bulan lainnya satu per satu.',
  ),
  complaint_answered: refusal(
    409,
    'Aduan ini baru saja dijawab pengurus lain. Tekan Simpan lagi bila jawaban Anda tetap menggantikannya.',
  ),
  payment_confirmed: refusal(409, 'Pembayaran yang sudah dikonfirmasi tidak dapat dihapus'),
  own_payment: refusal(403, 'Pembayaran Anda sendiri diproses pengurus lain.'),
  same_person_payment: refusal(
    403,
    'Akun pembayar dibuat atau diubah oleh Anda, atau akun Anda olehnya, kurang dari 30 hari lalu. Minta pengurus lain memeriksanya.',
  ),

  statement_too_large: refusal(413, 'File mutasi maksimal 5 MB dan 20.000 baris.'),
  statement_unreadable: refusal(422, 'File mutasi tidak dapat dibaca.'),
  statement_columns_needed: refusal(422, 'Pilih kolom file mutasi ini.'),
  rekening_lain: refusal(
    422,
    'File mutasi ini dari rekening lain. Periksa filenya, atau kirim lagi bila memang benar.',
  ),
  statement_does_not_join: refusal(409, 'File mutasi tidak bersambung dengan mutasi yang sudah tersimpan.'),
  bill_outdated: refusal(
    409,
    'Jumlah tagihan ini sudah berubah. Buka lagi formulirnya untuk jumlah yang baru.',
  ),
  import_followed: refusal(409, 'Impor yang lebih baru memuat hari yang sama. Batalkan dahulu impor itu.'),
  import_used: refusal(
    409,
    'Sebagian mutasi dari impor ini sudah dicocokkan atau ditandai. Buka lagi mutasi itu dahulu.',
  ),
  line_decided: refusal(409, 'Mutasi ini sudah dicocokkan atau ditandai oleh pengurus lain.'),
  line_entered: refusal(
    409,
    'Mutasi ini sudah menjadi transaksi. Batalkan transaksi itu; mutasi ini lalu terbuka lagi.',
  ),
  line_booked: refusal(
    409,
    'Iuran ini dibukukan dari mutasi ini. Batalkan pembayarannya di Buku Kas; mutasi ini lalu terbuka lagi.',
  ),
  line_rest_differs: refusal(409, 'Sisa mutasi ini sudah berubah. Periksa lagi jumlahnya.'),
  line_amount_differs: refusal(422, 'Jumlah mutasi tidak sama dengan tagihan yang dipilih.'),
  line_settled: refusal(
    409,
    'Sisa pencairan QRIS dicocokkan dengan bukti yang sudah dikonfirmasi. Tekan Cocokkan QRIS.',
  ),
  settlement_changed: refusal(
    409,
    'Sebagian pembayaran itu sudah dicocokkan atau dibatalkan. Buka lagi daftarnya.',
  ),
  settlement_differs: refusal(422, 'Jumlah pencairan QRIS tidak cocok dengan pembayaran yang dipilih.'),
  line_of_spending: refusal(422, 'Mutasi keluar tidak dapat dicocokkan dengan iuran.'),

  cosignature_invalid: refusal(
    422,
    'Tanda tangan tidak cocok dengan kepala log ini, atau sudah kedaluwarsa. Tanda tangani lagi.',
  ),
  reminder_at_night: refusal(
    409,
    'Antara pukul 21.00 dan 06.00 tidak ada yang diingatkan. Coba lagi besok pagi.',
  ),
  own_reminder: refusal(403, 'Rumah Anda sendiri tidak perlu diingatkan.'),
  reminder_declined: refusal(409, 'Penghuni rumah ini tidak ingin diingatkan.'),
  reminded_already: refusal(409, 'Rumah ini baru saja diingatkan.'),
  nothing_overdue: refusal(409, 'Tidak ada tunggakan: sudah dibayar atau sedang diperiksa.'),
  phone_missing: refusal(409, 'No HP orang ini belum diisi. Lengkapi datanya dahulu.'),
  no_receipt: refusal(409, 'Kuitansi ada setelah pembayaran dikonfirmasi, dan selama tidak dibatalkan.'),
  month_uncharged: refusal(409, 'Iuran bulan ini tidak ditagih. Muat ulang, lalu pilih bulan lain.'),
  not_waivable: refusal(409, 'Hanya bulan yang ditagih dan belum dibayar yang dapat dibebaskan.'),
  not_waived: refusal(409, 'Bulan itu sudah tidak dibebaskan. Muat ulang, lalu pilih bulan lain.'),
  booked_before: refusal(
    409,
    'Buku kas sudah memuat catatan sebelum bulan itu. Pilih bulan yang lebih awal.',
  ),
  nothing_old: refusal(409, 'Tidak ada tunggakan sebelum bulan itu.'),
  own_waiver: refusal(403, 'Pembebasan iuran Anda sendiri harus disetujui orang lain.'),
  dues_taken: refusal(409, 'Bulan ini sudah dibayar. Kembalikan uangnya, atau catat untuk bulan lain.'),
  dues_changed: refusal(409, 'Jumlah iuran sudah berubah. Periksa kembali, lalu catat lagi.'),
  no_cash: refusal(409, 'Tidak ada uang tunai di tangan Anda yang dapat disetor.'),
  cash_changed: refusal(409, 'Uang di tangan Anda sudah berubah. Periksa jumlahnya, lalu setor lagi.'),
  handover_waiting: refusal(409, 'Setoran Anda yang sebelumnya masih menunggu diterima.'),
  handover_decided: refusal(409, 'Setoran ini sudah diproses.'),
  own_handover: refusal(403, 'Setoran Anda sendiri harus diterima orang lain.'),
  entry_reversed: refusal(409, 'Transaksi ini sudah dibatalkan atau merupakan pembatalan.'),
  approval_waiting: refusal(409, 'Usulan lain tentang hal ini masih menunggu. Tunggu, atau batalkan dahulu.'),
  approval_decided: refusal(409, 'Usulan ini sudah diputuskan.'),
  approval_changed: refusal(
    409,
    'Isi usulan berubah sejak Anda membukanya. Periksa perubahannya, lalu putuskan lagi.',
  ),
  own_proposal: refusal(403, 'Usulan Anda sendiri harus diputuskan orang lain.'),
  same_person: refusal(
    403,
    'Akun pengusul dibuat atau diubah oleh Anda, atau akun Anda olehnya, kurang dari 30 hari lalu. Minta pengurus lain atau pengawas, atau tunggu sampai lewat 30 hari.',
  ),
  password_needed: refusal(422, 'Masukkan password Anda untuk perubahan ini.'),
  qris_untried: refusal(422, 'Simpan dan coba dulu kode QRIS ini, lalu aktifkan.'),
  before_opening: refusal(422, 'Tanggal transaksi tidak boleh sebelum tanggal saldo awal.'),
  month_closed: refusal(409, 'Buku bulan itu sudah ditutup. Pilih tanggal di bulan yang belum ditutup.'),
  month_not_next: refusal(
    409,
    'Bulan sebelumnya belum ditutup, atau bulan ini sudah ditutup. Muat ulang, lalu tutup bulan berikutnya.',
  ),
  month_not_over: refusal(409, 'Bulan itu belum selesai. Tutup bukunya setelah bulan berganti.'),
  book_empty: refusal(409, 'Belum ada transaksi yang dapat ditutup.'),
  difference_unexplained: refusal(409, 'Ada selisih dengan buku. Isi alasannya.'),
  beda_bulan: refusal(
    422,
    'Tanggal pengeluaran tidak berada di bulan yang dipilih. Periksa tanggalnya, atau kirim lagi bila memang benar.',
  ),
  category_exists: refusal(409, 'Kategori dengan nama itu sudah ada. Pilih nama lain.'),
  category_fixed: refusal(409, 'Kategori bawaan tidak dapat diganti namanya.'),
  category_needed: refusal(409, 'Kategori lain-lain harus tetap aktif.'),
  place_inactive: refusal(409, 'Rekening atau dana ini sudah dinonaktifkan. Pilih yang lain.'),
  place_needed: refusal(409, 'Rekening atau dana terakhir yang aktif tidak dapat dinonaktifkan.'),
  place_holds_money: refusal(409, 'Masih ada saldo di sini. Pindahkan dahulu sebelum dinonaktifkan.'),
  place_name_taken: refusal(409, 'Nama ini sudah dipakai. Pilih nama lain.'),
  too_many_places: refusal(
    409,
    'Sudah ada 50 rekening atau dana, dan tidak dapat ditambah lagi. Ubah yang tidak dipakai.',
  ),
  fund_overdrawn: refusal(
    409,
    'Saldo dana terikat ini tidak cukup. Kurangi jumlahnya, atau pindahkan uang ke dana ini dahulu.',
  ),
  opening_exists: refusal(409, 'Saldo awal sudah dicatat. Bila keliru, batalkan di tab Rekening & Dana.'),

  complaints_disabled: refusal(403, 'Menu aduan sedang dinonaktifkan oleh ketua.'),
} as const;

export type RefusalCode = keyof typeof refusals;

export const failures = {
  network: 'Tidak dapat terhubung ke server. Periksa sambungan internet Anda.',
  unknown: 'Terjadi kesalahan',
  waitedTooLong: 'Kiriman ini terlalu lama menunggu. Periksa daftar Anda, lalu kirim ulang bila belum ada.',
} as const;

export const waitingWords = {
  title: 'Menunggu sinyal',
  kept: 'Tersimpan di HP atau komputer ini dan akan dikirim otomatis begitu ada sinyal.',
} as const;
