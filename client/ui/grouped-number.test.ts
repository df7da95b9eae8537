import { expect, test } from 'vitest';
import { applyEdit, caretAt, readAmount } from './grouped-number.ts';

test.each([
  ['Rp 1.500.000,00', '1500000', ',00'],
  ['1500000,-', '1500000', ','],
  ['1,500,000.00', '1500000', ''],
  ['1500000.50', '1500000', ''],
  ['100.000', '100000', ''],
  ['2,5', '2', ',5'],
  ['150,000', '150000', ''],
  ['Rp150.000', '150000', ''],
  ['Rp. 150.000,-', '150000', ','],
  [' IDR 150.000\n', '150000', ''],
  ['150.000 rupiah', '150000', ''],
  ['1 500 000', '1500000', ''],
  ['', '', ''],
])('reads a pasted %s as whole rupiah', (entered, whole, sen) => {
  expect(readAmount(entered)).toEqual({ whole, sen });
});

test.each([
  'seratus',
  '1.5jt',
  '1,5 juta',
  '15 rb',
  '150k',
  '1.5',
  '150.50',
  '-50.000',
  '100.000 150.000',
  '2x150.000',
  '100.000+50.000',
])('does not make another amount of %s', (entered) => {
  expect(readAmount(entered)).toBeNull();
});

test.each([
  ['1.250.000', 0, 9],
  ['1.250.000', 3, 5],
  ['1.250.000', 6, 1],
  ['1.250.000', 7, 0],
])('in %s the caret before the last %i digits is at %i', (text, digitsAfter, at) => {
  expect(caretAt(text, digitsAfter)).toBe(at);
});

test('typing a digit in the middle keeps the digits behind the caret', () => {
  const edit = { entered: '19.250', caret: 2, inputType: 'insertText' };
  expect(applyEdit({ figure: '1.250', sen: '' }, edit)).toEqual({ whole: '19250', sen: '', digitsAfter: 3 });
});

test('Backspace behind a separator deletes the digit before it', () => {
  const edit = { entered: '1250', caret: 1, inputType: 'deleteContentBackward' };
  expect(applyEdit({ figure: '1.250', sen: '' }, edit)).toMatchObject({ whole: '250', digitsAfter: 3 });
});

test('deleting the comma drops the decimals instead of appending them', () => {
  const edit = { entered: '100.00050', caret: 7, inputType: 'deleteContentBackward' };
  expect(applyEdit({ figure: '100.000', sen: ',50' }, edit)).toMatchObject({ whole: '100000', sen: '' });
});

test('deleting the last digit of a figure leaves the digits before it', () => {
  for (const inputType of ['deleteContentBackward', 'deleteContentForward', 'deleteByCut'])
    expect(applyEdit({ figure: '1.500', sen: '' }, { entered: '1.50', caret: 4, inputType })?.whole).toBe(
      '150',
    );
});

test('a letter behind a figure is not understood, nor a figure pasted over another one', () => {
  const before = { figure: '15', sen: '' };
  expect(applyEdit(before, { entered: '15j', caret: 3, inputType: 'insertText' })).toBeNull();
  expect(applyEdit(before, { entered: '1.5', caret: 3, inputType: 'insertFromPaste' })).toBeNull();
});
