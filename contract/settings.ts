import * as z from 'zod/mini';
import { changed, endpoint, list, one } from './endpoint.ts';
import { name, optionalLine, optionalName, presentPassword, text } from './fields.ts';
import { defaultTimeZone, monthKey, type Period } from './format.ts';
import { longestQris, readQris } from './qris.ts';
import { reminderText, reminderTexts } from './reminder-text.ts';

/** `jumlah`: monthly dues in rupiah, valid from the month `sejak` (`YYYY-MM`) until the next change. */
export const DuesChange = z.object({ sejak: z.string(), jumlah: z.number() });
export type DuesChange = z.output<typeof DuesChange>;

export const Settings = z.object({
  complaintMenuEnabled: z.boolean(),
  estateName: z.string(),
  /** Monthly dues in rupiah for the current month. */
  duesAmount: z.number(),
  duesHistory: z.array(DuesChange),
  /** From which month (`YYYY-MM`) on dues hold that are set now: `sinceEver` or the current month; read-only. */
  duesFrom: z.string(),
  /** Spending and reversals above this amount in rupiah need a second person; 0: no limit. */
  batasDuaOrang: z.number(),
  /** Whether anybody reads checkpoint, key and tiles of the log without an account. */
  logPublik: z.boolean(),
  /** Valid first letters of a house. */
  blockLetters: z.string(),
  bankName: z.string(),
  bankAccount: z.string(),
  bankHolder: z.string(),
  /** The text of the estate's own QRIS code without an amount; '' for none. */
  qris: z.string(),
  /** Whether residents see the code; a new code begins switched off. */
  qrisAktif: z.boolean(),
  /** Whether bills have a unique code. */
  kodeUnik: z.boolean(),
  developerName: z.string(),
  developerText: z.string(),
  aboutText: z.string(),
  aboutGoal: z.string(),
  /** Rupiah per year. */
  domainPrice: z.number(),
  serverPrice: z.number(),
  donationBank: z.string(),
  donationAccount: z.string(),
  donationHolder: z.string(),
  /** Text of reminders, with placeholders (`reminder-text.ts`). */
  reminderText: z.string(),
  /** IANA name; read-only, set in the server configuration. */
  timeZone: z.string(),
});
export type Settings = z.output<typeof Settings>;

/** Since when the dues hold that a new estate sets before it has residents: nothing was charged at the default. */
export const sinceEver = '2000-01';

/** Bank accounts and QRIS have no default: somebody would transfer money to it. */
export const defaultSettings: Settings = {
  complaintMenuEnabled: true,
  estateName: 'Perumahan Guyub Asri',
  blockLetters: 'ABCDEFGHIJKLMNOP',
  bankName: '',
  bankAccount: '',
  bankHolder: '',
  qris: '',
  qrisAktif: false,
  kodeUnik: false,
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
  duesFrom: sinceEver,
  batasDuaOrang: 0,
  logPublik: false,
  reminderText: reminderTexts.ramah.teks,
  timeZone: defaultTimeZone,
};

/** @param history newest first */
export function duesIn(history: readonly DuesChange[], month: Period): number {
  return history.find(({ sejak }) => sejak <= monthKey(month))?.jumlah ?? defaultSettings.duesAmount;
}

/** Settings that decide about money: a change needs the password again and is announced to everyone. */
export const trustedSettings = [
  'duesAmount',
  'batasDuaOrang',
  'bankName',
  'bankAccount',
  'bankHolder',
  'qris',
  'qrisAktif',
] as const;

/** Which of the trusted settings would differ from the present ones. */
export const trustedChanges = (
  present: Settings,
  changes: { [Key in keyof Settings]?: Settings[Key] | undefined },
) => trustedSettings.filter((key) => changes[key] !== undefined && changes[key] !== present[key]);

export const announcedDays = 14;

export const highestAmount = 1_000_000_000;

export const rupiahField = (label: string, min = 1) =>
  z
    .number(`${label} harus berupa angka`)
    .check(
      z.refine(
        (value) => Number.isSafeInteger(value) && value >= min && value <= highestAmount,
        `${label} harus antara Rp ${min} dan Rp 1.000.000.000`,
      ),
    );

export const getSettings = endpoint('GET', '/api/settings', {
  allow: 'settings.read',
  summary: 'Settings of the estate',
  returns: one(Settings),
});
export const changeSettings = endpoint('PUT', '/api/settings', {
  allow: 'settings.change',
  summary:
    'Change settings; omitted ones are kept. New dues apply from `duesFrom` on. Those that decide about money need `password` and are announced',
  body: z.partial(
    z.object({
      complaintMenuEnabled: z.boolean('Menu aduan harus aktif atau nonaktif'),
      estateName: name('Nama perumahan', 100),
      duesAmount: rupiahField('Iuran'),
      batasDuaOrang: rupiahField('Batas dua orang', 0),
      logPublik: z.boolean('Log terbuka harus aktif atau nonaktif'),
      blockLetters: text('Huruf blok', 26).check(
        z.toUpperCase(),
        z.refine(
          (value) => /^[A-Z]+$/.test(value) && new Set(value).size === value.length,
          'Tulis setiap huruf blok satu kali, tanpa spasi atau tanda lain, misalnya ABCDEF',
        ),
      ),
      bankName: optionalName('Nama bank', 100),
      bankAccount: optionalLine('Nomor rekening', 40),
      bankHolder: optionalName('Nama pemilik rekening', 100),
      qris: z.optional(
        z.string('Kode QRIS harus berupa teks').check(
          z.maxLength(longestQris, `Kode QRIS maksimal ${longestQris} karakter`),
          z.refine((value) => value === '' || typeof readQris(value) === 'object', {
            error: ({ input }) => String(readQris(String(input))),
          }),
        ),
      ),
      qrisAktif: z.boolean('QRIS harus aktif atau nonaktif'),
      kodeUnik: z.boolean('Kode unik harus aktif atau nonaktif'),
      developerName: name('Nama pengembang', 100),
      developerText: text('Tentang pengembang', 1_000),
      aboutText: text('Tentang aplikasi', 1_000),
      aboutGoal: text('Tujuan', 1_000),
      domainPrice: rupiahField('Harga domain'),
      serverPrice: rupiahField('Harga server'),
      donationBank: optionalName('Bank donasi', 100),
      donationAccount: optionalLine('Nomor rekening donasi', 40),
      donationHolder: optionalName('Nama pemilik rekening donasi', 100),
      reminderText,
      password: presentPassword('Password'),
    }),
  ),
  returns: changed(Settings),
});

export const announcementSubjects = ['rekening', 'qris', 'iuran', 'batas', 'pengawas'] as const;
const Announcement = z.object({
  tanggal: z.string(),
  oleh: z.nullable(z.string()),
  perihal: z.enum(announcementSubjects),
  /** As people read it; null: there was none. */
  sebelum: z.nullable(z.string()),
  sesudah: z.nullable(z.string()),
});
export type Announcement = z.output<typeof Announcement>;

export const listAnnouncements = endpoint('GET', '/api/settings/perubahan', {
  allow: 'settings.read',
  summary: `Changes of bank account, QRIS, dues, limit and auditors in the last ${announcedDays} days, newest first`,
  returns: list(Announcement),
});

export const settingsAudit = {
  subjects: { settings: 'Pengaturan' },
  actions: {
    'settings.noted': 'Mencatat keadaan pengaturan',
    'settings.changed': 'Mengubah pengaturan',
  },
} as const;
