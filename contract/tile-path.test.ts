import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatTilePath, parseTilePath } from './tile-path.ts';

test.each([
  ['0/000', { level: 0, index: 0, width: 256 }],
  ['0/x001/x234/067', { level: 0, index: 1_234_067, width: 256 }],
  ['63/999.p/255', { level: 63, index: 999, width: 255 }],
  ['2/x001/000.p/1', { level: 2, index: 1000, width: 1 }],
])('%s', (path, tile) => {
  expect(parseTilePath(path)).toEqual(tile);
  expect(formatTilePath(tile)).toBe(path);
});

test.each(
  (
    ' 000 0/0 0/00 0/0000 0/x000 0/x001 0/x000/000 0/001/000 0/x01/000 64/000 00/000 -1/000 0/-01 0/000/ /0/000 ' +
    '0/000.p/0 0/000.p/256 0/000.p/257 0/000.p/01 0/000.p/ 0/000.p 0/000.P/1 0/000.p/1/ a/000 0/abc 0/٠٠٠ ' +
    '0/../000 0/000?x 0/x001/x002/x003/x004/x005/006'
  ).split(' '),
)('%j is no tile', (path) => {
  expect(parseTilePath(path)).toBeUndefined();
});

test('what is written is read back, and nothing else is read', () => {
  const tile = fc.record({
    level: fc.nat(63),
    index: fc.nat(999_999_999_999_999),
    width: fc.integer({ min: 1, max: 256 }),
  });
  fc.assert(
    fc.property(tile, (of) => {
      expect(parseTilePath(formatTilePath(of))).toEqual(of);
    }),
  );
  const near = fc.stringMatching(/^[0-6]?\d\/(x\d\d\d\/){0,2}\d{2,4}(\.p\/\d{1,3})?$/);
  fc.assert(
    fc.property(near, (path) => {
      const parsed = parseTilePath(path);
      if (parsed) expect(formatTilePath(parsed)).toBe(path);
    }),
  );
});
