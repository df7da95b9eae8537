/** Text of a reminder as the estate words it, with placeholders. */
import * as z from 'zod/mini';
import { text } from './fields.ts';
import { formatRupiah, type Period } from './format.ts';
import { formatMonths } from './payment-months.ts';

const placeholders = ['{nama}', '{rumah}', '{bulan}', '{jumlah}', '{perumahan}'] as const;
type Placeholder = (typeof placeholders)[number];

/** Longer ones do not fit into the address that opens WhatsApp. */
const longestReminder = 600;

export const reminderTexts = {
  ramah: {
    label: 'Ramah',
    teks: 'Halo Bapak/Ibu {nama} ({rumah}). Sekadar mengingatkan, iuran {perumahan} untuk {bulan} sebesar {jumlah} belum kami terima. Bila sudah dibayar, mohon abaikan pesan ini. Terima kasih banyak 🙏',
  },
  netral: {
    label: 'Netral',
    teks: 'Yth. Bapak/Ibu {nama} ({rumah}). Iuran {perumahan} untuk {bulan} sebesar {jumlah} belum tercatat. Mohon dibayar atau kirim buktinya bila sudah. Terima kasih.',
  },
  tegas: {
    label: 'Tegas',
    teks: 'Yth. Bapak/Ibu {nama} ({rumah}). Iuran {perumahan} untuk {bulan} sebesar {jumlah} sudah lewat waktunya. Mohon dilunasi minggu ini, atau hubungi pengurus bila ada kendala agar dapat dicarikan jalan keluarnya.',
  },
} as const;

const placeholdersIn = (value: string): string[] => value.match(/\{[^{}]*\}/g) ?? [];
const isKnown = (value: string): value is Placeholder => (placeholders as readonly string[]).includes(value);
const unknownIn = (value: string) => placeholdersIn(value).find((each) => !isKnown(each));

export const reminderText = text('Teks pengingat', longestReminder).check(
  z.refine((value) => unknownIn(value) === undefined, {
    error: ({ input }) =>
      `${unknownIn(String(input))} tidak dikenal. Yang dapat dipakai: ${placeholders.join(', ')}`,
  }),
  z.refine(
    (value) => value.includes('{bulan}') && value.includes('{jumlah}'),
    'Teks pengingat harus memuat {bulan} dan {jumlah}',
  ),
);

export interface Reminded {
  nama: string;
  blok: string | null;
  perumahan: string;
  months: readonly Period[];
  /** Rupiah to transfer. */
  jumlah: number;
}

export function fillReminder(teks: string, { nama, blok, perumahan, months, jumlah }: Reminded): string {
  const values: Record<Placeholder, string> = {
    '{nama}': nama,
    '{rumah}': blok ?? '-',
    '{bulan}': formatMonths(months),
    '{jumlah}': formatRupiah(jumlah),
    '{perumahan}': perumahan,
  };
  const known = blok === null ? teks.replaceAll(/ ?\(\{rumah\}\)/g, '') : teks;
  // One pass: a name that looks like a placeholder stays a name.
  return known.replaceAll(/\{[^{}]*\}/g, (each) => (isKnown(each) ? values[each] : each));
}
