const refusal = (status: number, message: string) => ({ status, message }) as const;

export const refusals = {
  malformed_request: refusal(400, 'Permintaan tidak dapat dibaca. Muat ulang halaman lalu coba lagi.'),
  invalid_path: refusal(400, 'Alamat yang diminta tidak valid.'),
  upload_interrupted: refusal(400, 'Unggahan terputus sebelum selesai. Silakan kirim ulang.'),
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
    'Ruang untuk foto dan dokumen sudah penuh. Silakan kirim tanpa foto atau hubungi ketua; bukti pembayaran tetap dapat diunggah.',
  ),
  unsupported_image: refusal(415, 'File harus berupa gambar JPEG, PNG, atau WebP.'),
  broken_image: refusal(415, 'Gambar rusak atau tidak dapat dibaca. Silakan pilih gambar lain.'),
  unsupported_proof: refusal(415, 'Bukti harus berupa gambar JPEG, PNG, WebP, atau PDF.'),
  unsupported_document: refusal(415, 'File harus berupa dokumen PDF, DOC, atau DOCX.'),
  document_with_macros: refusal(415, 'Dokumen berisi makro. Silakan simpan tanpa makro lalu unggah kembali.'),
  not_a_pdf: refusal(415, 'Hanya file PDF yang diperbolehkan'),
  invalid_fields: refusal(422, 'Periksa kembali isian Anda.'),
  key_reused: refusal(
    422,
    'Kiriman Anda sebelumnya sudah diterima. Periksa daftarnya sebelum mengirim lagi.',
  ),
  request_timeout: refusal(408, 'Permintaan terlalu lama. Silakan coba lagi.'),
  busy: refusal(503, 'Sistem sedang sibuk. Silakan coba lagi sebentar lagi.'),
  database_unavailable: refusal(503, 'Data sedang tidak dapat dihubungi. Silakan coba lagi sebentar lagi.'),
  storage_full: refusal(
    507,
    'Penyimpanan server penuh. Tidak ada yang tersimpan; silakan coba lagi nanti atau hubungi pengurus.',
  ),
  storage_unavailable: refusal(
    503,
    'Penyimpanan file sedang tidak dapat dihubungi. Silakan coba lagi sebentar lagi.',
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
  too_many_uploads: refusal(
    429,
    'Batas unggahan Anda untuk hari ini sudah tercapai. Silakan coba lagi besok.',
  ),
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
  phone_taken: refusal(409, 'No HP sudah digunakan akun lain.'),
  block_not_allowed: refusal(422, 'Blok Tidak Valid!'),
  role_not_grantable: refusal(403, 'Anda tidak berhak mengatur akun dengan jenis ini.'),
  not_oneself: refusal(403, 'Anda tidak dapat melakukan ini pada akun Anda sendiri.'),

  payment_exists: refusal(409, 'Pembayaran untuk bulan tersebut sudah ada. Periksa daftar pembayaran.'),
  payment_already_reviewed: refusal(409, 'Pembayaran ini sudah diproses oleh pengurus lain.'),
  payment_group_changed: refusal(
    409,
    'Pembayaran dengan bukti ini baru saja berubah. Periksa kembali bulan dan jumlahnya.',
  ),
  payment_confirmed: refusal(409, 'Pembayaran yang sudah dikonfirmasi tidak dapat dihapus'),
  own_payment: refusal(403, 'Anda tidak dapat memproses pembayaran Anda sendiri.'),
  same_person_payment: refusal(
    403,
    'Akun Anda dan akun yang membayar belum 30 hari dianggap dua orang yang berbeda: salah satunya dibuat atau diubah oleh yang lain. Minta pengurus lain memeriksanya.',
  ),

  cosignature_invalid: refusal(
    422,
    'Tanda tangan tidak cocok dengan kepala log ini, atau sudah basi. Coba lagi.',
  ),
  no_receipt: refusal(409, 'Kuitansi ada setelah pembayaran dikonfirmasi, dan selama tidak dibatalkan.'),
  entry_reversed: refusal(409, 'Transaksi ini sudah dibatalkan atau merupakan pembatalan.'),
  approval_waiting: refusal(409, 'Usulan yang sama sudah menunggu persetujuan.'),
  approval_decided: refusal(409, 'Usulan ini sudah diputuskan.'),
  approval_changed: refusal(
    409,
    'Isi usulan berubah sejak Anda membukanya. Periksa perubahannya, lalu putuskan lagi.',
  ),
  own_proposal: refusal(403, 'Usulan Anda sendiri harus diputuskan orang lain.'),
  same_person: refusal(
    403,
    'Akun Anda dan akun pengusul belum 30 hari dianggap dua orang yang berbeda: salah satunya dibuat atau diubah oleh yang lain.',
  ),
  password_needed: refusal(422, 'Masukkan password Anda untuk perubahan ini.'),
  qris_untried: refusal(422, 'Simpan dan coba dulu kode QRIS ini, lalu aktifkan.'),
  before_opening: refusal(422, 'Tanggal transaksi tidak boleh sebelum tanggal saldo awal.'),
  month_closed: refusal(409, 'Buku bulan itu sudah ditutup.'),
  month_not_next: refusal(409, 'Buku ditutup bulan demi bulan, menurut urutan.'),
  month_not_over: refusal(409, 'Bulan itu belum selesai.'),
  book_empty: refusal(409, 'Belum ada transaksi yang dapat ditutup.'),
  difference_unexplained: refusal(409, 'Ada selisih dengan buku. Isi alasannya.'),
  beda_bulan: refusal(
    422,
    'Tanggal pengeluaran tidak berada di bulan yang dipilih. Periksa tanggalnya, atau kirim lagi bila memang benar.',
  ),
  category_exists: refusal(409, 'Kategori dengan nama itu sudah ada.'),
  category_fixed: refusal(409, 'Kategori bawaan tidak dapat diganti namanya.'),
  category_needed: refusal(409, 'Kategori lain-lain harus tetap aktif.'),
  place_inactive: refusal(409, 'Rekening atau dana ini sudah dinonaktifkan.'),
  place_needed: refusal(409, 'Rekening atau dana terakhir yang aktif tidak dapat dinonaktifkan.'),
  place_holds_money: refusal(409, 'Masih ada saldo di sini. Pindahkan dahulu sebelum dinonaktifkan.'),
  place_name_taken: refusal(409, 'Nama ini sudah dipakai.'),
  too_many_places: refusal(409, 'Maksimal 50 rekening dan 50 dana.'),
  fund_overdrawn: refusal(409, 'Dana terikat tidak boleh kurang dari nol.'),
  opening_exists: refusal(409, 'Saldo awal sudah dicatat. Batalkan dahulu bila keliru.'),

  complaints_disabled: refusal(403, 'Menu aduan sedang dinonaktifkan oleh ketua.'),
} as const;

export type RefusalCode = keyof typeof refusals;

/** Verbatim from the specification. */
export const successes = {
  postCreated: 'Post berhasil dibuat',
  postDeleted: 'Post berhasil dihapus',
  paymentUploaded: 'Pembayaran berhasil diupload',
  paymentDeleted: 'Pembayaran berhasil dihapus',
  paymentReviewed: 'Status pembayaran berhasil diupdate',
  paymentRecorded: 'Pembayaran berhasil ditambahkan',
  residentCreated: 'Warga berhasil ditambahkan',
  residentUpdated: 'Warga berhasil diupdate',
  residentDeleted: 'Warga berhasil dihapus',
  complaintCreated: 'Aduan berhasil ditambahkan',
  complaintUpdated: 'Aduan berhasil diupdate',
  complaintDeleted: 'Aduan berhasil dihapus',
  complaintAnswered: 'Status aduan berhasil diupdate',
  commentAdded: 'Komentar berhasil ditambahkan',
  expenseAdded: 'Pengeluaran berhasil ditambahkan',
  entryReversed: 'Transaksi berhasil dibatalkan',
  incomeAdded: 'Penerimaan berhasil dicatat',
  categoryAdded: 'Kategori berhasil ditambahkan',
  categoryChanged: 'Kategori berhasil diubah',
  openingBooked: 'Saldo awal berhasil dicatat',
  accountAdded: 'Rekening berhasil ditambahkan',
  accountChanged: 'Rekening berhasil diubah',
  fundAdded: 'Dana berhasil ditambahkan',
  fundChanged: 'Dana berhasil diubah',
  moneyTransferred: 'Uang berhasil dipindahkan',
  proposed: 'Usulan dikirim dan menunggu persetujuan orang kedua.',
  approvalGranted: 'Usulan disetujui dan sudah dicatat.',
  approvalRefused: 'Usulan ditolak.',
  approvalWithdrawn: 'Usulan ditarik.',
  monthClosed: 'Buku bulan itu ditutup.',
  closingAmended: 'Catatan tutup buku disimpan.',
  expenseDeleted: 'Pengeluaran berhasil dihapus',
  profileUpdated: 'Profil berhasil diupdate',
  passwordChanged: 'Password berhasil diubah',
  documentUploaded: 'Dokumen berhasil diupload',
  documentUpdated: 'Dokumen berhasil diupdate',
  documentDeleted: 'Dokumen berhasil dihapus',
  userCreated: 'Perangkat berhasil ditambahkan',
  userUpdated: 'Perangkat berhasil diupdate',
  userDeleted: 'Perangkat berhasil dihapus',
  auditorsNamed: 'Pengawas berhasil disimpan',
  logCosigned: 'Kepala log Anda tandatangani',
  settingsChanged: 'Pengaturan berhasil disimpan',
  signedOut: 'Anda telah keluar.',
  sessionEnded: 'HP atau komputer itu telah dikeluarkan.',
  notificationsRead: 'Notifikasi ditandai sudah dibaca.',
} as const;

export const failures = {
  network: 'Tidak dapat terhubung ke server. Periksa sambungan internet Anda.',
  unknown: 'Terjadi kesalahan',
  waitedTooLong:
    'Kiriman ini sudah terlalu lama menunggu. Periksa daftar Anda, lalu kirim ulang bila belum ada.',
} as const;

export const waitingWords = {
  title: 'Menunggu sinyal',
  kept: 'Tersimpan di HP atau komputer ini dan akan dikirim sendiri begitu ada sinyal.',
} as const;
