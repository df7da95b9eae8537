/** The log as a file and its newest head, checked by the code that the checking page runs. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getBalance } from '../../../contract/cash-book.ts';
import { formatHead } from '../../../contract/checkpoint.ts';
import { getCheckpoint } from '../../../contract/log.ts';
import { BadExport, checkExport } from '../../../contract/log-export.ts';
import { makeLoggedBook } from '../../../contract/log-money.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';

let app: TestApp;
let siti: Person;
beforeAll(async () => {
  app = await makeApp();
  siti = await app.as.warga();
  for (let bulan = 1; bulan <= 6; bulan += 1)
    await app.given.payment({ of: siti, bulan, status: 'dikonfirmasi' });
  await app.given.expense({ by: await app.as.admin(), jumlah: 70_000 });
  // More than one tile of 256 leaves.
  await app.context.write('system', async (tx) => {
    for (let count = 0; count < 300; count += 1)
      await tx.audit('post.deleted', 'posts', count + 1, { sebelum: { konten: 'x' } });
  });
});
afterAll(() => app.close());

const file = async () => {
  const response = await fetch(`${app.url}/api/log/export`, {
    headers: { authorization: `Bearer ${siti.token}` },
  });
  expect(response.headers.get('content-disposition')).toContain('log-guyub.txt');
  return new Uint8Array(await response.arrayBuffer());
};
const check = (bytes: Uint8Array, onLeaf?: (leaf: Uint8Array) => void) =>
  checkExport(
    (async function* () {
      yield bytes;
    })(),
    onLeaf ? { onLeaf } : {},
  );

test('a resident downloads the log: its tree is the signed head, and its leaves tell the saldo', async () => {
  const book = makeLoggedBook();
  const { ukuran, kepala, asal } = (await siti.call(getCheckpoint)).body.data;
  const log = await check(await file(), book.add);
  expect(ukuran).toBeGreaterThan(300);
  expect({ origin: log.origin, size: log.size, head: formatHead(log.root) }).toEqual({
    origin: asal,
    size: ukuran,
    head: kepala,
  });
  expect(book.saldo).toBe((await siti.call(getBalance)).body.data.saldo);
});

test('an earlier head stays a part of the log after it has grown', async () => {
  const before = (await siti.call(getCheckpoint)).body.data;
  await app.given.payment({ of: siti, bulan: 7, status: 'dikonfirmasi' });
  const after = (await siti.call(getCheckpoint)).body.data;
  expect(after.ukuran).toBeGreaterThan(before.ukuran);
  const log = await checkExport(
    (async function* () {
      yield await file();
    })(),
    { sizes: [before.ukuran] },
  );
  expect(formatHead(log.roots.get(before.ukuran) ?? new Uint8Array())).toBe(before.kepala);
});

test('with one byte of a leaf changed it is refused', async () => {
  const bytes = await file();
  const at = bytes.length - 40;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  await expect(check(bytes)).rejects.toBeInstanceOf(BadExport);
});
