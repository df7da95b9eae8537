import { amountOf } from '../../contract/amount-of.ts';
import { formatDate, formatRupiah } from '../../contract/format.ts';
import type { LoggedBook, LoggedEntry } from '../../contract/log-money.ts';
import { formatMonths } from '../../contract/payment-months.ts';
import { formatNumbers, type Receipt, type ReceiptVerdict, verifyReceipt } from '../../contract/receipt.ts';
import type { VerifierKey, VerifyEd25519 } from '../../contract/signed-note.ts';
import { type Verdict, whatToDo } from './verdict.ts';

const factsOf = (receipt: Receipt): [string, string][] => [
  ['Nomor', String(receipt.nomor)],
  ['Perumahan', receipt.perumahan],
  ['Rumah', receipt.rumah ?? '-'],
  ['Untuk', `Iuran ${formatMonths(receipt.untuk)}`],
  ['Jumlah', formatRupiah(receipt.jumlah)],
  ['Tanggal', formatDate(receipt.tanggal)],
  ['Buku Kas', `nomor ${formatNumbers(receipt.entri)}`],
];

interface Known {
  keys: readonly VerifierKey[];
  verify: VerifyEd25519;
  book: LoggedBook | undefined;
}

export async function judgeReceipt(note: string, { keys, verify, book }: Known): Promise<Verdict> {
  const found = await verifyReceipt(note, keys, verify);
  if (!found.valid) return refuse(found, keys.length > 0);
  const { receipt, key } = found;
  const facts = [...factsOf(receipt), ['Ditandatangani', key.name] as const];
  return { ...(book ? compare(receipt, book) : withoutLog), facts };
}

function refuse(found: ReceiptVerdict & { valid: false }, hasKeys: boolean): Verdict {
  if (found.reason === 'malformed')
    return {
      tone: 'danger',
      title: 'Bukan kuitansi yang utuh',
      text: 'Teks ini terpotong, tersunting, atau bukan kuitansi Guyub. Salin sekali lagi, atau pindai kode QR-nya.',
    };
  const facts = [...factsOf(found.receipt), ['Mengaku dari', found.signer] as const];
  if (found.reason === 'forged')
    return {
      tone: 'danger',
      title: 'Kuitansi palsu',
      text: 'Isinya tidak cocok dengan tanda tangannya: kuitansi ini diubah setelah dibuat. Jangan diterima sebagai bukti bayar.',
      facts,
    };
  return hasKeys
    ? {
        tone: 'danger',
        title: 'Kunci tidak dikenal',
        text: 'Kuitansi ini tidak ditandatangani dengan kunci perumahan yang dikenal halaman ini. Mungkin palsu, mungkin dari perumahan lain, atau kunci perumahan sudah diganti.',
        facts,
      }
    : {
        tone: 'warning',
        title: 'Belum dapat diperiksa: kunci tidak dikenal',
        text: 'Halaman ini belum mengenal kunci perumahan. Buka dari situs perumahan, pilih file log, atau isi kuncinya di bawah.',
        facts,
      };
}

const withoutLog: Verdict = {
  tone: 'success',
  title: 'Kuitansi sah',
  text: 'Ditandatangani dengan kunci perumahan, dan tidak satu huruf pun berubah sejak itu. Apakah pembayarannya dibatalkan kemudian hanya terlihat dari file log.',
};

function compare(receipt: Receipt, { entries, reversals }: LoggedBook): Verdict {
  const { entri, jumlah, tanggal } = receipt;
  const found = entri.flatMap((nomor) => entries.get(nomor) ?? []);
  const [first = 0, last = 0] = [[...entries.keys()].at(0), [...entries.keys()].at(-1)];
  const isLater = entri.some((nomor) => nomor > last);
  if (isLater || entri.some((nomor) => nomor < first))
    return {
      tone: 'warning',
      title: isLater
        ? 'Kuitansi sah, tetapi log ini lebih lama'
        : 'Kuitansi sah, tetapi log ini mulai sesudahnya',
      text: `Tanda tangannya benar. File log memuat transaksi ${first} sampai ${last}, jadi tidak dapat menunjukkan apakah pembayaran ini dibatalkan.`,
    };
  const sum = amountOf(found);
  const isDues = (entry: LoggedEntry) =>
    entry.jenis === 'iuran' && entry.tanggal === tanggal && entry.jumlah > 0;
  if (found.length < entri.length || sum !== jumlah || !found.every(isDues))
    return {
      tone: 'danger',
      title: 'Kuitansi bertentangan dengan log',
      text: `Tanda tangannya benar, tetapi transaksi nomor ${formatNumbers(entri)} di log bukan pembayaran ini. Salah satu dari keduanya tidak benar. ${whatToDo}`,
    };
  const reversed = receipt.untuk.filter((_, at) => reversals.has(entri[at] ?? 0));
  const by = entri.flatMap((nomor) => reversals.get(nomor) ?? []).toSorted((a, b) => a.nomor - b.nomor);
  const newest = by.at(-1);
  if (!newest)
    return {
      tone: 'success',
      title: 'Kuitansi sah dan tercatat',
      text: 'Ditandatangani dengan kunci perumahan, tercatat di log, dan sampai akhir file log ini tidak dibatalkan.',
    };
  const when = `pada ${formatDate(newest.tanggal)} (Buku Kas nomor ${formatNumbers(by.map(({ nomor }) => nomor))})`;
  return reversed.length < entri.length
    ? {
        tone: 'warning',
        title: 'Sah waktu itu, kemudian dibatalkan sebagian',
        text: `Pembayaran ini benar pernah diterima, tetapi iuran ${formatMonths(reversed)} dibatalkan ${when}. Untuk bulan itu tidak lagi berlaku sebagai bukti lunas.`,
      }
    : {
        tone: 'warning',
        title: 'Sah waktu itu, kemudian dibatalkan',
        text: `Pembayaran ini benar pernah diterima, tetapi dibatalkan ${when}. Sekarang tidak lagi berlaku sebagai bukti lunas.`,
      };
}
