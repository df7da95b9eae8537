import { describe, expect, test } from 'vitest';
import { formatHead } from '../../contract/checkpoint.ts';
import { type Bytes, toUtf8 } from '../../contract/encoding.ts';
import { rootOf } from '../../contract/merkle.ts';
import { receiptLink } from '../../contract/receipt.ts';
import { formatVerifierKey, verifyByWebCrypto } from '../../contract/signed-note.ts';
import { makeSigner } from '../../contract/testing/ed25519.ts';
import {
  exportOf,
  leavesOf,
  logSigner,
  receiptNote,
  restoredLeaf,
  severalBooked,
  severalMonths,
  signCheckpoint,
  strangerSigner,
} from '../../contract/testing/sample-export.ts';
import { type Evidence, judge } from './judge.ts';

const leaves = leavesOf();
const file = await exportOf();
const rewritten = leavesOf([{ jumlah: 900_000, jenis: 'saldo_awal' }, ...Array(5).fill({ jumlah: 150_000 })]);
const keys = formatVerifierKey(logSigner.key);

const open = (bytes: Bytes) =>
  async function* () {
    yield await Promise.resolve(bytes);
  };
async function say(evidence: Partial<Evidence> & { file?: Bytes }) {
  const log = evidence.file && open(evidence.file);
  const verdicts = await judge(
    { text: '', second: '', keys, log, ...evidence },
    { verify: verifyByWebCrypto },
  );
  return verdicts.map(({ tone, title }) => `${tone}: ${title}`);
}

describe('a receipt', () => {
  test.each([
    ['as a note', (note: string) => note],
    ['without its last line break', (note: string) => note.trim()],
    ['with line breaks of Windows', (note: string) => note.replaceAll('\n', '\r\n')],
    ['as a link', (note: string) => receiptLink('https://griya.example/cek', note)],
  ])('%s is valid with the key of the estate alone', async (_form, write) => {
    expect(await say({ text: write(await receiptNote()) })).toEqual(['success: Kuitansi sah']);
  });

  test('that stands in the log is valid and booked', async () => {
    expect(await say({ text: await receiptNote(), file })).toContain('success: Kuitansi sah dan tercatat');
  });

  test('whose payment was reversed was valid then', async () => {
    const verdicts = await say({ text: await receiptNote({ entri: [2] }), file });
    expect(verdicts[0]).toBe('warning: Sah waktu itu, kemudian dibatalkan');
  });

  test('of a payment that the log tells otherwise is a contradiction', async () => {
    for (const other of [
      { jumlah: 160_000 },
      { tanggal: '2026-01-06' },
      { entri: [4] },
      { entri: [5] },
      { entri: [1] },
    ]) {
      const verdicts = await say({ text: await receiptNote(other), file });
      expect(verdicts[0]).toBe('danger: Kuitansi bertentangan dengan log');
    }
  });

  test('of several months is compared with each of their entries', async () => {
    const text = await receiptNote(severalMonths);
    const booked = await exportOf(leavesOf(severalBooked(false)));
    expect((await say({ text, file: booked }))[0]).toBe('success: Kuitansi sah dan tercatat');
    for (const other of [{ jumlah: 450_001 }, { entri: [1, 2, 3] }, { tanggal: '2026-01-06' }]) {
      const [verdict] = await say({ text: await receiptNote({ ...severalMonths, ...other }), file: booked });
      expect(verdict).toBe('danger: Kuitansi bertentangan dengan log');
    }
    const [newer] = await say({
      text: await receiptNote({ ...severalMonths, entri: [3, 4, 5] }),
      file: booked,
    });
    expect(newer).toBe('warning: Kuitansi sah, tetapi log ini lebih lama');
  });

  test('of several months, of which one was reversed, names that month', async () => {
    const log = open(await exportOf(leavesOf(severalBooked(true))));
    const text = await receiptNote(severalMonths);
    const [verdict] = await judge({ text, second: '', keys, log }, { verify: verifyByWebCrypto });
    expect(verdict).toMatchObject({ tone: 'warning', title: 'Sah waktu itu, kemudian dibatalkan sebagian' });
    expect(verdict?.text).toContain('iuran Desember 2025 dibatalkan pada 3 Februari 2026 (Buku Kas nomor 5)');
  });

  test('newer than the log is not judged by it', async () => {
    const verdicts = await say({ text: await receiptNote({ entri: [7] }), file });
    expect(verdicts[0]).toBe('warning: Kuitansi sah, tetapi log ini lebih lama');
  });

  test('of a stranger, changed, or cut off is refused', async () => {
    const note = await receiptNote();
    expect(await say({ text: await receiptNote({}, strangerSigner) })).toEqual([
      'danger: Kunci tidak dikenal',
    ]);
    expect(await say({ text: note.replace('150.000', '950.000') })).toEqual(['danger: Kuitansi palsu']);
    expect(await say({ text: note.replace('Rumah: B12\n', '') })).toEqual([
      'danger: Bukan kuitansi yang utuh',
    ]);
    expect(await say({ text: '#k=rusak!' })).toEqual(['danger: Teks tidak dikenali']);
  });

  test('is not judged without any key, but is with that of a log file', async () => {
    const text = await receiptNote();
    expect(await say({ text, keys: '' })).toEqual(['warning: Belum dapat diperiksa: kunci tidak dikenal']);
    expect(await say({ text, keys: '', file })).toContain('success: Kuitansi sah dan tercatat');
  });
});

describe('a log file', () => {
  test('alone is whole, but compared with nothing', async () => {
    expect(await say({ file })).toEqual([
      'warning: Belum dibandingkan dengan kepala',
      'success: File log utuh',
    ]);
  });

  test('tells size, entries and saldo', async () => {
    const verdicts = await judge(
      { text: '', second: '', keys, log: open(file) },
      { verify: verifyByWebCrypto },
    );
    const facts = new Map(verdicts.at(-1)?.facts);
    expect(facts.get('Ukuran')).toBe('7 catatan');
    expect(facts.get('Transaksi')).toBe('6');
    expect(facts.get('Saldo')).toBe('Rp 1.150.000');
    expect(facts.get('Ikut menandatangani')).toBe('pengawas-1');
  });

  test('signed by another key than the estate’s is refused', async () => {
    const verdicts = await say({ file, keys: formatVerifierKey(strangerSigner.key) });
    expect(verdicts[0]).toBe('danger: Log ini ditandatangani kunci lain');
  });

  test('that was changed is refused', async () => {
    const changed = toUtf8(new TextDecoder().decode(file).replace('"jumlah":150000', '"jumlah":950000'));
    expect(await say({ file: changed })).toContain('danger: Isi log telah diubah');
    expect(await say({ file: file.slice(0, -5) })).toContain('danger: File log rusak atau bukan file log');
  });
});

describe('a head', () => {
  const head = async (size: number) => formatHead(await rootOf(leaves.slice(0, size)));

  test('in a log that a restore renamed is judged with the key that a saved page remembers', async () => {
    const former = formatVerifierKey((await makeSigner('griya-asri.example/lama', 1)).key);
    const kept = await exportOf([restoredLeaf, ...leaves]);
    expect(await say({ keys: former, text: await head(5), file: kept })).toEqual([
      'success: Log lama cocok dengan kepala ini',
      'success: File log utuh',
    ]);
    const stranger = formatVerifierKey((await makeSigner(logSigner.key.name, 2)).key);
    expect(await say({ keys: stranger, file: kept })).toContain('danger: Log ini ditandatangani kunci lain');
  });

  test('that names a restore in broken words is refused like any other', async () => {
    const kept = await exportOf([restoredLeaf, ...leaves]);
    const broken = new TextEncoder().encode(
      new TextDecoder().decode(kept).replace('"sesudah":{', '"sesudah":['),
    );
    expect((await say({ file: broken }))[0]).toBe('danger: Isi log telah diubah');
  });

  test('from before a restore is compared with what the log kept of the former one', async () => {
    for (const restores of [[restoredLeaf], [restoredLeaf, restoredLeaf]]) {
      const kept = await exportOf([...restores, ...leaves]);
      for (const text of [await head(5), `Ukuran: 5\nKepala: ${await head(5)}`])
        expect(await say({ text, file: kept })).toEqual([
          'success: Log lama cocok dengan kepala ini',
          'success: File log utuh',
        ]);
      const log = open(kept);
      const [, whole] = await judge(
        { text: await head(5), second: '', keys, log },
        { verify: verifyByWebCrypto },
      );
      expect(whole?.facts).toContainEqual([
        'Dibuka setelah pemulihan',
        'dari log griya-asri.example/lama, 2 catatan hilang',
      ]);
      const other = await exportOf([...restores, ...rewritten]);
      expect(await say({ text: await head(5), file: other })).toContain(
        'danger: Log TIDAK cocok dengan kepala ini',
      );
    }
  });

  test('is looked for in the latest twenty former logs, so that a hostile file cannot ask for thousands', async () => {
    for (const [restores, title] of [
      [20, 'Log lama cocok dengan kepala ini'],
      [21, 'Log TIDAK cocok dengan kepala ini'],
    ] as const) {
      const kept = await exportOf([...Array.from({ length: restores }, () => restoredLeaf), ...leaves]);
      const [verdict] = await say({ text: await head(5), file: kept });
      expect(verdict).toContain(title);
    }
  });

  test('of any size is found in the log, however it was copied', async () => {
    for (const size of [1, 3, 5, leaves.length]) {
      const verdicts = await say({ text: (await head(size)).toLowerCase().replaceAll(' ', ''), file });
      expect(verdicts[0]).toBe('success: Log cocok dengan kepala ini');
    }
    const message = `Log Griya Asri\nUkuran: 5 catatan\nSaldo: Rp 1.150.000\nKepala: ${await head(5)}`;
    expect((await say({ text: message, file }))[0]).toBe('success: Log cocok dengan kepala ini');
  });

  test('of a log that was rewritten since is refused', async () => {
    const text = await head(leaves.length);
    const other = await exportOf(rewritten);
    expect((await say({ text, file: other }))[0]).toBe('danger: Log TIDAK cocok dengan kepala ini');
    expect((await say({ text: `Ukuran: 7\n${text}`, file: other }))[0]).toBe(
      'danger: Log TIDAK cocok dengan kepala ini',
    );
  });

  test('with its size, of a newer log, asks for the newer file', async () => {
    const verdicts = await say({ text: `Ukuran: 1.000\n${await head(5)}`, file });
    expect(verdicts[0]).toBe('warning: File log lebih lama daripada kepala ini');
  });

  test('with one letter changed is refused', async () => {
    const text = await head(5);
    for (let at = 0; at < text.length; at += 3) {
      if (text[at] === ' ') continue;
      const changed = text.slice(0, at) + (text[at] === 'B' ? 'C' : 'B') + text.slice(at + 1);
      expect((await say({ text: changed, file }))[0]).toMatch(/^danger/);
    }
  });
});

describe('signed notes', () => {
  test('that the log grew from are consistent with it', async () => {
    const text = await signCheckpoint(leaves.slice(0, 4));
    expect((await say({ text, file }))[0]).toBe('success: Log cocok dengan kepala ini');
    expect(await say({ text })).toEqual(['success: Tanda tangan catatan benar']);
  });

  test('of another history of the same size show both notes', async () => {
    const [text, second] = [await signCheckpoint(leaves), await signCheckpoint(rewritten)];
    const [verdict] = await judge({ text, second, keys, log: undefined }, { verify: verifyByWebCrypto });
    expect(verdict).toMatchObject({ tone: 'danger', title: 'Dua catatan bertentangan' });
    expect(verdict?.notes?.map(([, note]) => note)).toEqual([text, second]);

    const [against] = await judge(
      { text: second, second: '', keys, log: open(file) },
      { verify: verifyByWebCrypto },
    );
    expect(against).toMatchObject({ tone: 'danger', title: 'Log TIDAK cocok dengan kepala ini' });
    expect(against?.notes?.map(([, note]) => note)).toEqual([second, text]);
  });

  test('of a stranger prove nothing about the log', async () => {
    const text = await signCheckpoint(rewritten, { by: strangerSigner });
    const second = await signCheckpoint(leaves);
    expect(await say({ text, second })).toEqual([
      'danger: Kunci tidak dikenal',
      'success: Tanda tangan catatan benar',
    ]);
  });
});

test('nothing, a mistyped key and any other text are told apart', async () => {
  expect(await say({})).toEqual(['warning: Belum ada yang diperiksa']);
  expect(await say({ keys: `${keys}x` })).toEqual(['danger: Kunci perumahan salah ketik']);
  expect(await say({ text: 'halo' })).toEqual(['danger: Teks tidak dikenali']);
});
