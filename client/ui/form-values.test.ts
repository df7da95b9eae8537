import { expect, test } from 'vitest';
import { byField, changesSince, explain, without } from './form-values.ts';

test('changes are the values that differ from the start, also those that were emptied', () => {
  const start = { nama: 'Siti', no_hp: '0812', blok: 'A1-1' };
  expect(changesSince(start, { nama: 'Siti Rahayu', no_hp: '', blok: 'A1-1' })).toEqual({
    nama: 'Siti Rahayu',
    no_hp: '',
  });
  expect(changesSince(start, { ...start })).toEqual({});
});

test('named fields are left out', () => {
  expect(without(['password'], { email: 'siti@contoh.id', password: 'rahasia' })).toEqual({
    email: 'siti@contoh.id',
  });
  expect(without(undefined, { email: 'siti@contoh.id' })).toEqual({ email: 'siti@contoh.id' });
});

test('of several issues of one field the first is told; nested fields are named by their path', () => {
  const issues = [
    { message: 'Wajib diisi', path: ['judul'] },
    { message: 'Terlalu pendek', path: ['judul'] },
    { message: 'Bukan angka', path: ['item', { key: 0 }, 'jumlah'] },
    { message: 'Isi salah satu' },
  ];
  expect(byField(issues)).toEqual({
    judul: 'Wajib diisi',
    'item.0.jumlah': 'Bukan angka',
    '': 'Isi salah satu',
  });
});

const isField = (name: string) => ['email', 'no_hp'].includes(name);

test('a refusal about fields of this form stands at the fields alone', () => {
  const error = { message: 'Periksa kembali isian Anda.', errors: { email: 'Email sudah dipakai' } };
  expect(explain(error, isField)).toEqual({ own: { email: 'Email sudah dipakai' }, message: null });
});

test('a refusal about a field that this form does not show is told for the whole form', () => {
  const error = {
    message: 'Periksa kembali isian Anda.',
    errors: { email: 'Dipakai', blok: 'Blok tidak ada' },
  };
  expect(explain(error, isField)).toEqual({ own: { email: 'Dipakai' }, message: 'Blok tidak ada' });
});

test('a refusal without fields is told in the server’s words', () => {
  expect(explain(new Error('Tidak dapat terhubung'), isField)).toEqual({
    own: {},
    message: 'Tidak dapat terhubung',
  });
});

test.each([undefined, null, {}, 'text'])(
  'an error without a message (%j) gets a default message',
  (error) => {
    expect(explain(error, isField).message).toMatch(/^Terjadi kesalahan/);
  },
);
