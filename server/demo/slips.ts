/** Transfer slips and receipts as SVG. The banks are fictional. */
import { formatMonth, formatRupiah, type Period } from '../../contract/format.ts';
import { defaultSettings } from '../../contract/settings.ts';
import { treasury } from './treasury.ts';

export interface Slip {
  period: Period;
  jumlah: number;
  /** `12 Agustus 2026, 19.04`, or only the month if several payments share the picture. */
  date: string;
  sender: string;
  reference: string;
}

const width = 420;
const height = 720;
const font = "font-family='Liberation Sans, DejaVu Sans, Arial, Helvetica, sans-serif'";

const escape = (text: string) => text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);

interface TextStyle {
  size?: number;
  fill?: string;
  weight?: number;
  anchor?: 'start' | 'middle' | 'end';
}

const text = (
  x: number,
  y: number,
  content: string,
  { size = 16, fill = '#222', weight = 400, anchor = 'start' }: TextStyle = {},
) =>
  `<text x='${x}' y='${y}' font-size='${size}' fill='${fill}' font-weight='${weight}' text-anchor='${anchor}'>${escape(content)}</text>`;

const page = (background: string, body: string, high = height) =>
  `<svg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${high}' ${font}><rect width='100%' height='100%' fill='${background}'/>${body}</svg>`;

const tick = (x: number, y: number, radius: number, fill: string) =>
  `<circle cx='${x}' cy='${y}' r='${radius}' fill='${fill}'/><path d='M${x - radius * 0.45} ${y} l${radius * 0.33} ${radius * 0.35} l${radius * 0.6} ${-radius * 0.7}' fill='none' stroke='#fff' stroke-width='${radius * 0.18}' stroke-linecap='round' stroke-linejoin='round'/>`;

const rowsOf = ({ period, date, sender, reference }: Slip): [string, string][] => [
  ['Tanggal', date],
  ['Dari', sender],
  ['Ke', treasury.bankHolder],
  ['Berita', `Iuran ${formatMonth(period)}`],
  ['No. referensi', reference],
];

function nusantara(slip: Slip): string {
  const rows = rowsOf(slip).map(([label, value], index) => {
    const y = 372 + index * 56;
    return `${text(32, y, label, { fill: '#6b7785', size: 15 })}${text(388, y, value, { anchor: 'end', weight: 600, size: 15 })}<path d='M32 ${y + 20} H388' stroke='#e4e9ef'/>`;
  });
  return page(
    '#f4f7fb',
    `<rect width='420' height='96' fill='#0b4ea2'/>${text(32, 58, 'Bank Nusantara Raya', { fill: '#fff', size: 22, weight: 700 })}${tick(210, 168, 34, '#1f9d55')}${text(210, 244, 'Transfer Berhasil', { anchor: 'middle', size: 20, weight: 700 })}${text(210, 300, formatRupiah(slip.jumlah), { anchor: 'middle', size: 34, weight: 700, fill: '#0b4ea2' })}${rows.join('')}${text(210, 690, 'Simpan bukti ini sebagai tanda pembayaran yang sah', { anchor: 'middle', size: 12, fill: '#8a94a0' })}`,
  );
}

function sakuKita(slip: Slip): string {
  const rows = rowsOf(slip).map(([label, value], index) => {
    const y = 330 + index * 62;
    return (
      text(56, y, label, { fill: '#7c8a80', size: 13 }) + text(56, y + 22, value, { weight: 600, size: 17 })
    );
  });
  const teeth = Array.from({ length: 18 }, () => `l10 -12 l10 12`).join(' ');
  return page(
    '#118a5c',
    `${text(210, 62, 'SakuKita', { fill: '#fff', size: 26, weight: 700, anchor: 'middle' })}<path d='M390 660 V100 H30 V660 ${teeth} Z' fill='#fff'/>${tick(84, 150, 26, '#118a5c')}${text(124, 144, 'Pembayaran berhasil', { weight: 700, size: 18 })}${text(124, 168, 'Dana sudah diterima', { fill: '#7c8a80', size: 14 })}${text(56, 250, formatRupiah(slip.jumlah), { size: 38, weight: 700 })}<path d='M56 280 H364' stroke='#cfd8d2' stroke-dasharray='6 6'/>${rows.join('')}`,
  );
}

function cashMachine(slip: Slip): string {
  const rows = rowsOf(slip).map(([label, value], index) => {
    const y = 300 + index * 58;
    return (
      text(92, y, label.toUpperCase(), { size: 14, fill: '#444' }) +
      text(92, y + 22, value, { size: 16, fill: '#111' })
    );
  });
  return page(
    '#8a6f52',
    `<path d='M0 120 H420 M0 330 H420 M0 560 H420' stroke='#7a6046' stroke-width='5'/><g transform='rotate(-2.5 210 360)'><path d='M66 34 h288 v640 l-12 8 -12 -8 -12 8 -12 -8 -12 8 -12 -8 -12 8 -12 -8 -12 8 -12 -8 -12 8 -12 -8 -12 8 -12 -8 -12 8 -12 -8 -12 8 -12 -8 -12 8 -12 -8 -12 8 -12 -8 -12 8 -12 -8 z' fill='#fbf8f0'/>${text(210, 92, 'BANK SAMUDRA', { anchor: 'middle', size: 22, weight: 700 })}${text(210, 118, 'ATM 0417 GERBANG UTAMA', { anchor: 'middle', size: 13 })}<path d='M92 140 H328' stroke='#888' stroke-dasharray='3 4'/>${text(210, 186, 'TRANSFER ANTAR REKENING', { anchor: 'middle', size: 16 })}${text(210, 240, formatRupiah(slip.jumlah), { anchor: 'middle', size: 30, weight: 700 })}${rows.join('')}${text(210, 626, 'TERIMA KASIH', { anchor: 'middle', size: 15 })}</g>`,
  );
}

export function receipt(slip: Slip): string {
  const rows = [
    ['Telah terima dari', slip.sender],
    ['Uang sejumlah', formatRupiah(slip.jumlah)],
    ['Untuk pembayaran', `Iuran ${formatMonth(slip.period)}`],
    ['Tanggal', slip.date],
  ].map(([label = '', value = ''], index) => {
    const y = 286 + index * 78;
    return `${text(56, y, label, { fill: '#5f6b52', size: 14 })}${text(56, y + 30, value, { size: 20, fill: '#1d2f86', weight: 600 })}<path d='M56 ${y + 40} H364' stroke='#9aa58a' stroke-dasharray='2 4'/>`;
  });
  return page(
    '#6f7d8c',
    `<g transform='rotate(1.5 210 360)'><rect x='28' y='120' width='364' height='500' fill='#f3f6e6'/><rect x='28' y='120' width='364' height='70' fill='#dfe6c6'/>${text(56, 166, 'KUITANSI', { size: 26, weight: 700 })}${text(364, 166, slip.reference, { anchor: 'end', size: 15 })}${text(56, 226, treasury.bankHolder, { size: 15 })}${rows.join('')}<path d='M262 590 c10 -40 24 -38 26 -12 c4 -26 20 -24 18 4 c10 -22 26 -14 40 -10' fill='none' stroke='#1d2f86' stroke-width='3'/></g>`,
  );
}

const paper = '#f6f1df';

/** Photo of a paper book row; two strips, so that each month and payer is rendered once. */
export const bookRow = (period: Period, payer: { nama: string; blok: string | null }): string[] => [
  page(
    paper,
    text(16, 28, `Iuran ${formatMonth(period)}`, { fill: '#5f6b52' }) +
      text(404, 28, `Lunas ${formatRupiah(defaultSettings.duesAmount)}`, { fill: '#5f6b52', anchor: 'end' }),
    40,
  ),
  page(
    paper,
    `<path d='M0 1 H420 M0 62 H420' stroke='#b9c4d6'/>${text(16, 40, `${payer.blok ?? ''} ${payer.nama}`, { size: 20, fill: '#1d2f86' })}`,
    72,
  ),
];

export const slipLayouts: readonly ((slip: Slip) => string)[] = [nusantara, sakuKita, cashMachine];
