import { access, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploadDocument } from '../../../contract/documents.ts';
import { deletePaymentWarga, uploadPaymentWarga } from '../../../contract/payments.ts';
import { localStorage } from '../../storage/local.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { putOrphan, storedPath } from '../../testing/orphans.ts';
import { photo } from '../../testing/pictures.ts';
import { temporaryFolder } from '../bind.ts';
import { prepareTemporaryFolder } from '../multipart.ts';
import { sweepOrphans } from './sweep.ts';

let app: TestApp;
beforeAll(async () => {
  app = await makeApp();
});
afterAll(() => app.close());

const before = new Date('2026-07-15T02:00:00.000Z');
const old = new Date('2026-07-15T01:59:59.000Z');
const young = new Date('2026-07-15T02:00:01.000Z');

const pathOf = (key: string) => storedPath(app, key);
const exists = (key: string) =>
  access(pathOf(key)).then(
    () => true,
    () => false,
  );

test('deletes old unreferenced files, and keeps recent and referenced ones', async () => {
  const siti = await app.as.warga('A1-1');
  const proof = await siti.call(uploadPaymentWarga, {
    body: { tahun: 2026, bulan: 7 },
    files: { bukti_transfer: await photo() },
  });
  const paper = await (await app.as.admin()).call(uploadDocument, {
    body: { judul: 'Peraturan' },
    files: { file: new File(['%PDF-1.7\n%%EOF'], 'a.pdf') },
  });
  await siti.call(deletePaymentWarga, { params: { id: proof.body.id } });
  const named = [
    `uploads/${proof.body.data.bukti_transfer}`,
    `thumbnails/${proof.body.data.bukti_transfer}`,
    `documents/${paper.body.data.nama_file}`,
  ];
  for (const key of named) await utimes(pathOf(key), old, old);
  const orphans = ['uploads/yatim.jpg', 'thumbnails/yatim.jpg', 'documents/yatim.pdf'];
  for (const key of orphans) await putOrphan(app, key, old);
  await writeFile(pathOf('uploads/setengah.jpg.part'), 'x');
  await utimes(pathOf('uploads/setengah.jpg.part'), old, old);
  await putOrphan(app, 'uploads/muda.jpg', young);

  expect(await sweepOrphans(app.context.db, app.context.storage, before)).toBe(4);
  for (const key of [...orphans, 'uploads/setengah.jpg.part'])
    expect([key, await exists(key)]).toEqual([key, false]);
  for (const key of [...named, 'uploads/muda.jpg']) expect([key, await exists(key)]).toEqual([key, true]);
  expect(await sweepOrphans(app.context.db, app.context.storage, before)).toBe(0);
});

test('the start deletes temporary files of interrupted uploads that are older than any request', async () => {
  const folder = temporaryFolder(app.folder);
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  for (const [name, written] of [
    ['lama', hoursAgo(2)],
    ['baru', hoursAgo(0.5)],
  ] as const) {
    await writeFile(join(folder, name), 'x');
    await utimes(join(folder, name), written, written);
  }
  await prepareTemporaryFolder(folder);
  expect(await readdir(folder)).toEqual(['baru']);
});

test('accepts empty storage', async () => {
  const empty = localStorage(join(app.folder, 'belum-ada'));
  expect(await sweepOrphans(app.context.db, empty, before)).toBe(0);
});

test('writes files atomically', async () => {
  const content = Buffer.alloc(300_000, 7);
  await app.context.storage.put('uploads/utuh.jpg', content);
  expect((await readdir(pathOf('uploads'))).filter((name) => name.endsWith('.part'))).toEqual([]);
  const object = await app.context.storage.open('uploads/utuh.jpg');
  const chunks: Buffer[] = [];
  for await (const chunk of object?.stream ?? []) chunks.push(chunk as Buffer);
  expect([object?.size, Buffer.concat(chunks).equals(content)]).toEqual([content.length, true]);
  expect(await app.context.storage.open('uploads/tidak-ada.jpg')).toBeNull();
  expect(await app.context.storage.open('uploads')).toBeNull();
});
