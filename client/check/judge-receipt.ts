import { formatDate, formatMonth, formatRupiah } from '../../contract/format.ts';
import type { LoggedBook } from '../../contract/log-money.ts';
import { type Receipt, type ReceiptVerdict, verifyReceipt } from '../../contract/receipt.ts';
import type { VerifierKey, VerifyEd25519 } from '../../contract/signed-note.ts';
import { type Verdict, whatToDo } from './verdict.ts';

const factsOf = (receipt: Receipt): [string, string][] => [
  ['Nomor', String(receipt.nomor)],
  ['Perumahan', receipt.perumahan],
  ['Rumah', receipt.rumah ?? '-'],
  ['Untuk', `Iuran ${formatMonth(receipt.untuk)}`],
  ['Jumlah', formatRupiah(receipt.jumlah)],
  ['Tanggal', formatDate(receipt.tanggal)],
  ['Buku Kas', `nomor ${receipt.entri}`],
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
        text: 'Halaman ini belum mengenal kunci perumahan. Buka dari situs perumahan, pilih berkas log, atau isi kuncinya di bawah.',
        facts,
      };
}

const withoutLog: Verdict = {
  tone: 'success',
  title: 'Kuitansi sah',
  text: 'Ditandatangani dengan kunci perumahan, dan tidak satu huruf pun berubah sejak itu. Apakah pembayarannya dibatalkan kemudian hanya terlihat dari berkas log.',
};

function compare({ entri, jumlah, tanggal }: Receipt, { entries, reversals }: LoggedBook): Verdict {
  const entry = entries.get(entri);
  const [first = 0, last = 0] = [[...entries.keys()].at(0), [...entries.keys()].at(-1)];
  if (!entry && (entri > last || entri < first))
    return {
      tone: 'warning',
      title:
        entri > last
          ? 'Kuitansi sah, tetapi log ini lebih lama'
          : 'Kuitansi sah, tetapi log ini mulai sesudahnya',
      text: `Tanda tangannya benar. Berkas log memuat transaksi ${first} sampai ${last}, jadi tidak dapat menunjukkan apakah pembayaran ini dibatalkan.`,
    };
  if (entry?.jumlah !== jumlah || entry.tanggal !== tanggal || entry.jenis !== 'iuran')
    return {
      tone: 'danger',
      title: 'Kuitansi bertentangan dengan log',
      text: `Tanda tangannya benar, tetapi transaksi nomor ${entri} di log bukan pembayaran ini. Salah satu dari keduanya tidak benar. ${whatToDo}`,
    };
  const reversal = reversals.get(entri);
  return reversal
    ? {
        tone: 'warning',
        title: 'Sah waktu itu, kemudian dibatalkan',
        text: `Pembayaran ini benar pernah diterima, tetapi dibatalkan pada ${formatDate(reversal.tanggal)} (Buku Kas nomor ${reversal.nomor}). Sekarang tidak lagi berlaku sebagai bukti lunas.`,
      }
    : {
        tone: 'success',
        title: 'Kuitansi sah dan tercatat',
        text: 'Ditandatangani dengan kunci perumahan, tercatat di log, dan sampai akhir berkas log ini tidak dibatalkan.',
      };
}
