import type { CashBookEntry } from '../../../contract/cash-book.ts';
import { categoryTitle } from '../../../contract/categories.ts';
import { formatDate, formatMonth, monthName } from '../../../contract/format.ts';
import { pictureItem } from '../../shared/uploads.ts';

export const entryKey = ({ nomor }: CashBookEntry) => String(nomor);

/** Takes back another entry of its type. */
export const isReversal = ({ jumlah }: CashBookEntry) => jumlah < 0;

/** Once only, and no reversal itself. */
export const canReverse = (entry: CashBookEntry) =>
  !isReversal(entry) && entry.dibatalkan_oleh === null && entry.halangan === null;

export const isIncome = ({ type }: CashBookEntry) => type === 'pemasukan';

/** `20 Nov`, without the year, which is shown above the list. */
export function entryDay({ tanggal }: CashBookEntry): string {
  const [, month, day] = tanggal.split('-').map(Number);
  return `${day} ${monthName(month ?? 0).slice(0, 3)}`;
}

export function entryTitle(entry: CashBookEntry): string {
  return entry.judul ?? entry.nama ?? '';
}

/** What is taken back: the title of dues is only the payer's name. */
export const entryName = (entry: CashBookEntry) =>
  entry.jenis === 'iuran' ? `iuran ${entryTitle(entry)}` : entryTitle(entry);

export function entryDetail(entry: CashBookEntry): string {
  const what =
    entry.jenis === 'iuran' ? `Iuran ${formatMonth(entry)}` : entry.kategori && categoryTitle(entry.kategori);
  const unproved = entry.saksi !== null && `Tanpa bukti, saksi ${entry.saksi}`;
  const approved = entry.disetujui_oleh !== null && `Disetujui ${entry.disetujui_oleh}`;
  const reversed = entry.dibatalkan_oleh !== null && 'Dibatalkan kemudian';
  return [entry.blok, what, unproved, entry.deskripsi, approved, reversed, entry.halangan]
    .filter(Boolean)
    .join(' · ');
}

/** Null when the entry has no picture or the user may not see it. */
export function entryPicture(entry: CashBookEntry) {
  const file = entry.bukti_transfer ?? entry.foto;
  return file?.endsWith('.pdf') ? null : file;
}

export const pictureName = (entry: CashBookEntry) =>
  `${entry.jenis === 'iuran' ? 'Bukti transfer' : 'Foto bukti'} ${entryTitle(entry)}`;

/** Address of a proof that is no picture. */
export const entryPaper = ({ foto }: CashBookEntry) =>
  foto?.endsWith('.pdf') ? `/assets/documents/${foto}` : null;

export function pictureItems(entries: readonly CashBookEntry[]) {
  return entries.flatMap((entry) => {
    const title = `${entryTitle(entry)} · ${formatDate(entry.tanggal)}`;
    return pictureItem(entryKey(entry), entryPicture(entry), pictureName(entry), title);
  });
}
