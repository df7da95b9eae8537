import { amountOf } from '../../contract/amount-of.ts';
import type { DocumentCategory } from '../../contract/documents.ts';
import { formatMonth, formatRupiah } from '../../contract/format.ts';
import { defaultSettings } from '../../contract/settings.ts';
import { type Calendar, historyMonths } from './calendar.ts';
import type { PlannedPayment } from './dues.ts';
import { makePdf } from './pdf.ts';
import type { People, Person } from './people.ts';
import { makeRandom } from './random.ts';
import type { PlannedExpense } from './spending.ts';

interface Paper {
  judul: string;
  kategori: DocumentCategory;
  deskripsi: string;
  lines: readonly string[];
}

export interface PlannedDocument extends Omit<Paper, 'lines'> {
  by: Person;
  nama_asli: string;
  content: Buffer;
  at: Date;
}

const papers: readonly Paper[] = [
  {
    judul: 'Tata Tertib Perumahan',
    kategori: 'Peraturan',
    deskripsi: 'Aturan hidup bersama yang berlaku bagi seluruh warga dan tamu.',
    lines: [
      '1. Tamu menginap lebih dari 1 x 24 jam wajib lapor.',
      '2. Batas kecepatan kendaraan 20 km/jam.',
      '3. Jam tenang pukul 22.00 sampai 05.00.',
      '4. Sampah diletakkan di depan rumah pada hari angkut.',
    ],
  },
  {
    judul: 'SK Pengangkatan Pengurus',
    kategori: 'Surat Keputusan',
    deskripsi: 'Susunan pengurus dan koordinator blok masa bakti tiga tahun.',
    lines: [
      'Menetapkan Bambang Hartono sebagai Ketua,',
      'Sri Wahyuni sebagai Admin dan bendahara,',
      'serta enam belas koordinator blok A sampai P.',
    ],
  },
  {
    judul: 'Surat Edaran Iuran Bulanan',
    kategori: 'Surat Edaran',
    deskripsi: 'Besaran iuran dan cara pembayaran.',
    lines: [
      'Iuran warga sebesar Rp 100.000 setiap bulan.',
      'Pembayaran melalui transfer ke rekening kas warga,',
      'lalu bukti transfer diunggah di aplikasi.',
    ],
  },
  {
    judul: 'Notulen Rapat Warga Tahunan',
    kategori: 'Notulen Rapat',
    deskripsi: 'Hasil rapat, dihadiri 87 warga.',
    lines: [
      'Rapat dibuka pukul 19.30 oleh ketua.',
      'Laporan kas diterima tanpa catatan.',
      'Disepakati penambahan lampu taman dan perbaikan saluran.',
    ],
  },
  {
    judul: 'Panduan Pengelolaan Sampah',
    kategori: 'Umum',
    deskripsi: 'Cara memilah sampah rumah tangga dan jadwal angkut.',
    lines: [
      'Organik: Senin, Rabu, Jumat.',
      'Anorganik: Selasa dan Sabtu.',
      'Minyak jelantah dikumpulkan di pos satpam.',
    ],
  },
  {
    judul: 'Peraturan Penggunaan Balai Warga',
    kategori: 'Peraturan',
    deskripsi: 'Syarat peminjaman balai untuk acara keluarga.',
    lines: [
      'Peminjaman diajukan paling lambat tujuh hari sebelumnya.',
      'Peminjam menjaga kebersihan dan ketertiban.',
    ],
  },
  {
    judul: 'Surat Edaran Kerja Bakti',
    kategori: 'Surat Edaran',
    deskripsi: 'Kerja bakti membersihkan saluran menjelang musim hujan.',
    lines: ['Hari Minggu pukul 06.30 sampai selesai.', 'Setiap rumah mengirim satu orang.'],
  },
  {
    judul: 'Notulen Rapat Keamanan',
    kategori: 'Notulen Rapat',
    deskripsi: 'Jadwal jaga, portal, dan kamera gerbang.',
    lines: ['Portal samping ditutup pukul 22.00.', 'Rekaman kamera disimpan 14 hari.'],
  },
  {
    judul: 'Daftar Nomor Penting',
    kategori: 'Umum',
    deskripsi: 'Satpam, ambulans, pemadam kebakaran, dan PLN.',
    lines: ['Darurat: 112', 'Ambulans: 119', 'Pemadam kebakaran: 113', 'PLN: 123'],
  },
];

const heading = ['', defaultSettings.estateName, ''];

export function planDocuments(
  { admin, ketua }: People,
  calendar: Calendar,
  book: { payments: readonly PlannedPayment[]; expenses: readonly PlannedExpense[] },
): PlannedDocument[] {
  const random = makeRandom('documents');
  const written = papers.map((paper, index) => {
    const month = Math.floor(((index + 0.5) / papers.length) * historyMonths);
    const by = random.pick([admin, ketua]);
    return document({ ...paper, by, at: calendar.moment(month, random.next(), random) });
  });
  const reports = [5, 8, 11, 14, 17, 20, 22].map((month) => {
    const at = calendar.moment(month + 1, 0.2 * random.next(), random);
    return document({ by: admin, at, ...financialReport(calendar, month, book) });
  });
  return [...written, ...reports].toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

function document({ lines, ...paper }: Paper & { by: Person; at: Date }): PlannedDocument {
  return {
    ...paper,
    nama_asli: `${paper.judul}.pdf`,
    content: makePdf(paper.judul, [...heading, ...lines]),
  };
}

/** The sums must match the cash book of the month. */
function financialReport(
  calendar: Calendar,
  month: number,
  book: Parameters<typeof planDocuments>[2],
): Paper {
  const period = calendar.months[month];
  if (!period) throw new Error(`the history has no month ${month}`);
  const within = (instant: Date | null) =>
    instant !== null && +instant >= period.start && +instant < period.end;
  const income = book.payments.filter(({ status, decided }) => status === 'dikonfirmasi' && within(decided));
  const spending = book.expenses.filter(({ used }) => within(used));
  return {
    judul: `Laporan Keuangan ${formatMonth(period)}`,
    kategori: 'Laporan Keuangan',
    deskripsi: `Pemasukan dan pengeluaran kas warga bulan ${formatMonth(period)}.`,
    lines: [
      `Pemasukan iuran (${income.length} pembayaran): ${formatRupiah(amountOf(income))}`,
      ...spending.map(({ judul, jumlah }) => `Pengeluaran ${judul}: ${formatRupiah(jumlah)}`),
      `Jumlah pengeluaran: ${formatRupiah(amountOf(spending))}`,
      `Selisih bulan ini: ${formatRupiah(amountOf(income) - amountOf(spending))}`,
    ],
  };
}
