import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as checkpoints from './checkpoint.ts';
import { fromBase64, toUtf8 } from './encoding.ts';
import { hashLeaf, makeTree, rootOf } from './merkle.ts';
import { formatNote, parseVerifierKey } from './signed-note.ts';
import { makeSigner } from './testing/ed25519.ts';
import tessera from './testing/tessera-log.json' with { type: 'json' };

const files: Record<string, string> = tessera.files;
const fileOf = (name: string) => Buffer.from(files[name] ?? '', 'base64');

describe('sample log of transparency-dev/tessera', async () => {
  const key = await parseVerifierKey(
    'example.com/log/testdata+33d7b496+AeHTu4Q3hEIMHNqc6fASMsq3rKNx280NI+oO5xCFkkSx',
  );
  const keys = key ? [key] : [];
  const sizes = Array.from({ length: 16 }, (_, size) => size);

  test.each(sizes)(
    'checkpoint %i is signed, and its head is recomputed from the entry bundle',
    async (size) => {
      const verdict = await checkpoints.verifyCheckpoint(fileOf(`checkpoint.${size}`).toString(), keys);
      const bundle = bundleOf(size);
      expect(bundle).toHaveLength(size);
      expect(verdict).toMatchObject({
        valid: true,
        checkpoint: { origin: 'example.com/log/testdata', size, root: await rootOf(bundle) },
      });
    },
  );

  test.each(sizes.slice(1))('tile of width %i holds the leaf hashes of the bundle', async (width) => {
    const hashes = await Promise.all(bundleOf(width).map(hashLeaf));
    expect(Buffer.concat(hashes)).toEqual(fileOf(`tile/0/000.p/${width}`));
  });

  test('one tree grows through all heads', async () => {
    const tree = makeTree();
    for (const entry of bundleOf(15)) {
      await tree.append([await hashLeaf(entry)]);
      const verdict = await checkpoints.verifyCheckpoint(fileOf(`checkpoint.${tree.size}`).toString(), keys);
      expect(verdict).toMatchObject({ valid: true, checkpoint: { root: await tree.root() } });
    }
    expect(fileOf('checkpoint')).toEqual(fileOf('checkpoint.15'));
  });
});

function bundleOf(width: number): Uint8Array[] {
  const bundle = fileOf(`tile/entries/000.p/${width}`);
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bundle.length; ) {
    const length = bundle.readUInt16BE(at);
    entries.push(bundle.subarray(at + 2, at + 2 + length));
    at += 2 + length;
  }
  return entries;
}

const root = new Uint8Array(32).fill(7);
const text = checkpoints.formatCheckpoint({ origin: 'contoh.id/log', size: 1_234, root });

test('writes origin, size and root on three lines, and reads them back', () => {
  expect(text).toBe('contoh.id/log\n1234\nBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=\n');
  expect(checkpoints.parseCheckpoint(text)).toEqual({ origin: 'contoh.id/log', size: 1_234, root });
});

test.each([
  ['no origin', text.replace('contoh.id/log', '')],
  ['a leading zero', text.replace('1234', '01234')],
  ['a sign', text.replace('1234', '+1234')],
  ['a fraction', text.replace('1234', '12.5')],
  ['a size beyond whole numbers', text.replace('1234', '9007199254740993')],
  ['a short hash', text.replace('BwcH', '')],
  ['no hash', 'contoh.id/log\n1234\n'],
  ['an extension line', `${text}lain\n`],
  ['an empty line', `${text}\n`],
  ['no line break at the end', text.slice(0, -1)],
])('refuses a checkpoint with %s', (_fault, wrong) => {
  expect(checkpoints.parseCheckpoint(wrong)).toBeUndefined();
});

describe('signatures', async () => {
  const log = await makeSigner('contoh.id/log', 1);
  const other = await makeSigner('lain.id/log', 2);
  const witness = await makeSigner('pengawas', 3, 'cosignature');
  const time = 1_790_000_000;
  const cosign = async (of: string, at = time) => ({
    name: witness.key.name,
    keyId: witness.key.keyId,
    signature: checkpoints.makeCosignature(at, await witness.sign(checkpoints.cosignedMessage(of, at))),
  });
  const note = formatNote({ text, signatures: [await log.signText(text), await cosign(text)] });

  test('a checkpoint counts only with a key that is named like its origin', async () => {
    const keys = [log.key, other.key, witness.key];
    expect(await checkpoints.verifyCheckpoint(note, keys)).toMatchObject({ valid: true, signers: [log.key] });
    const foreign = formatNote({ text, signatures: [await other.signText(text)] });
    expect(await checkpoints.verifyCheckpoint(foreign, keys)).toMatchObject({
      valid: false,
      reason: 'unknown_key',
    });
    expect(await checkpoints.verifyCheckpoint(note, [other.key])).toMatchObject({ reason: 'unknown_key' });
  });

  test('a signed note that is no checkpoint is refused', async () => {
    const greeting = formatNote({
      text: 'contoh.id/log\nhalo\n',
      signatures: [await log.signText('contoh.id/log\nhalo\n')],
    });
    expect(await checkpoints.verifyCheckpoint(greeting, [log.key])).toEqual({
      valid: false,
      reason: 'malformed',
    });
  });

  test('the cosigned message is the one of the format', () => {
    expect(new TextDecoder().decode(checkpoints.cosignedMessage(text, 1_679_315_147))).toBe(
      `cosignature/v1\ntime 1679315147\n${text}`,
    );
  });

  test('a cosignature holds for its text and time only', async () => {
    expect(await checkpoints.verifyCosignatures(note, [witness.key])).toEqual([{ key: witness.key, time }]);
    expect(await checkpoints.verifyCosignatures(note, [])).toEqual([]);
    const otherText = text.replace('1234', '1235');
    const later = checkpoints.makeCosignature(time + 1, (await cosign(text)).signature.slice(8));
    const plain = {
      ...(await witness.signText(text)),
      signature: checkpoints.makeCosignature(time, await witness.sign(toUtf8(text))),
    };
    const bad = [
      await cosign(otherText),
      { ...(await cosign(text)), signature: later },
      { ...(await cosign(text)), signature: (await cosign(text)).signature.slice(1) },
      plain,
    ];
    for (const signature of bad) {
      const forged = formatNote({ text, signatures: [await log.signText(text), signature] });
      expect(await checkpoints.verifyCosignatures(forged, [witness.key])).toBeUndefined();
    }
  });

  test('after any flipped byte the note, or its cosignature, is refused', async () => {
    const bytes = toUtf8(note);
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: bytes.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, mask) => {
          const flipped = new TextDecoder().decode(
            bytes.map((byte, place) => (place === at ? byte ^ mask : byte)),
          );
          const { valid } = await checkpoints.verifyCheckpoint(flipped, [log.key]);
          const cosignatures = await checkpoints.verifyCosignatures(flipped, [witness.key]);
          expect(valid && cosignatures?.length === 1).toBe(false);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

test('a head is 52 letters and digits in groups of four, and is read however it was copied', () => {
  const head = checkpoints.formatHead(root);
  expect(head).toMatch(/^([A-Z2-7]{4} ){12}[A-Z2-7]{4}$/);
  expect(checkpoints.parseHead(head)).toEqual(root);
  expect(checkpoints.parseHead(` ${head.toLowerCase().replaceAll(' ', '-\n')}`)).toEqual(root);
  for (const wrong of [head.slice(1), `${head}A`, head.replace('A', '1'), `${head.slice(0, -1)}B`, ''])
    expect(checkpoints.parseHead(wrong)).toBeUndefined();
});

test('no other head of 52 letters stands for the same root', () => {
  const head = checkpoints.formatHead(fromBase64(text.split('\n')[2] ?? '') ?? root);
  fc.assert(
    fc.property(
      fc.nat({ max: head.length - 1 }),
      fc.constantFrom('A', 'B', 'I', 'Q', 'Z', '2', '7'),
      (at, letter) => {
        fc.pre(head[at] !== ' ' && head[at] !== letter);
        expect(checkpoints.parseHead(head.slice(0, at) + letter + head.slice(at + 1))).not.toEqual(root);
      },
    ),
  );
});
