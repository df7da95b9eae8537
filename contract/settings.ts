/** What the ketua sets for the whole estate. */
import * as z from 'zod/mini';
import { changed, endpoint, one } from './endpoint.ts';
import { optionalText, text } from './fields.ts';
import { defaultTimeZone, monthKey, type Period } from './format.ts';

/** Monthly dues in rupiah, in force from a month (`YYYY-MM`) until the next change. */
const DuesChange = z.object({ sejak: z.string(), jumlah: z.number() });
type DuesChange = z.output<typeof DuesChange>;

export const Settings = z.object({
  complaintMenuEnabled: z.boolean(),
  estateName: z.string(),
  /** Monthly dues in rupiah, in force this month. */
  duesAmount: z.number(),
  /** Newest first: what earlier months cost. */
  duesHistory: z.array(DuesChange),
  /** The letters houses may begin with, such as `ABCDEFGHIJKLMNOP`. */
  blockLetters: z.string(),
  bankName: z.string(),
  bankAccount: z.string(),
  bankHolder: z.string(),
  /** What the page "Tentang" tells. */
  developerName: z.string(),
  developerText: z.string(),
  aboutText: z.string(),
  aboutGoal: z.string(),
  /** Rupiah a year. */
  domainPrice: z.number(),
  serverPrice: z.number(),
  donationBank: z.string(),
  donationAccount: z.string(),
  donationHolder: z.string(),
  /** IANA name; configuration of the server, not settable here. */
  timeZone: z.string(),
});
export type Settings = z.output<typeof Settings>;

/** What an estate starts with. Never an account: somebody would transfer money to it. */
export const defaultSettings: Settings = {
  complaintMenuEnabled: true,
  estateName: 'Perumahan Guyub Asri',
  blockLetters: 'ABCDEFGHIJKLMNOP',
  bankName: '',
  bankAccount: '',
  bankHolder: '',
  developerName: 'Tim Guyub',
  developerText:
    'Warga yang menulis perangkat lunak di waktu luang, agar uang bersama mudah dibaca semua orang.',
  aboutText:
    'Guyub membantu warga dan pengurus mengelola iuran, aduan, informasi, dan buku kas perumahan secara terbuka.',
  aboutGoal:
    'Setiap rupiah iuran warga tercatat, setiap aduan terjawab, dan setiap warga tahu kabar lingkungannya.',
  domainPrice: 150_000,
  serverPrice: 600_000,
  donationBank: '',
  donationAccount: '',
  donationHolder: '',
  duesAmount: 100_000,
  duesHistory: [],
  timeZone: defaultTimeZone,
};

/** The dues of a month, in rupiah. */
export function duesIn(history: readonly DuesChange[], month: Period): number {
  return history.find(({ sejak }) => sejak <= monthKey(month))?.jumlah ?? defaultSettings.duesAmount;
}

/** An amount in whole rupiah, as JSON carries it. */
const rupiah = (label: string) =>
  z
    .number(`${label} harus berupa angka`)
    .check(
      z.refine(
        (value) => Number.isSafeInteger(value) && value >= 1 && value <= 1_000_000_000,
        `${label} harus antara Rp 1 dan Rp 1.000.000.000`,
      ),
    );

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/settings',
  allow: 'settings.read',
  summary: 'The estate’s settings',
  returns: one(Settings),
});
export const changeSettings = endpoint({
  method: 'PUT',
  path: '/api/settings',
  allow: 'settings.change',
  summary: 'Change some settings; omitted ones stay. New dues count from this month on',
  body: z.partial(
    z.object({
      complaintMenuEnabled: z.boolean('Menu aduan harus aktif atau nonaktif'),
      estateName: text('Nama perumahan', 100),
      duesAmount: rupiah('Iuran'),
      blockLetters: text('Huruf blok', 26).check(
        z.toUpperCase(),
        z.refine(
          (value) => /^[A-Z]+$/.test(value) && new Set(value).size === value.length,
          'Huruf blok harus huruf A–Z tanpa pengulangan',
        ),
      ),
      bankName: optionalText('Nama bank', 100),
      bankAccount: optionalText('Nomor rekening', 40),
      bankHolder: optionalText('Nama pemilik rekening', 100),
      developerName: text('Nama pengembang', 100),
      developerText: text('Tentang pengembang', 1_000),
      aboutText: text('Tentang aplikasi', 1_000),
      aboutGoal: text('Tujuan', 1_000),
      domainPrice: rupiah('Harga domain'),
      serverPrice: rupiah('Harga server'),
      donationBank: optionalText('Bank donasi', 100),
      donationAccount: optionalText('Nomor rekening donasi', 40),
      donationHolder: optionalText('Nama pemilik rekening donasi', 100),
    }),
  ),
  returns: changed(Settings),
});
