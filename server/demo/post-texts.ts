import type { SceneName } from './scenes.ts';

export interface PostText {
  konten: string;
  official?: true;
  /** Used in this month of the year only (1–12). */
  bulan?: number;
  scene?: SceneName;
}

export const postTexts: readonly PostText[] = [
  {
    konten:
      'Selamat datang di Info Warga! Di sini kita berbagi kabar perumahan. Mohon gunakan bahasa yang santun ya, Bapak Ibu.',
    official: true,
    scene: 'guardPost',
  },
  {
    konten:
      'Kerja bakti Minggu pagi pukul 06.30, kumpul di balai warga. Bawa sapu dan cangkul bila ada. Sarapan disediakan.',
    official: true,
    scene: 'garden',
  },
  { konten: 'Ada yang punya rekomendasi tukang ledeng yang rapi? Keran dapur saya bocor.' },
  {
    konten:
      'Ditemukan kunci motor dengan gantungan merah di dekat pos satpam. Silakan diambil ke Pak Satpam.',
    scene: 'guardPost',
  },
  {
    konten: 'Katering rumahan kami buka pesanan nasi kotak dan tumpeng. Gratis ongkir untuk warga.',
    scene: 'meeting',
  },
  {
    konten: 'Alhamdulillah, lampu jalan di blok kami sudah terang lagi. Terima kasih pengurus!',
    scene: 'lamp',
  },
  {
    konten:
      'Dirgahayu Republik Indonesia! Lomba anak mulai pukul 08.00 di lapangan, dilanjutkan panjat pinang sore hari.',
    official: true,
    bulan: 8,
    scene: 'flags',
  },
  {
    konten: 'Foto-foto lomba makan kerupuk tadi pagi. Seru sekali, sampai ketemu tahun depan!',
    bulan: 8,
    scene: 'flags',
  },
  { konten: 'Posyandu balita hari Rabu pukul 09.00 di balai. Jangan lupa bawa buku KIA.', official: true },
  { konten: 'Kucing oranye saya namanya Momo hilang sejak kemarin sore. Kalau melihat mohon kabari ya.' },
  {
    konten: 'Jual cepat sepeda anak ukuran 16, masih mulus. Harga bisa nego, lihat langsung di rumah.',
    scene: 'playground',
  },
  {
    konten: 'Mohon maaf, air PDAM mati sampai nanti malam karena perbaikan pipa di jalan raya.',
    official: true,
  },
  {
    konten: 'Hasil rapat warga: iuran tetap Rp 100.000, dan kita sepakat menambah satu lampu di taman.',
    official: true,
    scene: 'meeting',
  },
  { konten: 'Terima kasih tetangga yang sudah menjenguk. Kami sekeluarga terharu atas perhatiannya.' },
  {
    konten:
      'Mulai minggu ini sampah organik dan anorganik dipisah ya. Tempat sampah baru sudah ada di tiap blok.',
    official: true,
    scene: 'bins',
  },
  { konten: 'Taman blok G sekarang cantik sekali. Salut untuk ibu-ibu yang menanam bunga!', scene: 'garden' },
  { konten: 'Ada les matematika untuk SD di rumah kami, Selasa dan Kamis sore. Silakan japri.' },
  {
    konten: 'Hati-hati, ada penipuan yang mengaku petugas PLN. Minta surat tugas dan lapor satpam bila ragu.',
    official: true,
  },
  { konten: 'Senam pagi ibu-ibu pindah ke hari Sabtu pukul 06.00 di lapangan.', scene: 'playground' },
  {
    konten: 'Jadwal ronda bulan ini sudah ditempel di pos. Bagi yang berhalangan mohon cari pengganti.',
    official: true,
    scene: 'guardPost',
  },
  {
    konten: 'Barusan hujan deras, jalan depan gerbang sempat tergenang. Hati-hati yang pulang kerja.',
    scene: 'drain',
  },
  {
    konten: 'Selamat Tahun Baru untuk semua warga. Semoga tahun ini kita makin rukun!',
    official: true,
    bulan: 1,
    scene: 'lamp',
  },
  { konten: 'Anak kami diterima di universitas impiannya. Mohon doanya, tetangga semua!' },
  {
    konten: 'Tambal jalan di gerbang utama dikerjakan hari ini, lewat jalan samping dulu ya.',
    official: true,
    scene: 'road',
  },
  { konten: 'Ada yang mau patungan beli pupuk kompos? Lebih murah kalau ambil banyak.', scene: 'garden' },
  { konten: 'Arisan bulan ini di rumah Bu Yuni. Jangan lupa ya, ibu-ibu.' },
  {
    konten: 'Laporan kas bulan lalu sudah bisa dilihat di menu Dokumen. Silakan diperiksa bersama.',
    official: true,
  },
  { konten: 'Ayunan di taman sudah diperbaiki, anak-anak bisa bermain lagi.', scene: 'playground' },
  {
    konten: 'Pak Satpam baru namanya Pak Dirman, kalau bertemu silakan disapa.',
    official: true,
    scene: 'guardPost',
  },
  {
    konten: 'Terima kasih yang sudah bayar iuran tepat waktu. Yang belum, kami tunggu sampai akhir bulan.',
    official: true,
  },
  { konten: 'Mangga di depan rumah sedang berbuah lebat, silakan ambil secukupnya.', scene: 'garden' },
  {
    konten: 'Fogging hari Sabtu pukul 07.00. Tutup makanan dan keluarkan hewan peliharaan dulu ya.',
    official: true,
    scene: 'road',
  },
  {
    konten: 'Siapa yang kemarin menemukan dompet cokelat saya? Terima kasih banyak sudah dititipkan di pos!',
  },
  { konten: 'Sore ini bola voli di lapangan, kurang dua orang lagi. Yuk!', scene: 'playground' },
];

export const postComments = [
  'Siap hadir!',
  'Terima kasih infonya, Pak.',
  'Mantap, lanjutkan!',
  'Alhamdulillah.',
  'Saya ikut ya.',
  'Jam berapa selesainya?',
  'Semoga lancar.',
  'Terima kasih pengurus.',
  'Sudah saya sampaikan ke tetangga sebelah.',
  'Boleh minta nomornya?',
  'Keren sekali!',
  'Insyaallah datang.',
  'Noted, Bu.',
  'Hati-hati semuanya.',
];
