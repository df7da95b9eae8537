import { beforeAll, describe, expect, test } from 'vitest';
import { formatCheckpoint } from './checkpoint.ts';
import { toBase64, toUtf8 } from './encoding.ts';
import { rootOf } from './merkle.ts';
import { formatNote, formatVerifierKey } from './signed-note.ts';
import { makeSigner, type Signer } from './testing/ed25519.ts';
import { consistencyProof } from './testing/merkle-proofs.ts';
import { judgeLog } from './witness.ts';

const origin = 'griya.contoh.id/log';
let signer: Signer;
beforeAll(async () => {
  signer = await makeSigner(origin, 1);
});

const leaves = (count: number, word = 'daun') =>
  Array.from({ length: count }, (_, at) => toUtf8(`${word} ${at}`));

async function note(entries: Uint8Array[], by = signer, of = origin) {
  const text = formatCheckpoint({ origin: of, size: entries.length, root: await rootOf(entries) });
  return formatNote({ text, signatures: [await by.signText(text)] });
}
const kept = async (entries: Uint8Array[]) => ({
  kunci: formatVerifierKey(signer.key),
  catatan: await note(entries),
});
async function answer(entries: Uint8Array[], from: number) {
  const proof = from < entries.length ? await consistencyProof(entries, from) : [];
  return { kini: origin, bukti: proof.map(toBase64), catatan: await note(entries) };
}

describe('a kept checkpoint of seven leaves', () => {
  test.each([7, 8, 9, 64])('is a part of the log with %i leaves', async (size) => {
    expect(await judgeLog(await kept(leaves(7)), await answer(leaves(size), 7))).toBe('same');
  });

  test('of an empty log is a part of every log with its name', async () => {
    for (const size of [0, 1, 9])
      expect(await judgeLog(await kept([]), await answer(leaves(size), size))).toBe('same');
  });

  test('is refused by a log that was rewritten and signed again', async () => {
    const rewritten = [...leaves(3), toUtf8('lain'), ...leaves(9).slice(4)];
    for (const size of [7, 8, 9])
      expect(await judgeLog(await kept(leaves(7)), await answer(rewritten.slice(0, size), 7))).toBe(
        'rewritten',
      );
  });

  test('is refused by a log that is shorter, or proves nothing', async () => {
    expect(await judgeLog(await kept(leaves(7)), await answer(leaves(6), 7))).toBe('rewritten');
    expect(await judgeLog(await kept(leaves(7)), { ...(await answer(leaves(9), 7)), bukti: [] })).toBe(
      'rewritten',
    );
    expect(await judgeLog(await kept(leaves(7)), { ...(await answer(leaves(9), 7)), bukti: ['?'] })).toBe(
      'rewritten',
    );
  });

  test('is refused by notes of other keys, and by none', async () => {
    const other = await makeSigner(origin, 2);
    const { bukti } = await answer(leaves(9), 7);
    for (const catatan of [await note(leaves(9), other), null, '', 'bukan catatan'])
      expect(await judgeLog(await kept(leaves(7)), { kini: origin, bukti, catatan })).toBe('unsigned');
  });

  test('is no proof of a log with another name', async () => {
    const same = await answer(leaves(9), 7);
    expect(await judgeLog(await kept(leaves(7)), { ...same, kini: 'griya.contoh.id/lain' })).toBe('other');
  });
});
