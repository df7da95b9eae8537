import type { ComplaintCategory } from '../../contract/complaints.ts';
import type { SceneName } from './scenes.ts';

export interface ComplaintText {
  judul: string;
  kategori: ComplaintCategory;
  deskripsi: string;
  jawaban: string;
  scene: SceneName;
}

const first: ComplaintText = {
  judul: 'Lampu jalan mati',
  kategori: 'infrastruktur',
  deskripsi:
    'Lampu jalan di depan rumah mati sejak tiga hari lalu. Malam hari gelap sekali dan anak-anak takut pulang mengaji.',
  jawaban: 'Lampu sudah diganti dengan LED baru.',
  scene: 'lamp',
};

export const complaintTexts: readonly [ComplaintText, ...ComplaintText[]] = [
  first,
  {
    judul: 'Sampah belum diangkut',
    kategori: 'kebersihan',
    deskripsi:
      'Sudah dua kali jadwal sampah tidak diangkut. Baunya sampai ke dalam rumah dan mulai banyak lalat.',
    jawaban: 'Petugas sudah mengangkut hari ini, jadwal berikutnya kami pantau.',
    scene: 'bins',
  },
  {
    judul: 'Motor ngebut di dalam perumahan',
    kategori: 'keamanan',
    deskripsi:
      'Setiap sore ada pengendara motor ngebut di jalan utama. Mohon dipasang polisi tidur atau rambu.',
    jawaban: 'Dua polisi tidur dan rambu 20 km/jam sudah dipasang.',
    scene: 'road',
  },
  {
    judul: 'Saluran air tersumbat',
    kategori: 'infrastruktur',
    deskripsi: 'Selokan di depan rumah tersumbat daun dan lumpur. Kalau hujan deras air meluap sampai teras.',
    jawaban: 'Selokan sudah dibersihkan saat kerja bakti.',
    scene: 'drain',
  },
  {
    judul: 'Musik keras tengah malam',
    kategori: 'lainnya',
    deskripsi:
      'Ada tetangga yang memutar musik keras sampai lewat tengah malam pada hari kerja. Mohon diingatkan dengan baik.',
    jawaban: 'Yang bersangkutan sudah kami datangi dan bersedia menjaga volume setelah pukul 22.00.',
    scene: 'guardPost',
  },
  {
    judul: 'Jalan berlubang di tikungan',
    kategori: 'infrastruktur',
    deskripsi: 'Ada lubang cukup dalam di tikungan. Kemarin ada ibu-ibu yang hampir jatuh dari motor.',
    jawaban: 'Lubang sudah ditambal dengan aspal dingin.',
    scene: 'road',
  },
  {
    judul: 'Pos satpam kosong malam hari',
    kategori: 'keamanan',
    deskripsi: 'Dua malam terakhir sekitar pukul 02.00 pos satpam tidak ada yang jaga. Portal juga terbuka.',
    jawaban: 'Jadwal jaga malam sudah diatur ulang dan ada buku absen di pos.',
    scene: 'guardPost',
  },
  {
    judul: 'Rumput taman tinggi',
    kategori: 'kebersihan',
    deskripsi: 'Rumput di taman sudah tinggi dan banyak nyamuk. Anak-anak jadi tidak bisa bermain.',
    jawaban: 'Rumput sudah dipotong, jadwal pemotongan kini dua minggu sekali.',
    scene: 'garden',
  },
  {
    judul: 'Ayunan taman bermain rusak',
    kategori: 'infrastruktur',
    deskripsi: 'Rantai ayunan sebelah kiri putus. Sementara sudah saya ikat supaya tidak dipakai anak-anak.',
    jawaban: 'Rantai dan dudukan ayunan sudah diganti baru.',
    scene: 'playground',
  },
  {
    judul: 'Kucing liar bertambah banyak',
    kategori: 'lainnya',
    deskripsi:
      'Kucing liar makin banyak dan sering mengacak tempat sampah. Apakah bisa diadakan sterilisasi bersama?',
    jawaban: 'Kami sudah bekerja sama dengan komunitas setempat untuk sterilisasi.',
    scene: 'bins',
  },
  {
    judul: 'Portal samping tidak terkunci',
    kategori: 'keamanan',
    deskripsi: 'Gembok portal samping rusak sehingga siapa saja bisa masuk. Mohon segera diganti.',
    jawaban: 'Gembok sudah diganti, kunci dipegang satpam dan koordinator.',
    scene: 'guardPost',
  },
  {
    judul: 'Genangan setelah hujan',
    kategori: 'infrastruktur',
    deskripsi: 'Setiap hujan ada genangan di depan gerbang blok karena jalan amblas. Nyamuk jadi banyak.',
    jawaban: 'Jalan sudah ditinggikan dan diberi resapan.',
    scene: 'drain',
  },
  {
    judul: 'Pembakaran sampah',
    kategori: 'kebersihan',
    deskripsi: 'Ada yang membakar sampah di lahan kosong, asapnya masuk ke rumah dan mengganggu bayi kami.',
    jawaban: 'Papan larangan sudah dipasang dan warga sekitar sudah diingatkan.',
    scene: 'bins',
  },
  {
    judul: 'Parkir menutup jalan',
    kategori: 'lainnya',
    deskripsi: 'Mobil tamu sering parkir di tikungan sehingga truk sampah tidak bisa lewat.',
    jawaban: 'Garis larangan parkir sudah dicat di tikungan.',
    scene: 'road',
  },
  {
    judul: 'Pohon condong ke kabel',
    kategori: 'infrastruktur',
    deskripsi: 'Dahan pohon besar sudah menyentuh kabel listrik. Khawatir saat angin kencang.',
    jawaban: 'Dahan sudah dipangkas bersama petugas.',
    scene: 'garden',
  },
  {
    judul: 'CCTV gerbang tidak merekam',
    kategori: 'keamanan',
    deskripsi: 'Waktu saya minta rekaman kemarin, ternyata kamera gerbang tidak menyala.',
    jawaban: 'Kamera sudah diservis dan rekaman kini tersimpan 14 hari.',
    scene: 'guardPost',
  },
  {
    judul: 'Got bau dan banyak jentik',
    kategori: 'kebersihan',
    deskripsi: 'Air got tidak mengalir, baunya menyengat dan terlihat banyak jentik nyamuk.',
    jawaban: 'Got sudah dikuras dan ditaburi bubuk abate.',
    scene: 'drain',
  },
];

export const staffComments = [
  'Terima kasih laporannya, kami cek ke lokasi sore ini.',
  'Sudah saya lihat, kita masukkan ke kerja bakti Minggu depan.',
  'Tukang sudah dihubungi, menunggu jadwal.',
  'Mohon dibantu patroli malam untuk memantau.',
  'Biaya sudah disetujui dari kas.',
  'Sudah dikoordinasikan dengan satpam.',
];

export const thanks = [
  'Terima kasih atas laporannya.',
  'Terima kasih, semoga nyaman kembali.',
  'Bila terulang, silakan lapor lagi.',
];
