import { formatDate, formatRupiah } from '../../../contract/format.ts';
import { formatMonths } from '../../../contract/payment-months.ts';
import { methodLabels } from '../../../contract/payments.ts';
import { formatNumbers, receiptLink } from '../../../contract/receipt.ts';
import type { IssuedReceipt } from '../../../contract/receipts.ts';

export const receiptTitle = ({ nomor }: Pick<IssuedReceipt, 'nomor'>) => `Kuitansi nomor ${nomor}`;

export const receiptLines = (receipt: IssuedReceipt): [label: string, value: string][] => [
  ['Rumah', receipt.rumah ?? '-'],
  ['Untuk', `Iuran ${formatMonths(receipt.rincian)}`],
  ['Jumlah', `${formatRupiah(receipt.jumlah)} (${methodLabels[receipt.metode].toLowerCase()})`],
  ['Tanggal', formatDate(receipt.tanggal)],
  ['Buku Kas', `nomor ${formatNumbers(receipt.rincian.map(({ entri }) => entri))}`],
];

/** For the screen, not for paper or a picture that is shown in a group. */
export const arrearsLine = ({ tunggakan: { bulan, jumlah, per } }: Pick<IssuedReceipt, 'tunggakan'>) =>
  bulan > 0 ? `Tunggakan per ${formatDate(per)}: ${bulan} bulan, ${formatRupiah(jumlah)}` : null;

export const linkOf = ({ catatan }: Pick<IssuedReceipt, 'catatan'>) =>
  receiptLink(`${location.origin}/cek`, catatan);

export const howToCheck = 'Pindai kode ini untuk memeriksa keasliannya.';

/** @returns null if every month still counts */
export function reversedSince({ rincian }: Pick<IssuedReceipt, 'rincian'>): string | null {
  const reversed = rincian.flatMap(({ dibatalkan, ...month }) =>
    dibatalkan ? [{ ...month, dibatalkan }] : [],
  );
  if (reversed.length === 0) return null;
  const isWhole = reversed.length === rincian.length;
  const days = [...Map.groupBy(reversed, ({ dibatalkan }) => dibatalkan.tanggal)];
  const parts = days.map(([day, months]) => {
    const numbers = months.map(({ dibatalkan }) => dibatalkan.nomor).toSorted((a, b) => a - b);
    const which = isWhole && days.length === 1 ? '' : `${formatMonths(months)} `;
    return `${which}pada ${formatDate(day)} (Buku Kas nomor ${formatNumbers(numbers)})`;
  });
  return `${isWhole ? 'DIBATALKAN' : 'DIBATALKAN SEBAGIAN:'} ${parts.join(', ')}`;
}
