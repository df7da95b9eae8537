/** docs/verify.py says the same as the checking page, with Python's Ed25519 and with openssl's. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { formatHead } from '../contract/checkpoint.ts';
import { monthOfIndex } from '../contract/format.ts';
import { rootOf } from '../contract/merkle.ts';
import { receiptLink } from '../contract/receipt.ts';
import { formatVerifierKey } from '../contract/signed-note.ts';
import { makeSigner } from '../contract/testing/ed25519.ts';
import {
  exportOf,
  leavesOf,
  logSigner,
  receiptNote,
  restoredLeaf,
  rotatedExport,
  severalBooked,
  severalMonths,
  signCheckpoint,
  strangerSigner,
} from '../contract/testing/sample-export.ts';
import { findProgram } from './programs.ts';

const python = findProgram('python3');
const run = promisify(execFile);
const leaves = leavesOf();
const rewritten = leavesOf(leaves.slice(1).map(() => ({ jumlah: 100_000 })));
const headOf = async (size: number) => formatHead(await rootOf(leaves.slice(0, size)));
const key = formatVerifierKey(logSigner.key);

let folder: string;
let log: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guyub-verify-'));
  log = await keep('log.txt', await exportOf());
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach((context) => {
  if (!python) context.skip('python3 is not installed');
});

async function keep(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

/** `-I -S` hides the packages of Python, so that the script takes openssl. */
async function verify(args: string[], { isolated = false } = {}) {
  const options = isolated ? ['-I', '-S'] : [];
  const command = [...options, 'docs/verify.py', ...args];
  return await run(python ?? '', command).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }) => ({ code, said: `${stdout}${stderr}` }),
  );
}

test.each([false, true])('a log and its heads of any size hold (openssl: %s)', async (isolated) => {
  const { code, said } = await verify(
    ['--kunci', key, log, await headOf(7), `Ukuran: 5 catatan\nKepala: ${await headOf(5)}`, await headOf(4)],
    { isolated },
  );
  expect(said).toContain('COCOK: file log griya-asri.example/log utuh: 7 catatan, 6 transaksi');
  expect(said).toContain('saldo   Rp 1.150.000');
  expect(said).toContain('pengawas-1');
  expect(said).toContain('COCOK: log cocok dengan kepala pada ukuran 4, saldo waktu itu Rp 1.300.000');
  expect(said.match(/^COCOK/gm)).toHaveLength(4);
  expect(code).toBe(0);
});

test('a log alone does not prove whose it is, and a file that is not there proves nothing', async () => {
  const alone = await verify([log]);
  expect([alone.code, alone.said]).toEqual([0, expect.stringContaining('sebutkan --kunci') as string]);
  const missing = await verify(['--kunci', key, join(folder, 'tidak-ada.txt')]);
  expect([missing.code, missing.said]).toEqual([
    1,
    expect.stringMatching(/^SALAH: tidak ada file /) as string,
  ]);
});

test('a head from before a restore is compared with what the log kept of the former one', async () => {
  const kept = await keep('dipulihkan.txt', await exportOf([restoredLeaf, restoredLeaf, ...leaves]));
  for (const head of [await headOf(5), `Ukuran: 5\n${await headOf(5)}`]) {
    const { code, said } = await verify(['--kunci', key, kept, head]);
    expect(said).toContain('dibuka setelah pemulihan: dari log griya-asri.example/lama, 2 catatan hilang');
    expect(said).toContain('COCOK: log lama cocok dengan kepala pada ukuran 5, saldo waktu itu Rp 1.150.000');
    expect(code).toBe(0);
  }
  const former = formatVerifierKey((await makeSigner('griya-asri.example/lama', 1)).key);
  expect((await verify(['--kunci', former, kept])).code, 'the key under its former name').toBe(0);
  const other = await keep('dipulihkan-lain.txt', await exportOf([restoredLeaf, ...rewritten]));
  const { code, said } = await verify(['--kunci', key, other, await headOf(5)]);
  expect(said).toContain('SALAH: LOG TIDAK COCOK');
  expect(code).toBe(1);
});

test('a log that was rewritten contradicts the head and the note that people kept', async () => {
  const other = await keep('ditulis-ulang.txt', await exportOf(rewritten));
  const note = await keep('catatan.txt', await signCheckpoint(leaves));
  for (const kept of [await headOf(7), `Ukuran: 7\n${await headOf(7)}`, note]) {
    const { code, said } = await verify(['--kunci', key, other, kept]);
    expect(said).toContain('SALAH: LOG TIDAK COCOK');
    expect(code).toBe(1);
  }
  const second = await keep('catatan-2.txt', await signCheckpoint(rewritten));
  expect(await verify(['--kunci', key, note, second])).toMatchObject({
    code: 1,
    said: expect.stringContaining('DUA CATATAN BERTENTANGAN') as string,
  });
});

test.each([false, true])('receipts: valid, reversed, unknown key, forged (openssl: %s)', async (isolated) => {
  const say = async (note: string, ...more: string[]) => {
    const { code, said } = await verify(['--kunci', key, await keep('kuitansi.txt', note), ...more], {
      isolated,
    });
    return `${code} ${said.trim().split('\n').at(-1)}`;
  };
  const note = await receiptNote();
  expect(await say(note)).toBe(
    '0 COCOK: kuitansi sah (pembatalan sesudahnya hanya terlihat dengan file log)',
  );
  expect(await say(receiptLink('https://griya.example/cek', note), log)).toBe(
    '0 COCOK: kuitansi sah, tercatat di log, dan tidak dibatalkan',
  );
  expect(await say(await receiptNote({ entri: [2] }), log)).toBe(
    '0 PERHATIKAN: sah waktu itu, DIBATALKAN pada 2026-02-03 (nomor 5)',
  );
  expect(await say(await receiptNote({ jumlah: 160_000 }), log)).toMatch(/^1 SALAH: kuitansi bertentangan/);
  expect(await say(await receiptNote({}, strangerSigner))).toMatch(/^1 SALAH: .* kunci yang tidak dikenal/);
  expect(await say(note.replace('150.000', '950.000'))).toMatch(/^1 SALAH: PALSU/);
});

test('another key counts once a leaf of the log has named it, and no other', async () => {
  const [next, another] = [await makeSigner(logSigner.key.name, 7), await makeSigner(logSigner.key.name, 8)];
  const say = async (name: string, file: Uint8Array) =>
    await verify(['--kunci', key, await keep(name, file)]);
  const { code, said } = await say('kunci-baru.txt', await rotatedExport(next, [logSigner, logSigner, next]));
  expect([code, said]).toEqual([0, expect.stringContaining('9 catatan') as string]);
  for (const file of [
    await rotatedExport(another, [logSigner, logSigner, next]),
    await rotatedExport(next, [logSigner, next, next]),
    await rotatedExport(next, [logSigner, logSigner, logSigner]),
  ])
    expect(await say('kunci-asing.txt', file)).toMatchObject({
      code: 1,
      said: expect.stringContaining('kunci yang tidak diumumkan log') as string,
    });
});

const flip = (bytes: Uint8Array, at: number) =>
  bytes.map((byte, place) => (place === at ? byte ^ (1 << (at % 8)) : byte));

test('a receipt of several months is compared with each of its entries', async () => {
  const text = await receiptNote(severalMonths);
  const whole = await keep('beberapa.txt', await exportOf(leavesOf(severalBooked(false))));
  const partly = await keep('sebagian.txt', await exportOf(leavesOf(severalBooked(true))));
  expect(await verify(['--kunci', key, text])).toMatchObject({ code: 0 });
  expect((await verify([whole, text])).said).toContain('COCOK: kuitansi sah, tercatat di log');
  expect((await verify([partly, text])).said).toContain(
    'PERHATIKAN: sah waktu itu, DIBATALKAN untuk Desember 2025 pada 2026-02-03 (nomor 5)',
  );
  for (const other of [{ jumlah: 450_001 }, { entri: [1, 2, 3] }, { tanggal: '2026-01-06' }])
    expect(await verify([whole, await receiptNote({ ...severalMonths, ...other })])).toMatchObject({
      code: 1,
      said: expect.stringContaining('SALAH: kuitansi bertentangan dengan log') as string,
    });
});

test('a receipt is read only as it is written', async () => {
  const months = (indexes: number[]) => ({
    untuk: indexes.map(monthOfIndex),
    entri: indexes.map((_, at) => Math.floor(1.5 * at) + 1),
  });
  const year = 2025 * 12;
  for (const indexes of [
    [0, 11, 12, 13],
    [10, 11, 14, 16, 25],
    [1, 2, 4, 5, 6],
    [0, 2, 4],
  ]) {
    const text = await receiptNote(months(indexes.map((index) => year + index)));
    expect(await verify(['--kunci', key, text])).toMatchObject({ code: 0 });
  }
  const text = await receiptNote(severalMonths);
  for (const wrong of [
    text.replace('2–4', '2, 3, 4'),
    text.replace('2–4', '2–5'),
    text.replace('2–4', '1–999999999999'),
    text.replace('November 2025–Januari 2026', 'November 2025–Januari 3026'),
    text.replace('November 2025–', 'November 2025–Desember 2025, '),
  ])
    expect((await verify(['--kunci', key, wrong])).said).toContain('SALAH: bukan kuitansi yang utuh');
});

test('after a flipped byte of a note or a receipt it says so', async () => {
  for (const note of [await signCheckpoint(leaves), await receiptNote()]) {
    const bytes = Buffer.from(note);
    const flipped = Array.from(bytes, (_, at) => keep(`catatan-${at}.txt`, flip(bytes, at)));
    const { code, said } = await verify(['--kunci', key, ...(await Promise.all(flipped))]);
    expect(said.match(/^SALAH/gm)).toHaveLength(bytes.length);
    expect(said).not.toContain('COCOK');
    expect(code).toBe(1);
  }
});

test('after a flipped byte of a log it says so', async () => {
  const whole = await exportOf();
  for (let at = 3; at < whole.length; at += Math.ceil(whole.length / 7)) {
    const { code, said } = await verify(['--kunci', key, await keep('rusak.txt', flip(whole, at))]);
    expect(said).toMatch(/^SALAH/);
    expect(code).toBe(1);
  }
});

test('the recipe for openssl in docs/operation.md verifies a receipt and a checkpoint', async () => {
  const guide = await readFile('docs/operation.md', 'utf8');
  const [, recipe = ''] = /```sh\n([^`]*openssl pkeyutl[^`]*)```/.exec(guide) ?? [];
  const env = { ...process.env, KUNCI: key };
  const follow = async (note: string) => {
    await keep('kuitansi.txt', note);
    return await run('sh', ['-c', recipe], { cwd: folder, env }).then(
      ({ stdout }) => stdout,
      ({ stdout }) => stdout,
    );
  };
  const note = await receiptNote();
  for (const good of [note, await signCheckpoint(leaves)])
    expect(await follow(good)).toContain('Signature Verified Successfully');
  expect(await follow(note.replace('150.000', '950.000'))).toContain('Signature Verification Failure');
});

test('a foreign log, a mistyped key and other texts are refused', async () => {
  const stranger = formatVerifierKey(strangerSigner.key);
  expect(await verify(['--kunci', stranger, log])).toMatchObject({ code: 1 });
  expect(await verify(['--kunci', `${key}x`, log])).toMatchObject({ code: 1 });
  expect(await verify(['--kunci', key, 'halo'])).toMatchObject({ code: 1 });
  expect(await verify([await keep('kuitansi.txt', await receiptNote())])).toMatchObject({ code: 2 });
});
