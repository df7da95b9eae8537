import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCheckpoint, verifyCheckpoint } from './checkpoint.ts';
import { toUtf8 } from './encoding.ts';
import { monthOfIndex } from './format.ts';
import { formatReceipt, noteOfLink, parseReceipt, receiptLink, verifyReceipt } from './receipt.ts';
import { formatNote } from './signed-note.ts';
import {
  leavesOf,
  logSigner,
  receipt,
  receiptNote,
  severalMonths,
  signCheckpoint,
  strangerSigner,
} from './testing/sample-export.ts';

const text = formatReceipt(receipt);
const keys = [strangerSigner.key, logSigner.key];

test('is a text that people can read, without a name', () => {
  expect(text).toBe(
    [
      'KUITANSI IURAN WARGA',
      'Nomor: 2',
      'Perumahan: Griya Asri',
      'Rumah: B12',
      'Untuk: Iuran Januari 2026',
      'Jumlah: Rp 150.000',
      'Tanggal: 5 Januari 2026',
      'Buku Kas: nomor 3',
      '',
    ].join('\n'),
  );
});

const several = { ...receipt, ...severalMonths };

test('of several months says them, their sum and each entry of the book', () => {
  const skipping = { ...several, untuk: several.untuk.filter(({ bulan }) => bulan !== 12), entri: [2, 4] };
  expect(formatReceipt(several).split('\n').slice(4)).toEqual([
    'Untuk: Iuran November 2025–Januari 2026',
    'Jumlah: Rp 450.000',
    'Tanggal: 5 Januari 2026',
    'Buku Kas: nomor 2–4',
    '',
  ]);
  expect(formatReceipt(skipping)).toContain('Untuk: Iuran November 2025, Januari 2026\n');
  expect(formatReceipt(skipping)).toContain('Buku Kas: nomor 2, 4\n');
});

test('reads back what it writes, for every day, and for each list of months', () => {
  const texts = fc.string({ minLength: 1, unit: 'grapheme' }).filter((name) => /^\P{Cc}+$/u.test(name));
  const paid = fc
    .uniqueArray(fc.integer({ min: 2000 * 12, max: 2020 * 12 }), { minLength: 1, maxLength: 120 })
    .chain((months) =>
      fc.record({
        months: fc.constant(months.toSorted((a, b) => a - b)),
        entri: fc.uniqueArray(fc.integer({ min: 1, max: 40 }), {
          minLength: months.length,
          maxLength: months.length,
        }),
      }),
    );
  fc.assert(
    fc.property(
      fc.record({
        nomor: fc.integer({ min: 1 }),
        perumahan: texts,
        rumah: fc.option(texts.filter((house) => house !== '-')),
        jumlah: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
        tanggal: fc
          .date({ min: new Date('2000-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
          .map((date) => date.toISOString().slice(0, 10)),
      }),
      paid,
      (some, { months, entri }) => {
        const written = {
          ...some,
          untuk: months.map(monthOfIndex),
          entri: entri.toSorted((a, b) => a - b),
        };
        expect(parseReceipt(formatReceipt(written))).toEqual(written);
      },
    ),
  );
});

test.each([
  ['fewer entries than months', '2–4', '2–3'],
  ['more entries than months', '2–4', '2–5'],
  ['more entries than anybody can count', '2–4', '2–9007199254740990'],
  ['entries in another order', '2–4', '4, 2, 3'],
  ['one entry twice', '2–4', '2, 2, 3'],
  ['entries written one by one', '2–4', '2, 3, 4'],
  ['months written one by one', 'November 2025–Januari 2026', 'November, Desember 2025, Januari 2026'],
  ['a year too much', 'November 2025–Januari 2026', 'November 2025–Desember 2025, Januari 2026'],
  ['no year', 'November 2025–Januari 2026', 'November–Januari'],
  ['months backwards', 'November 2025–Januari 2026', 'Januari 2026–November 2025'],
  ['a thousand years', 'November 2025–Januari 2026', 'November 2025–Januari 3026'],
  ['a month twice', 'November 2025–Januari 2026', 'Januari, Januari, Februari 2026'],
])('refuses a receipt of several months with %s', (_fault, from, to) => {
  const wrong = formatReceipt(several).replace(from, to);
  expect(wrong).not.toBe(formatReceipt(several));
  expect(parseReceipt(wrong)).toBeUndefined();
});

test.each([
  ['another heading', text.replace('KUITANSI', 'Kuitansi')],
  ['a missing line', text.replace('Rumah: B12\n', '')],
  ['a line more', `${text}Lunas: ya\n`],
  ['lines in another order', text.replace(/(Nomor.*\n)(Perumahan.*\n)/, '$2$1')],
  ['no line break at the end', text.slice(0, -1)],
  ['an amount without dots', text.replace('150.000', '150000')],
  ['dots elsewhere', text.replace('150.000', '15.0000')],
  ['a negative amount', text.replace('Rp 1', '-Rp 1')],
  ['an amount of 0', text.replace('150.000', '0')],
  ['a leading zero', text.replace('Nomor: 2', 'Nomor: 02')],
  ['a day that does not exist', text.replace('5 Januari', '32 Januari')],
  ['31 February', text.replace('5 Januari 2026\nBuku', '31 Februari 2026\nBuku')],
  ['a month that does not exist', text.replace('Iuran Januari', 'Iuran January')],
  ['another number of the entry', text.replace('nomor 3', '3')],
])('refuses a receipt with %s', (_fault, wrong) => {
  expect(wrong).not.toBe(text);
  expect(parseReceipt(wrong)).toBeUndefined();
});

test.each(['Griya\nAsri', 'Griya\tAsri', ''])('is not written with the name %j', (perumahan) => {
  expect(() => formatReceipt({ ...receipt, perumahan })).toThrow('no text of its own');
});

describe('signatures', () => {
  test('of the log’s key make it valid', async () => {
    expect(await verifyReceipt(await receiptNote(), keys)).toEqual({
      valid: true,
      receipt,
      key: logSigner.key,
    });
  });

  test('of a key that nobody knows do not', async () => {
    expect(await verifyReceipt(await receiptNote({}, strangerSigner), [logSigner.key])).toEqual({
      valid: false,
      reason: 'unknown_key',
      receipt,
      signer: strangerSigner.key.name,
    });
  });

  test('below another amount are forged', async () => {
    const forged = (await receiptNote()).replace('150.000', '950.000');
    expect(await verifyReceipt(forged, keys)).toMatchObject({ valid: false, reason: 'forged' });
  });

  test('a second signature is refused, even a good one', async () => {
    const signatures = [await logSigner.signText(text), await strangerSigner.signText(text)];
    expect(await verifyReceipt(formatNote({ text, signatures }), keys)).toMatchObject({
      reason: 'malformed',
    });
  });

  test('after any flipped byte it is refused', async () => {
    const bytes = toUtf8(await receiptNote());
    for (const at of bytes.keys()) {
      for (const mask of [1, 2, 32, 128, 255]) {
        const flipped = bytes.map((byte, place) => (place === at ? byte ^ mask : byte));
        const verdict = await verifyReceipt(new TextDecoder().decode(flipped), keys);
        expect(verdict.valid).toBe(false);
      }
    }
  });
});

test('is never a checkpoint, nor a checkpoint a receipt', async () => {
  expect(parseCheckpoint(text)).toBeUndefined();
  const note = await receiptNote();
  expect(await verifyCheckpoint(note, keys)).toEqual({ valid: false, reason: 'malformed' });
  const checkpoint = await signCheckpoint(leavesOf());
  expect(await verifyReceipt(checkpoint, keys)).toEqual({ valid: false, reason: 'malformed' });
});

test('fits into the fragment of a link, and is read from it', async () => {
  const note = await receiptNote();
  const link = receiptLink('https://griya-asri.example/cek', note);
  expect(link).toMatch(/^https:\/\/griya-asri\.example\/cek#k=[\w-]+$/);
  expect(noteOfLink(link)).toBe(note);
  expect(noteOfLink('https://griya-asri.example/cek')).toBeUndefined();
  for (const broken of [`${link}!`, '#k=_w']) expect(noteOfLink(broken)).toBeUndefined();
});
