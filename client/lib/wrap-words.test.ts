import { expect, test } from 'vitest';
import { wrapWords } from './wrap-words.ts';

const wrap = (text: string) => wrapWords(text, (line) => line.length <= 12);

test('breaks between words, as late as possible', () => {
  expect(wrap('Iuran Januari, Mei, Juli 2027')).toEqual(['Iuran', 'Januari,', 'Mei, Juli', '2027']);
  expect(wrap('nomor 15')).toEqual(['nomor 15']);
});

test('leaves a word that does not fit on its own line, and an empty text as it is', () => {
  expect(wrap('Griya Sukamajujayabaru Timur')).toEqual(['Griya', 'Sukamajujayabaru', 'Timur']);
  expect(wrap('')).toEqual(['']);
});
