/** Files as banks that nobody knows write them, and as Excel leaves them behind, give the same lines as the original. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseStatement } from './parse-statement.ts';

const text = (name: string) => readFileSync(new URL(`../testing/banks/${name}`, import.meta.url), 'utf8');
const named = {
  tanggal: 'Tgl Valuta',
  uraian: 'Perihal',
  masuk: 'Uang Masuk',
  keluar: 'Uang Keluar',
  saldo: 'Sisa Dana',
};
const { masuk: _, keluar: __, ...unsigned } = named;
const signed = { ...unsigned, jumlah: 'Mutasi' };
const parse = (file: string, columns?: typeof named | typeof signed) =>
  parseStatement(Buffer.from(file), { today: '2026-11-29', columns });
const linesOf = async (...file: Parameters<typeof parse>) => {
  const statement = await parse(...file);
  if ('error' in statement) return statement;
  return statement.rows.map(({ tanggal, jumlah, saldo, uraian }) => [tanggal, jumlah, saldo, uraian]);
};

const unknown = text('unknown.csv').trimEnd();
const inOneColumn = (outgoing: (amount: string) => string) =>
  unknown
    .replace('Uang Masuk;Uang Keluar', 'Mutasi')
    .replaceAll(/;([\d.,]*);([\d.,]*);([\d.,]+)$/gm, (_line, plus: string, minus: string, balance: string) =>
      [``, plus || outgoing(minus), balance].join(';'),
    );
const withAmounts = (written: (amount: string) => string) =>
  unknown.replaceAll(/;(\d[\d.]*),00/g, (_cell, amount: string) => `;${written(amount)}`);
const titles = 'Tgl Valuta;Perihal;Uang Masuk;Uang Keluar;Sisa Dana';
const dated = (written: string) => unknown.replaceAll(/^(\d\d)-10-2026/gm, written);

describe('of a bank whose columns were named', () => {
  test.each([
    ['amounts without sen as Rp 1.000,-', withAmounts((amount) => `Rp ${amount},-`), named],
    ['amounts after IDR', withAmounts((amount) => `IDR ${amount}`), named],
    ['a dash for nothing', unknown.replaceAll(';;', ';-;'), named],
    ['what went out in parentheses', inOneColumn((amount) => `(${amount})`), signed],
    ['a minus behind the amount', inOneColumn((amount) => `${amount}-`), signed],
    ['a typographic minus', inOneColumn((amount) => `\u2212${amount}`), signed],
    ['days with dots', dated('$1.10.2026'), named],
    ['days that begin with the year', dated('2026/10/$1'), named],
    ['sums and a note below', `${unknown}\n;Total Kredit;1.000,00\nTotal;;;2.000,00\nTerima kasih\n`, named],
    ['the opening balance above', unknown.replace(titles, `${titles}\n;SALDO AWAL;;;16.778.000,00`), named],
    ['the titles on each page', unknown.replace(/\n06-10/, `\n${titles}$&`), named],
    ['line breaks of two systems', `sep=;\r\n${unknown}`, named],
  ])('%s', async (_name, file, columns) => {
    expect(await linesOf(file, columns)).toEqual(await linesOf(unknown, named));
    expect(await linesOf(unknown, named)).toHaveLength(48);
  });

  test.each([
    ['within a day', `${unknown}\n31-1`],
    ['within a row', unknown.slice(0, -30)],
    ['with words between its lines', unknown.replace(/\n06-10/, '\nHalaman;dua;x;y;z$&')],
    ['with a minus before and parentheses', inOneColumn((amount) => `(-${amount})`)],
  ])('a file that ends or goes on %s is refused', async (_name, file) => {
    expect(await parse(file, file.includes('Mutasi') ? signed : named)).toHaveProperty('error');
  });
});

/** Excel for which `;` separates keeps each line in one cell, and quotes those with quotes as it saves. */
const quotedLines = (file: string) =>
  file
    .split('\n')
    .map((line) => (line.includes('"') ? `"${line.replaceAll('"', '""')}"` : line))
    .join('\r\n');

test.each(['bca-a.csv', 'bca-b.csv', 'seabank.csv', 'jago.csv'])(
  '%s saved by an Excel of another delimiter',
  async (name) => {
    const file = text(name);
    expect(quotedLines(file)).not.toBe(file.replaceAll('\n', '\r\n'));
    expect(await linesOf(quotedLines(file))).toEqual(await linesOf(file));
    expect(await linesOf(file)).toHaveLength(48);
  },
);
