import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checksum, formatQris, qrisFor, readQris } from './qris.ts';
import { sampleQris } from './testing/sample-qris.ts';

describe('checksum', () => {
  test('is CRC-16/CCITT-FALSE, as its catalogued check value says', () => {
    expect(checksum('123456789')).toBe('29B1');
  });

  test('of the example in EMVCo’s specification is the one printed there', () => {
    const example =
      '00020101021229300012D156000000000510A93FO3230Q31280012D15600000001030812345678520441115802CN5914BEST ' +
      'TRANSPORT6007BEIJING64200002ZH0104最佳运输0202北京540523.7253031565502016233030412340603***0708A60086670902ME' +
      '91320016A0112233449988770708123456786304';
    expect(checksum(example)).toBe('A13A');
  });
});

describe('a code', () => {
  test('names its merchant', () => {
    const merchant = { nama: 'KAS GRIYA RUKUN', kota: 'SLEMAN', nmid: 'ID1020000000001' };
    expect(readQris(sampleQris())).toEqual(merchant);
    expect(formatQris(merchant)).toBe('KAS GRIYA RUKUN · SLEMAN · ID1020000000001');
    expect(readQris(sampleQris({ '51': null }))).toEqual({ ...merchant, nmid: null });
  });

  test.each([
    ['', 'Ini bukan kode QRIS'],
    ['https://contoh.id', 'Ini bukan kode QRIS'],
    [`${sampleQris()} `, 'Ini bukan kode QRIS'],
    [sampleQris().slice(0, 40), 'Ini bukan kode QRIS'],
    [sampleQris({ '59': 'KAS\u202EGRIYA' }), 'Ini bukan kode QRIS'],
    [sampleQris().replace('RUKUN', 'RUBUH'), 'Kode QRIS rusak atau tidak lengkap. Foto ulang kodenya'],
    [sampleQris().slice(0, -8), 'Kode QRIS rusak atau tidak lengkap. Foto ulang kodenya'],
    [sampleQris({ '58': 'SG' }), 'Kode ini bukan QRIS untuk rupiah'],
    [sampleQris({ '53': '702' }), 'Kode ini bukan QRIS untuk rupiah'],
    [
      qrisFor(sampleQris(), 50_000),
      'Kode ini hanya untuk satu pembayaran. Pakai kode QRIS tetap milik perumahan',
    ],
    [
      sampleQris({ '54': '50000' }),
      'Kode ini hanya untuk satu pembayaran. Pakai kode QRIS tetap milik perumahan',
    ],
    [
      sampleQris({ '01': '12' }),
      'Kode ini hanya untuk satu pembayaran. Pakai kode QRIS tetap milik perumahan',
    ],
    [sampleQris({ '59': '  ' }), 'Kode QRIS tidak menyebut nama dan kota penerima'],
    [sampleQris({ '60': null }), 'Kode QRIS tidak menyebut nama dan kota penerima'],
  ])('%j is refused: %s', (text, sentence) => {
    expect(readQris(text)).toBe(sentence);
  });

  test('with any character exchanged is refused', () => {
    const code = sampleQris();
    fc.assert(
      fc.property(
        fc.nat(code.length - 1),
        fc.constantFrom('0', '1', '7', '9', 'A', 'Z', ' '),
        (at, other) => {
          fc.pre(code[at] !== other);
          expect(typeof readQris(code.slice(0, at) + other + code.slice(at + 1))).toBe('string');
        },
      ),
    );
  });

  test('that names its merchant twice is refused, although its checksum is right', () => {
    const twice = `${sampleQris().slice(0, -8)}5915KAS GRIYA RUKUN6304`;
    expect(readQris(twice + checksum(twice))).toBe('Ini bukan kode QRIS');
  });

  test('with an amount is the same merchant’s, for one payment, with a checksum of its own', () => {
    const code = qrisFor(sampleQris(), 300_000);
    expect(code).toBe(sampleQris({ '01': '12', '54': '300000' }));
  });
});
