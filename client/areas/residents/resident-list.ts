/** A list of residents from a spreadsheet: which column is what, and which rows can be added. */
import { parse } from 'csv-parse/browser/esm/sync';
import { letterProblem, normalizePhone } from '../../../contract/people.ts';
import { createResident } from '../../../contract/residents.ts';
import { byField } from '../../ui/form-values.ts';
import { makePassword } from './make-password.ts';

const mostRows = 1_000;
/** Rows above the titles: the name of the list, the estate, a date. */
const mostRowsAbove = 10;
const delimiters = ['\t', ';', ','];

/** What the list says of a resident; their password is made later. */
export interface ListedValues {
  nama: string;
  email: string;
  no_hp: string;
  blok: string;
  jumlah_keluarga: string;
}

export interface ListedResident {
  /** 1-based row of the table, as spreadsheets number it. */
  row: number;
  values: ListedValues;
  /** Why they cannot be added; null if nothing is known to be wrong. */
  problem: string | null;
}

/** Columns by words of their titles. `No` alone numbers the rows, as most lists do. */
const columnWords = {
  nama: /\bnama\b|\bkepala keluarga\b/,
  email: /\be-?mail\b|\bsurel\b/,
  no_hp: /\b(hp|wa|whats ?app|telp|telepon|ponsel|handphone)\b/,
  blok: /\bblok\b/,
  rumah: /\b(rumah|unit|kavling|kav)\b/,
  jumlah_keluarga: /\b(anggota|jiwa|penghuni|keluarga)\b/,
} as const;
type Column = keyof typeof columnWords;
const columnNames = Object.keys(columnWords) as Column[];

/**
 * Cells of a pasted table or of a CSV file.
 * @throws Error with a sentence if a quotation mark has no other half
 */
export function cellsOf(text: string): string[][] {
  const lines = text.split('\n', mostRowsAbove + 1);
  const linesWith = (each: string) => lines.filter((line) => line.includes(each)).length;
  const delimiter = delimiters.reduce((most, each) => (linesWith(each) > linesWith(most) ? each : most));
  const options = { delimiter, bom: true, relax_column_count: true, relax_quotes: true } as const;
  try {
    return parse(text, options);
  } catch {
    throw new Error('Tabel ini tidak dapat dibaca: ada tanda petik (") tanpa pasangannya.');
  }
}

/**
 * The first row with the titles names the columns. A house without an e-mail gets the one that the form for a single resident suggests.
 * @throws Error with a sentence if no column is the name or none the house, or for too many rows
 */
export function residentsOf(cells: readonly (readonly string[])[], estateLetters: string): ListedResident[] {
  const found = cells.slice(0, mostRowsAbove + 1).map(columnsOf);
  const titlesAt = found.findIndex((has) => has.has('nama') && (has.has('blok') || has.has('rumah')));
  const columns = found[titlesAt];
  if (!columns)
    throw new Error('Judul kolom tidak ditemukan. Tulis paling sedikit Nama dan Blok di atas daftarnya.');
  const filled = cells
    .map((row, at) => ({ row, number: at + 1 }))
    .slice(titlesAt + 1)
    .filter(({ row }) => row.some((cell) => cell.trim() !== ''));
  if (filled.length === 0) throw new Error('Daftar ini belum berisi warga.');
  if (filled.length > mostRows)
    throw new Error('Paling banyak 1.000 warga sekaligus. Bagi daftarnya, misalnya per blok.');
  const seen = new Map<string, number>();
  return filled.map(({ row, number }) => {
    const values = valuesOf((column) => row[columns.get(column) ?? -1]?.replaceAll(/\s+/g, ' ').trim() ?? '');
    return { row: number, values, problem: problemOf(values, number, { estateLetters, seen }) };
  });
}

/** Each column is one thing only: of several titles that fit, the first one. */
function columnsOf(titles: readonly string[]): Map<Column, number> {
  const found = new Map<Column, number>();
  for (const [at, title] of titles.entries()) {
    const words = title.toLowerCase().replaceAll(/[\s._/()]+/g, ' ');
    const column = columnNames.find((name) => columnWords[name].test(words));
    if (column && !found.has(column)) found.set(column, at);
  }
  return found;
}

function valuesOf(cell: (column: Column) => string): ListedValues {
  const blok = houseOf(`${cell('blok')} ${cell('rumah')}`);
  return {
    nama: cell('nama'),
    email: cell('email').toLowerCase() || `${blok.toLowerCase() || 'rumah'}@warga.test`,
    no_hp: normalizePhone(cell('no_hp').replace(/^'/, '')), // how spreadsheets keep the zero in front
    blok,
    jumlah_keluarga: /[0-9]+/.exec(cell('jumlah_keluarga'))?.[0] ?? '',
  };
}

/** `Blok A No. 12`, `A/12`, `A-12` and `a 12` become A12; `A1/2` and `A1 No 2` become A1-2. */
function houseOf(written: string): string {
  const parts = written
    .toUpperCase()
    .replaceAll(/\b(BLOK|NOMOR|NO|RUMAH|UNIT|KAVLING|KAV)\b/g, ' ')
    .match(/[A-Z]+|[0-9]+/g);
  const [letter = '', ...numbers] = parts ?? [];
  return `${letter}${numbers.join('-')}`;
}

interface Known {
  estateLetters: string;
  /** Houses, phone numbers and e-mails of the rows before, with their row. */
  seen: Map<string, number>;
}

/** What the server would refuse, as far as the list shows it. */
function problemOf(values: ListedValues, row: number, { estateLetters, seen }: Known): string | null {
  const { data, error } = createResident.body.safeParse({ ...values, password: makePassword() });
  if (!data) return Object.values({ ...byField(error.issues), ...shortened(values) }).join('. ');
  const foreign = letterProblem(data.blok, estateLetters);
  if (foreign) return foreign;
  const unique = { Blok: data.blok, 'No HP': data.no_hp, Email: data.email };
  for (const [label, value] of Object.entries(unique)) {
    if (!value) continue;
    const before = seen.get(value);
    if (before !== undefined) return `${label} ${value} sudah ada di baris ${before}`;
    seen.set(value, row);
  }
  return null;
}

/** Spreadsheets show long numbers as `8,12E+10`, and copy them without the other digits. */
const shortened = ({ no_hp }: ListedValues) =>
  /^[0-9,]+E\+[0-9]+$/i.test(no_hp)
    ? {
        no_hp:
          'No HP disingkat Excel, sehingga angkanya hilang. Lebarkan kolomnya atau ubah formatnya menjadi Teks, lalu salin lagi',
      }
    : {};
