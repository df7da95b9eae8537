import { describe, expect, test } from 'vitest';
import { concat, toUtf8 } from './encoding.ts';
import { type BadExport, checkExport, formatExportHeader, formatExportLeaf } from './log-export.ts';
import { makeLoggedBook } from './log-money.ts';
import { rootOf } from './merkle.ts';
import { makeSigner } from './testing/ed25519.ts';
import {
  exportOf,
  leavesOf,
  logSigner,
  origin,
  rotatedExport,
  signCheckpoint,
  strangerSigner,
} from './testing/sample-export.ts';

const leaves = leavesOf();
const file = await exportOf();

async function* portions(bytes: Uint8Array, length = bytes.length) {
  for (let at = 0; at < bytes.length; at += length) yield await Promise.resolve(bytes.slice(at, at + length));
}
const check = (bytes: Uint8Array, options: Parameters<typeof checkExport>[1] = {}) =>
  checkExport(portions(bytes), options);
const faultOf = (bytes: Uint8Array) =>
  check(bytes).then(
    () => undefined,
    ({ fault }: BadExport) => fault,
  );
const change = (from: string | RegExp, to: string) =>
  toUtf8(new TextDecoder().decode(file).replace(from, to));

describe('an untouched export', () => {
  test('holds: origin, size, head, checkpoints and who cosigned them', async () => {
    const found = await check(file);
    expect(found).toMatchObject({ origin, size: leaves.length, root: await rootOf(leaves) });
    expect(found.checkpoints.map(({ size, cosignatures }) => [size, cosignatures.length])).toEqual([
      [3, 1],
      [leaves.length, 0],
    ]);
  });

  test('is the same in portions of any length', async () => {
    const whole = await check(file);
    for (const length of [1, 7, 100]) expect(await checkExport(portions(file, length))).toEqual(whole);
  });

  test('tells the heads of the sizes asked for', async () => {
    const { roots } = await check(file, { sizes: [1, 4, 99] });
    expect(roots.get(1)).toEqual(await rootOf(leaves.slice(0, 1)));
    expect(roots.get(4)).toEqual(await rootOf(leaves.slice(0, 4)));
    expect(roots.has(99)).toBe(false);
  });

  test('finds the size of a head, or says that it never was one', async () => {
    expect(await check(file, { seek: await rootOf(leaves.slice(0, 5)) })).toMatchObject({ found: 5 });
    expect(await check(file, { seek: new Uint8Array(32) })).not.toHaveProperty('found');
  });

  test('hands out every leaf, from which the book is added up', async () => {
    const book = makeLoggedBook();
    await check(file, { onLeaf: book.add });
    expect(book).toMatchObject({ saldo: 1_150_000, contradictions: 0 });
    expect(book.entries.size).toBe(6);
    expect(book.reversals.get(2)).toMatchObject({ nomor: 5, tanggal: '2026-02-03' });
  });
});

test('of an empty log holds', async () => {
  const header = { keys: [logSigner.key], checkpoints: [await signCheckpoint([])], leaves: 0 };
  expect(await check(toUtf8(formatExportHeader(header)))).toMatchObject({ size: 0 });
});

test('after any flipped byte it is refused', async () => {
  for (const at of file.keys()) {
    for (const mask of [1, 128]) {
      const flipped = file.map((byte, place) => (place === at ? byte ^ mask : byte));
      expect(await faultOf(flipped), `byte ${at}, mask ${mask}`).toBeDefined();
    }
  }
});

test('cut off at any place, or with something behind it, it is refused', async () => {
  for (let length = 0; length < file.length; length += 13)
    expect(await faultOf(file.slice(0, length))).toBeDefined();
  for (const more of ['\n', 'x', '{}\n']) expect(await faultOf(concat(file, toUtf8(more)))).toBe('malformed');
});

test('names what was changed', async () => {
  expect(await faultOf(change('"jumlah":150000', '"jumlah":950000'))).toBe('altered');
  expect(await faultOf(change(/\n(\{.*\n)(\{.*\n)/, '\n$2$1'))).toBe('altered');
  expect(await faultOf(change(/\{"aksi".*\n/, ''))).toBe('altered');
  expect(await faultOf(change('GUYUB LOG 1', 'GUYUB LOG 2'))).toBe('malformed');
  expect(await faultOf(change(/(checkpoint .*\n)(checkpoint .*\n)/, '$2$1'))).toBe('malformed');
  expect(await faultOf(change(/\nleaves (.*)\n/, '\nleaves 0$1\n'))).toBe('malformed');
  expect(await faultOf(change(/key pengawas.*\n/, ''))).toBe('forged');
  expect(await faultOf(new TextEncoder().encode('bukan log'))).toBe('malformed');
});

test('a checkpoint of a stranger, or of another origin, is refused', async () => {
  const foreign = await signCheckpoint(leaves, { by: strangerSigner });
  const build = (keys: (typeof logSigner.key)[], checkpoints: string[]) =>
    concat(
      toUtf8(formatExportHeader({ keys, checkpoints, leaves: leaves.length })),
      ...leaves.map(formatExportLeaf),
    );
  expect(await faultOf(build([logSigner.key], [foreign]))).toBe('forged');
  const both = [await signCheckpoint(leaves.slice(0, 1)), foreign];
  expect(await faultOf(build([logSigner.key, strangerSigner.key], both))).toBe('malformed');
});

test('a leaf with a line break is not exported', () => {
  expect(() => formatExportLeaf(toUtf8('{\n}'))).toThrow('line break');
});

describe('the book in the leaves', () => {
  const booked = (...entries: Parameters<typeof leavesOf>[0] & object) => {
    const book = makeLoggedBook();
    for (const leaf of leavesOf(entries)) book.add(leaf);
    return book;
  };

  test('counts contradictions: a second reversal, or one of another amount', () => {
    const [paid, back] = [{ jumlah: 5_000 }, { jumlah: -5_000, membatalkan: 1 }];
    expect(booked(paid, back).contradictions).toBe(0);
    expect(booked(paid, back, back).contradictions).toBe(1);
    expect(booked(paid, { jumlah: -4_000, membatalkan: 1 }).contradictions).toBe(1);
  });

  test('counts a missing number, and ignores leaves that are no entries', () => {
    const book = makeLoggedBook();
    const [, first, , third] = leavesOf();
    for (const leaf of [first, third, toUtf8('{'), toUtf8('null'), toUtf8('{"aksi":"entry.booked"}')])
      if (leaf) book.add(leaf);
    expect(book).toMatchObject({ saldo: 1_150_000, contradictions: 1 });
    expect(book.entries.size).toBe(2);
  });
});

describe('a new key', () => {
  test('counts from the checkpoint after the one that covers its leaf', async () => {
    const next = await makeSigner(origin, 7);
    const found = await check(await rotatedExport(next, [logSigner, logSigner, next]));
    expect(found.checkpoints.map(({ signers }) => signers[0]?.keyId)).toEqual(
      [logSigner, logSigner, next].map(({ key }) => key.keyId),
    );
  });

  test('is a forgery before its leaf was signed, if another was named, and so is the former key afterwards', async () => {
    const [next, another] = [await makeSigner(origin, 7), await makeSigner(origin, 8)];
    expect(await faultOf(await rotatedExport(next, [logSigner, next, next]))).toBe('forged');
    expect(await faultOf(await rotatedExport(another, [logSigner, logSigner, next]))).toBe('forged');
    expect(await faultOf(await rotatedExport(next, [logSigner, logSigner, logSigner]))).toBe('forged');
  });
});
