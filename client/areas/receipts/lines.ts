import { formatDate, formatMonth, formatRupiah } from '../../../contract/format.ts';
import { methodLabels } from '../../../contract/payments.ts';
import { receiptLink } from '../../../contract/receipt.ts';
import type { IssuedReceipt } from '../../../contract/receipts.ts';

export const receiptTitle = ({ nomor }: Pick<IssuedReceipt, 'nomor'>) => `Kuitansi nomor ${nomor}`;

export const receiptLines = (receipt: IssuedReceipt): [label: string, value: string][] => [
  ['Rumah', receipt.rumah ?? '-'],
  ['Untuk', `Iuran ${formatMonth(receipt.untuk)}`],
  ['Jumlah', `${formatRupiah(receipt.jumlah)} (${methodLabels[receipt.metode].toLowerCase()})`],
  ['Tanggal', formatDate(receipt.tanggal)],
  ['Buku Kas', `nomor ${receipt.entri}`],
];

export const linkOf = ({ catatan }: Pick<IssuedReceipt, 'catatan'>) =>
  receiptLink(`${location.origin}/cek`, catatan);

export const howToCheck = 'Pindai kode ini untuk memeriksa keasliannya.';

export const reversedSince = ({ dibatalkan }: Pick<IssuedReceipt, 'dibatalkan'>) =>
  dibatalkan && `DIBATALKAN pada ${formatDate(dibatalkan.tanggal)} (Buku Kas nomor ${dibatalkan.nomor})`;
