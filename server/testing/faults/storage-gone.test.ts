/** Missing or unreadable storage folder. Buckets: `storage.s3.test.ts`. */
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { me } from '../../../contract/auth.ts';
import { uploadDocument } from '../../../contract/documents.ts';
import { listOwnPaymentsWarga, uploadPaymentWarga } from '../../../contract/payments.ts';
import { temporaryFolder } from '../../http/bind.ts';
import { findViolations } from '../../operations/doctor/find-violations.ts';
import { type Storage, StorageUnavailable } from '../../storage/storage.ts';
import { makeApp, type TestApp } from '../app.ts';
import type { Person } from '../people.ts';
import { photo } from '../pictures.ts';

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

test('is refused with a message, stores no record without its file, and recovers', async () => {
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

test.each([
  ['the picture', 'uploads', 'thumbnails'],
  ['its thumbnail', 'thumbnails', 'uploads'],
])('if %s cannot be stored, nothing is stored', async (_, refused, other) => {
  const before = await readdir(join(files, other));
  await rename(join(files, refused), join(files, 'away'));
  await writeFile(join(files, refused), '');
  const answer = await upload(3);
  await rm(join(files, refused));
  await rename(join(files, 'away'), join(files, refused));
  expect(answer).toMatchObject(gone);
  expect(await readdir(join(files, other))).toEqual(before);
});

async function withStorage<T>(faults: Partial<Storage>, work: () => Promise<T>): Promise<T> {
  const { storage } = app.context;
  const sound = { ...storage };
  Object.assign(storage, faults);
  return await work().finally(() => Object.assign(storage, sound));
}
const noRemoving = { remove: () => Promise.reject(new StorageUnavailable('gone')) };

test('a duplicate payment is reported even if its proof cannot be discarded', async () => {
  expect((await upload(5)).status).toBe(201);
  const again = await withStorage(noRemoving, () => upload(5));
  expect(again).toMatchObject({ status: 409, refusal: { code: 'payment_exists' } });
});

test('a full disk is reported even if the thumbnail cannot be discarded', async () => {
  const sound = app.context.storage.put;
  const put: Storage['put'] = async (key, content) => {
    if (key.startsWith('uploads/')) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    await sound(key, content);
  };
  const refused = await withStorage({ put, ...noRemoving }, () => upload(6));
  expect(refused).toMatchObject({ status: 507, refusal: { code: 'storage_full' } });
});

test('the folder of temporary files is recreated', async () => {
  await rm(temporaryFolder(app.folder), { recursive: true });
  expect((await upload(4)).status).toBe(201);
});
