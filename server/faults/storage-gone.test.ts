/** The folder of the stored files is gone or does not let us in. (A bucket: `storage.s3.test.ts`.) */
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { me } from '../../contract/auth.ts';
import { uploadDocument } from '../../contract/documents.ts';
import { listOwnPaymentsWarga, uploadPaymentWarga } from '../../contract/payments.ts';
import { findViolations } from '../areas/health/find-violations.ts';
import { temporaryFolder } from '../platform/http/bind.ts';
import { makeApp, type TestApp } from '../testing/app.ts';
import type { Person } from '../testing/people.ts';
import { photo } from '../testing/pictures.ts';

let app: TestApp;
let warga: Person;
let admin: Person;
let files: string;
beforeAll(async () => {
  app = await makeApp();
  [warga, admin] = [await app.as.warga('A1'), await app.as.admin()];
  files = join(app.folder, 'files');
});
afterAll(() => app.close());

const upload = async (bulan: number) =>
  warga.call(uploadPaymentWarga, {
    body: { tahun: 2026, bulan },
    files: { bukti_transfer: await photo() },
  });
const uploadPaper = () =>
  admin.call(uploadDocument, {
    body: { judul: 'Surat' },
    files: { file: new File(['%PDF-1.7\n%%EOF'], 'a.pdf') },
  });
const read = (nama: string | null) =>
  fetch(`${app.url}/assets/uploads/${nama}`, { headers: { authorization: `Bearer ${warga.token}` } });
const gone = { status: 503, refusal: { status: 'error', code: 'storage_unavailable' } };

test('is said in words, leaves no record without its file, and is over by itself', async () => {
  const { bukti_transfer } = (await upload(1)).body.data;
  await rename(files, `${files}.away`);
  expect((await read(bukti_transfer)).status).toBe(503);
  await writeFile(files, 'not a folder, as nothing else keeps root out');
  expect(await upload(2)).toMatchObject(gone);
  expect(await uploadPaper()).toMatchObject(gone);
  const picture = await read(bukti_transfer);
  expect([picture.status, await picture.json()]).toMatchObject([503, { code: 'storage_unavailable' }]);
  expect((await warga.call(me)).status).toBe(200);
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200);

  await rm(files);
  await rename(`${files}.away`, files);
  expect((await read(bukti_transfer)).status).toBe(200);
  expect([(await upload(2)).status, (await uploadPaper()).status]).toEqual([201, 201]);
  const listed = await warga.call(listOwnPaymentsWarga, { params: { userId: warga.id } });
  expect(listed.body.data).toHaveLength(2);
  expect((await findViolations(app.context)).violations).toEqual([]);
  expect(await readdir(temporaryFolder(app.folder))).toEqual([]);
});

test('a picture whose second half is refused leaves no thumbnail behind', async () => {
  const thumbnails = () => readdir(join(files, 'thumbnails'));
  const before = await thumbnails();
  await rename(join(files, 'uploads'), join(files, 'away'));
  await writeFile(join(files, 'uploads'), '');
  expect(await upload(3)).toMatchObject(gone);
  expect(await thumbnails()).toEqual(before);
  await rm(join(files, 'uploads'));
  await rename(join(files, 'away'), join(files, 'uploads'));
});

test('the folder of unfinished uploads is made anew', async () => {
  await rm(temporaryFolder(app.folder), { recursive: true });
  expect((await upload(4)).status).toBe(201);
});
