import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toUtf8 } from './encoding.ts';
import * as notes from './signed-note.ts';
import { makeSigner } from './testing/ed25519.ts';
import vectors from './testing/rfc8032.json' with { type: 'json' };

/** Published in C2SP signed-note v1.0.0. */
const known = {
  key: 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
  note:
    'This is an example message.\n\n— example.com/foo ' +
    'Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n',
};
const keyOf = async (text: string) => {
  const key = await notes.parseVerifierKey(text);
  if (!key) throw new Error(`no key: ${text}`);
  return key;
};
const outcome = (verdict: notes.NoteVerdict) => (verdict.valid ? 'valid' : verdict.reason);

test('verifies the note published with the format, and writes it the same', async () => {
  const key = await keyOf(known.key);
  expect(await notes.verifyNote(known.note, [key])).toMatchObject({
    valid: true,
    text: 'This is an example message.\n',
    signers: [{ name: 'example.com/foo', keyId: '530d903a' }],
  });
  const note = notes.parseNote(known.note);
  expect(note && notes.formatNote(note)).toBe(known.note);
  expect(notes.formatVerifierKey(key)).toBe(known.key);
});

test('a note is refused after any flipped byte', async () => {
  const key = await keyOf(known.key);
  const bytes = toUtf8(known.note);
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: bytes.length - 1 }),
      fc.integer({ min: 1, max: 255 }),
      async (at, mask) => {
        const flipped = bytes.map((byte, place) => (place === at ? byte ^ mask : byte));
        const verdict = await notes.verifyNote(new TextDecoder().decode(flipped), [key]);
        expect(verdict.valid).toBe(false);
      },
    ),
    { numRuns: 1_000 },
  );
});

describe('with several signatures', async () => {
  const text = 'Kas\n\nRp 100.000\n';
  const [first, second, stranger] = await Promise.all([
    makeSigner('contoh.id', 1),
    makeSigner('pengawas', 2),
    makeSigner('contoh.id', 3),
  ]);
  const witness = await makeSigner('contoh.id', 1, 'cosignature');
  const keys = [first.key, second.key, witness.key];
  const [byFirst, bySecond, byStranger] = await Promise.all([
    first.signText(text),
    second.signText(text),
    stranger.signText(text),
  ]);
  const { signature: ofOther } = await first.signText('Kas\n\nRp 900.000\n');
  const check = async (...signatures: notes.NoteSignature[]) =>
    await notes.verifyNote(notes.formatNote({ text, signatures }), keys);

  test('names every known signer once', async () => {
    const verdict = await check(byFirst, byFirst, bySecond);
    expect(verdict).toMatchObject({ valid: true, text, signers: [first.key, second.key] });
  });

  test('ignores unknown keys, even with a known name or a known id, and whatever they signed', async () => {
    const sameId = { ...byFirst, name: 'lain.id' };
    const sameName = { ...byStranger, signature: ofOther };
    expect(outcome(await check(sameName, byFirst, sameId))).toBe('valid');
    expect(outcome(await check(sameName, sameId))).toBe('unknown_key');
  });

  test('is forged if one known key did not sign this', async () => {
    expect(outcome(await check(byFirst, { ...bySecond, signature: ofOther }))).toBe('forged');
    const short = { ...byFirst, signature: ofOther.slice(1) };
    expect(outcome(await check(short, bySecond))).toBe('forged');
  });

  test('a key for cosignatures signs no note, with the same name and bytes of the key', async () => {
    const note = notes.formatNote({ text, signatures: [await witness.signText(text)] });
    expect(outcome(await notes.verifyNote(note, [witness.key]))).toBe('unknown_key');
  });

  test('accepts 16 signatures and more', async () => {
    const signatures = Array.from({ length: 40 }, (_, at) => ({
      ...byStranger,
      name: `saksi-${at}`,
    }));
    expect(outcome(await check(...signatures, byFirst))).toBe('valid');
  });
});

const line = known.note.slice(known.note.indexOf('—'));
test.each([
  ['nothing', ''],
  ['no signature', 'teks\n'],
  ['no signature after the empty line', 'teks\n\n'],
  ['no empty line', `teks\n${line}`],
  ['no line break at the end', `teks\n\n${line.slice(0, -1)}`],
  ['an empty line at the end', `teks\n\n${line}\n`],
  ['a line that is no signature', `teks\n\n${line}teks\n`],
  ['a hyphen instead of the dash', `teks\n\n${line.replace('—', '-')}`],
  ['two spaces', `teks\n\n${line.replace('— ', '—  ')}`],
  ['a tab in the text', `teks\tteks\n\n${line}`],
  ['a carriage return', `teks\r\n\n${line}`],
  ['a zero byte', `teks\0\n\n${line}`],
  ['half a surrogate', `teks\ud800\n\n${line}`],
  ['a plus in the name', `teks\n\n${line.replace('example.com/', 'example.com+')}`],
  ['a no-break space in the name', `teks\n\n${line.replace('example.com/', 'example.com\u00a0')}`],
  ['a next-line character in the name', `teks\n\n${line.replace('example.com/', 'example.com\u0085')}`],
  ['base 64 without padding', `teks\n\n${line.replace('=', '')}`],
  ['a key id without signature', 'teks\n\n— example.com/foo Uw2QOg==\n'],
  ['101 signatures', `teks\n\n${line.repeat(101)}`],
  ['more than 64 KB', `${'teks'.repeat(20_000)}\n\n${line}`],
])('refuses a note with %s', async (_fault, note) => {
  expect(notes.parseNote(note)).toBeUndefined();
  expect(outcome(await notes.verifyNote(note, [await keyOf(known.key)]))).toBe('malformed');
});

const [name, id, base64] = ['example.com/foo', '530d903a', 'AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'];
test.each([
  ['another id', `${name}+530d903b+${base64}`],
  ['another name', `example.com/bar+${id}+${base64}`],
  ['another type of signature', `${name}+${id}+B${base64.slice(1)}`],
  ['a key that is too short', `${name}+${id}+${base64.slice(0, -4)}`],
  ['a key that is too long', `${name}+${id}+${base64}AAAA`],
  ['a space in the name', `example com+${id}+${base64}`],
  ['no name', `+${id}+${base64}`],
  ['an id in capitals', `${name}+530D903A+${base64}`],
  ['two parts', `${name}+${id}`],
])('refuses a verifier key with %s', async (_fault, key) => {
  expect(await notes.parseVerifierKey(key)).toBeUndefined();
});

test.each(vectors.vectors)('verifies RFC 8032 $name, and not with a flipped bit', async (vector) => {
  const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
  const [publicKey, message, signature] = [
    bytes(vector.publicKey),
    bytes(vector.message),
    bytes(vector.signature),
  ];
  expect(await notes.verifyByWebCrypto(publicKey, message, signature)).toBe(true);
  const flipped = signature.map((byte, at) => (at === 40 ? byte ^ 1 : byte));
  expect(await notes.verifyByWebCrypto(publicKey, message, flipped)).toBe(false);
  expect(await notes.verifyByWebCrypto(publicKey, Uint8Array.of(...message, 0), signature)).toBe(false);
});
