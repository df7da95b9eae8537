import { describe, expect, test } from 'vitest';
import { cellsOf, residentsOf } from './resident-list.ts';

const read = (...lines: string[]) => residentsOf(cellsOf(lines.join('\n')), 'AB');
const houseOf = (cells: string) => read('Nama\tBlok\tNo Rumah', `Siti\t${cells}`)[0]?.values.blok;

describe('a pasted list of residents', () => {
  test('columns are known by their titles, in any order, and the number of a row is none of them', () => {
    const [siti] = read(
      'No.\tNo. HP/WA\tNama Kepala Keluarga\tBlok\tJml Jiwa',
      '1\t0812-3456 7890\tSiti\tA1-2\t4 orang',
    );
    expect(siti).toEqual({
      row: 2,
      values: {
        nama: 'Siti',
        email: 'a1-2@warga.test',
        no_hp: '081234567890',
        blok: 'A1-2',
        jumlah_keluarga: '4',
      },
      problem: null,
    });
  });

  test('numbers of phones are read as spreadsheets keep them', () => {
    const list = read(
      'Nama,Blok,HP',
      'Siti,A1,81234567890',
      "Budi,A2,'081234567891",
      'Dewi,A3,+62 812 3456 7892',
    );
    expect(list.map(({ values }) => values.no_hp)).toEqual(['081234567890', '081234567891', '081234567892']);
    expect(list.map(({ problem }) => problem)).toEqual([null, null, null]);
  });

  test.each([
    ['A\t12', 'A12'],
    ['Blok A\tNo. 12', 'A12'],
    ['\tA/12', 'A12'],
    ['a 12\t', 'A12'],
    ['A1/2\t', 'A1-2'],
    ['A1\t2', 'A1-2'],
    ['Kav. B-07\t', 'B07'],
  ])('a house written as %j is %s', (cells, house) => {
    expect(houseOf(cells)).toBe(house);
  });

  test('semicolons and quotes of a CSV file hold cells together, and empty rows count as rows', () => {
    const list = read('﻿Nama;Blok', '"Siti; S.Pd.";A1', ';', 'Budi, S.E.;A2');
    expect(list.map(({ row, values }) => [row, values.nama])).toEqual([
      [2, 'Siti; S.Pd.'],
      [4, 'Budi, S.E.'],
    ]);
  });

  test('rows above the titles are passed over, and rows keep the numbers of the spreadsheet', () => {
    const list = read(
      'DAFTAR WARGA, GRIYA MELATI;;',
      ';;',
      'No;Nama KK;Blok / No',
      '1;Siti;A1-1',
      '2;Budi;A1-2',
      ';;',
    );
    expect(list.map(({ row, values }) => [row, values.nama, values.blok])).toEqual([
      [4, 'Siti', 'A1-1'],
      [5, 'Budi', 'A1-2'],
    ]);
  });

  test('a house listed twice names its first row, though its e-mail was made from it', () => {
    const list = read('Nama,Blok', 'Siti,A1-1', 'Budi,a1/1');
    expect(list.map(({ problem }) => problem)).toEqual([null, 'Blok A1-1 sudah ada di baris 2']);
  });

  test('what the server would refuse is said by row', () => {
    const list = read(
      'Nama,Blok,No HP,Email',
      ',A1,,',
      'Budi,,,',
      'Dewi,Melati 5,,',
      'Eko,A4,12345,',
      'Fajar,A5,081234567890,sama@contoh.id',
      'Gita,A6,+62 81234567890,',
      'Hadi,A7,,Sama@contoh.id',
      'Indra,C1,,',
      'Joko,A8,8.12E+10,',
      'Kiki,A9,"6,28123E+12",',
    );
    expect(list.map(({ problem }) => problem)).toEqual([
      'Nama wajib diisi',
      'Blok wajib diisi',
      'Format blok: huruf dan nomor, contoh A1 atau A1-1',
      'No HP harus nomor HP Indonesia, contoh 081234567890',
      null,
      'No HP 081234567890 sudah ada di baris 6',
      'Email sama@contoh.id sudah ada di baris 6',
      'Huruf blok harus salah satu dari A, B',
      expect.stringContaining('No HP disingkat Excel'),
      expect.stringContaining('No HP disingkat Excel'),
    ]);
  });

  test.each([
    ['Siti,A1', 'Judul kolom tidak ditemukan.'],
    ['Nama,Alamat\nSiti,A1', 'Judul kolom tidak ditemukan.'],
    ['Nama,Blok\n,', 'Daftar ini belum berisi warga.'],
    ['Nama,Blok\n"Siti,A1', 'Tabel ini tidak dapat dibaca: ada tanda petik (") tanpa pasangannya.'],
  ])('the list %j is refused as a whole', (text, sentence) => {
    expect(() => residentsOf(cellsOf(text), 'AB')).toThrow(sentence);
  });

  test('a list of more than 1,000 residents is refused', () => {
    const rows = Array.from({ length: 1_001 }, () => ['Siti', 'A1']);
    expect(() => residentsOf([['Nama', 'Blok'], ...rows], 'AB')).toThrow(
      'Paling banyak 1.000 warga sekaligus.',
    );
  });
});
