import { isTooLarge, statementProblems } from '../../../contract/statement-problems.ts';
import type { Problem } from '../../bank/problem.ts';
import { Refusal } from '../../http/refusal.ts';

const bankNames: Record<string, string> = {
  bca: 'BCA',
  mandiri: 'Mandiri',
  bni: 'BNI',
  bri: 'BRI',
  bsi: 'BSI',
  jago: 'Jago',
  seabank: 'SeaBank',
};
const bankName = (bank: string) => bankNames[bank] ?? bank;

const quoted = (titles: readonly string[]) => titles.map((title) => `“${title}”`).join(', ');

function sentenceOf({ error, line, bank, hilang = [] }: Problem): string {
  if (error === 'unknown' && bank)
    return `File ini mirip mutasi ${bankName(bank)}, tetapi tanpa kolom ${quoted(hilang)}. Bank mungkin mengganti nama kolomnya: pilih kolomnya satu kali.`;
  if (error === 'columns')
    return `Kolom ${quoted(hilang)} yang dulu dipilih untuk rekening ini tidak ada lagi di file. Pilih kolomnya lagi.`;
  const where = line === undefined ? '' : `Baris ${line}: `;
  return `${where}${statementProblems[error]}`;
}

export function refusalOf(problem: Problem): Refusal {
  const { error, line, kolom = [], contoh = [] } = problem;
  const message = sentenceOf(problem);
  const errors = { berkas: message };
  if (isTooLarge(error)) return new Refusal('statement_too_large', { message, errors });
  if (error === 'unknown' || error === 'columns')
    return new Refusal('statement_columns_needed', { message, data: { kolom, contoh } });
  const data = line === undefined ? {} : { data: { baris: line } };
  return new Refusal('statement_unreadable', { message, errors, ...data });
}
