import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as encoding from './encoding.ts';

const codecs = [
  ['base 64', encoding.toBase64, encoding.fromBase64],
  ['base 64 for addresses', encoding.toBase64Url, encoding.fromBase64Url],
  ['base 32', encoding.toBase32, encoding.fromBase32],
] as const;

test.each(codecs)('%s: reads back what it wrote', (_name, write, read) => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(read(write(bytes))).toEqual(bytes);
    }),
  );
});

test.each(codecs)('%s: no other text stands for the same bytes', (_name, write, read) => {
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), (text) => {
      const bytes = read(text);
      if (bytes) expect(write(bytes)).toBe(text);
    }),
    { numRuns: 2_000 },
  );
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1 }),
      fc.nat(),
      fc.constantFrom('A', 'B', '2', '=', ' '),
      (bytes, at, other) => {
        const text = write(bytes);
        const place = at % text.length;
        fc.pre(text[place] !== other);
        expect(read(text.slice(0, place) + other + text.slice(place + 1))).not.toEqual(bytes);
      },
    ),
  );
});

test('writes the test vectors of RFC 4648', () => {
  const vectors = [
    ['', '', ''],
    ['f', 'Zg==', 'MY'],
    ['fo', 'Zm8=', 'MZXQ'],
    ['foo', 'Zm9v', 'MZXW6'],
    ['foob', 'Zm9vYg==', 'MZXW6YQ'],
    ['fooba', 'Zm9vYmE=', 'MZXW6YTB'],
    ['foobar', 'Zm9vYmFy', 'MZXW6YTBOI'],
  ];
  for (const [text = '', base64, base32] of vectors) {
    expect(encoding.toBase64(encoding.toUtf8(text))).toBe(base64);
    expect(encoding.toBase32(encoding.toUtf8(text))).toBe(base32);
  }
});

test.each(['Zg', 'Zg=', 'Zh==', 'Z g=', 'Zg==\n', 'Zg==Zg==', '====', 'Zm9-'])(
  'refuses base 64 %j',
  (text) => {
    expect(encoding.fromBase64(text)).toBeUndefined();
  },
);
