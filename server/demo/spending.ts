import { formatMonth, type Period } from '../../contract/format.ts';
import { type Calendar, historyMonths } from './calendar.ts';
import type { People, Person } from './people.ts';
import { makeRandom, type Random } from './random.ts';
import type { SceneName } from './scenes.ts';

interface Purpose {
  judul: string;
  deskripsi: string;
  about: number;
  scene: SceneName;
  kategori: string;
  /** Instead of a photo. */
  saksi?: string;
}

export interface PlannedExpense extends Period, Omit<Purpose, 'about' | 'saksi'> {
  jumlah: number;
  used: Date;
  created: Date;
  by: Person;
  saksi: string | null;
}

const monthly: readonly Purpose[] = [
  {
    judul: 'Honor satpam',
    deskripsi: 'Honor dua petugas keamanan, jaga siang dan malam.',
    about: 4_000_000,
    scene: 'guardPost',
    kategori: 'gaji',
  },
  {
    judul: 'Angkut sampah',
    deskripsi: 'Pengangkutan sampah rumah tangga tiga kali seminggu.',
    about: 1_800_000,
    scene: 'bins',
    kategori: 'kebersihan',
  },
  {
    judul: 'Listrik lampu jalan dan pos',
    deskripsi: 'Token listrik lampu jalan, pos satpam, dan balai warga.',
    about: 950_000,
    scene: 'receipt',
    kategori: 'listrik',
  },
  {
    judul: 'Perawatan taman',
    deskripsi: 'Upah tukang kebun dan pupuk untuk taman blok C dan G.',
    about: 650_000,
    scene: 'garden',
    kategori: 'kebersihan',
  },
];

const occasional: readonly Purpose[] = [
  {
    judul: 'Ganti lampu jalan blok D',
    deskripsi: 'Enam lampu LED 30 watt beserta pemasangan.',
    about: 780_000,
    scene: 'lamp',
    kategori: 'listrik',
  },
  {
    judul: 'Perbaikan saluran air blok K',
    deskripsi: 'Pembersihan endapan dan penggantian dua penutup saluran.',
    about: 1_650_000,
    scene: 'drain',
    kategori: 'perbaikan',
  },
  {
    judul: 'Tambal jalan gerbang utama',
    deskripsi: 'Aspal dingin dan upah tukang untuk empat titik berlubang.',
    about: 2_100_000,
    scene: 'road',
    kategori: 'perbaikan',
  },
  {
    judul: 'Konsumsi rapat warga',
    deskripsi: 'Kue dan minuman untuk rapat warga di balai.',
    about: 425_000,
    scene: 'meeting',
    kategori: 'acara',
  },
  {
    judul: 'Cat ulang pos satpam',
    deskripsi: 'Cat tembok, kuas, dan upah dua hari.',
    about: 560_000,
    scene: 'guardPost',
    kategori: 'keamanan',
  },
  {
    judul: 'Tempat sampah pilah',
    deskripsi: 'Sepuluh pasang tempat sampah organik dan anorganik.',
    about: 1_350_000,
    scene: 'bins',
    kategori: 'kebersihan',
  },
  {
    judul: 'Perbaikan ayunan taman bermain',
    deskripsi: 'Rantai dan dudukan ayunan baru.',
    about: 480_000,
    scene: 'playground',
    kategori: 'perbaikan',
  },
  {
    judul: 'Servis CCTV gerbang',
    deskripsi: 'Ganti adaptor dan hard disk rekaman.',
    about: 890_000,
    scene: 'receipt',
    kategori: 'keamanan',
  },
  {
    judul: 'Santunan duka',
    deskripsi: 'Santunan untuk keluarga warga yang berduka.',
    about: 500_000,
    scene: 'receipt',
    kategori: 'sosial',
    saksi: 'Ketua RW',
  },
  {
    judul: 'Fogging seluruh blok',
    deskripsi: 'Pengasapan pencegahan demam berdarah, dua putaran.',
    about: 1_200_000,
    scene: 'road',
    kategori: 'kebersihan',
  },
];

const independenceDay: Purpose = {
  judul: 'Perayaan 17 Agustus',
  deskripsi: 'Hadiah lomba, umbul-umbul, sewa tenda dan pengeras suara.',
  about: 3_200_000,
  scene: 'flags',
  kategori: 'acara',
};

export function planExpenses({ admin, ketua }: People, calendar: Calendar): PlannedExpense[] {
  const random = makeRandom('spending');
  const expenses: PlannedExpense[] = [];
  const add = (month: number, purpose: Purpose, share: number) => {
    const period = calendar.months[month];
    if (!period) return;
    const { tahun, bulan } = period;
    const { about, saksi = null, ...shown } = purpose;
    const used = calendar.moment(month, share, random);
    const created = calendar.later(used, random.next(), random);
    const by = random.chance(0.8) ? admin : ketua;
    const judul = monthly.includes(purpose) ? `${shown.judul} ${formatMonth(period)}` : shown.judul;
    const jumlah = roughly(about, random);
    expenses.push({ ...shown, tahun, bulan, judul, jumlah, saksi, used, created, by });
  };
  for (let month = 0; month < historyMonths; month += 1) {
    for (const [index, purpose] of monthly.entries()) add(month, purpose, 0.1 + 0.2 * index);
    for (const purpose of random.shuffled(occasional).slice(0, random.between(0, 2)))
      add(month, purpose, random.next());
    if (calendar.months[month]?.bulan === 8) add(month, independenceDay, 0.45);
  }
  return expenses.toSorted((a, b) => a.created.getTime() - b.created.getTime());
}

export interface PlannedIncome {
  judul: string;
  kategori: string;
  jumlah: number;
  received: Date;
  by: Person;
}

/** Rent for the hall, in the last but one month. */
export function planIncome({ admin }: People, calendar: Calendar): PlannedIncome[] {
  const received = calendar.moment(historyMonths - 2, 0.5, makeRandom('income'));
  return [{ judul: 'Sewa balai warga', kategori: 'sewa', jumlah: 750_000, received, by: admin }];
}

/** Varies by up to 7 %, rounded to Rp 5,000. */
const roughly = (about: number, random: Random) =>
  Math.round((about * (0.93 + 0.14 * random.next())) / 5_000) * 5_000;
