/** S3 storage. `assets.test.ts` and `uploads.test.ts` also run with it. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uploadDocument } from '../../contract/documents.ts';
import { refusals } from '../../contract/messages.ts';
import { listOwnPaymentsWarga, uploadPaymentWarga } from '../../contract/payments.ts';
import { readStorage } from '../config.ts';
import { bucketOfItsOwn, makeApp, type TestApp } from '../testing/app.ts';
import { type Balancer, makeBalancer } from '../testing/balancer.ts';
import { photo } from '../testing/pictures.ts';
import { s3Bucket, s3Keys } from '../testing/s3.ts';
import { openStorage } from './open.ts';

const endpoint = process.env.GUYUB_TEST_S3 ?? '';

/** Proxy in front of the S3 server, to interrupt it. */
let way: Balancer;
let app: TestApp;
beforeAll(async () => {
  way = await makeBalancer([{ url: endpoint }]);
  app = await makeApp(bucketOfItsOwn(way.url));
});
afterAll(async () => {
  await app.close();
  way.close();
});

const bucket = (keys = s3Keys, name = s3Bucket) =>
  openStorage(readStorage(`s3://${name}/sendiri?endpoint=${endpoint}`, keys));

async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const upload = async (bulan: number) =>
  (await app.as.warga('A1')).call(uploadPaymentWarga, {
    body: { tahun: 2026, bulan },
    files: { bukti_transfer: await photo() },
  });
const read = async (nama: string | null) => {
  const { token } = await app.as.warga('A1');
  return await fetch(`${app.url}/assets/uploads/${nama}`, { headers: { authorization: `Bearer ${token}` } });
};

describe('privacy', () => {
  test('objects are not readable without the keys', async () => {
    const { body } = await upload(1);
    const { config } = app.context;
    const prefix = config.storage.kind === 's3' ? config.storage.prefix : '';
    const address = `${endpoint}/${s3Bucket}/${prefix}uploads/${body.data.bukti_transfer}`;
    expect((await read(body.data.bukti_transfer)).status).toBe(200);
    for (const url of [address, `${endpoint}/${s3Bucket}`, `${endpoint}/${s3Bucket}?list-type=2`]) {
      expect([url, (await fetch(url)).status]).toEqual([url, 403]);
    }
  });

  test('every request with a wrong secret is refused', async () => {
    const thief = bucket({ ...s3Keys, S3_SECRET_KEY: 'salah' });
    await bucket().put('uploads/a.jpg', Buffer.from('a'));
    const refused = { code: 'STORAGE_UNAVAILABLE', message: expect.stringContaining('403') as string };
    await expect(thief.put('uploads/b.jpg', Buffer.from('b'))).rejects.toMatchObject(refused);
    await expect(thief.open('uploads/a.jpg')).rejects.toMatchObject(refused);
    await expect(thief.remove('uploads/a.jpg')).rejects.toMatchObject(refused);
    await expect(allOf(thief.list('uploads'))).rejects.toMatchObject(refused);
    expect(await bucket().open('uploads/b.jpg')).toBeNull();
  });
});

describe('the four methods', () => {
  test('stored objects are readable as a whole and by range until they are removed', async () => {
    const storage = bucket();
    await storage.put('documents/x.pdf', new Blob(['Halo dunia']));
    const whole = await storage.open('documents/x.pdf');
    expect([whole?.size, whole && (await buffer(whole.stream)).toString()]).toEqual([10, 'Halo dunia']);
    const part = await storage.open('documents/x.pdf', { start: 5, end: 7 });
    expect([part?.size, part && (await buffer(part.stream)).toString()]).toEqual([10, 'dun']);
    await storage.remove('documents/x.pdf');
    await storage.remove('documents/x.pdf');
    expect(await storage.open('documents/x.pdf')).toBeNull();
    expect(await storage.open('documents/x.pdf', { start: 0, end: 0 })).toBeNull();
  });

  test('listing pages beyond a thousand objects, and is limited to folder and estate', async () => {
    const storage = bucket();
    const names = Array.from({ length: 1_010 }, (_, index) => `thumbnails/${index}.jpg`);
    for (let start = 0; start < names.length; start += 20) {
      await Promise.all(names.slice(start, start + 20).map((name) => storage.put(name, Buffer.from('x'))));
    }
    await storage.put('thumbnails-lain/y.jpg', Buffer.from('y'));
    const listed = await allOf(storage.list('thumbnails'));
    expect(listed.map(({ key }) => key).toSorted()).toEqual(names.toSorted());
    expect(Math.abs(Date.now() - Number(listed[0]?.writtenAt))).toBeLessThan(60_000);
    expect(await allOf(storage.list('kosong'))).toEqual([]);
  });
});

describe('a storage that is gone', () => {
  test('is refused with a message, loses nothing, and recovers', async () => {
    const { bukti_transfer } = (await upload(2)).body.data;
    const countFiles = async () => (await app.context.db.selectFrom('files').select('nama').execute()).length;
    const before = await countFiles();
    const port = Number(new URL(way.url).port);
    way.close();
    const gone = {
      status: 'error',
      code: 'storage_unavailable',
      message: refusals.storage_unavailable.message,
    };
    expect(await upload(3)).toMatchObject({ status: 503, refusal: gone });
    const file = new File(['%PDF-1.7\n%%EOF'], 'a.pdf');
    const document = { body: { judul: 'Surat' }, files: { file } };
    const admin = await app.as.admin();
    expect(await admin.call(uploadDocument, document)).toMatchObject({ status: 503, refusal: gone });
    const picture = await read(bukti_transfer);
    expect([picture.status, await picture.json()]).toEqual([503, gone]);
    expect(picture.headers.get('cache-control')).toBe('no-store');
    const siti = await app.as.warga('A1');
    const own = await siti.call(listOwnPaymentsWarga, { params: { userId: siti.id } });
    expect([own.status, own.body.data.some(({ bulan }) => bulan === 3)]).toEqual([200, false]);
    expect(await countFiles()).toBe(before);

    way = await makeBalancer([{ url: endpoint }], port);
    expect((await read(bukti_transfer)).status).toBe(200);
    expect((await upload(3)).status).toBe(201);
  });

  test('a missing bucket is an error, not an empty one', async () => {
    const missing = {
      code: 'STORAGE_UNAVAILABLE',
      message: expect.stringContaining('NoSuchBucket') as string,
    };
    await expect(bucket(s3Keys, 'tidak-ada').open('uploads/a.jpg')).rejects.toMatchObject(missing);
    await expect(allOf(bucket(s3Keys, 'tidak-ada').list('uploads'))).rejects.toMatchObject(missing);
  });
});

test('move -- files copies files out of and into the bucket unchanged', async () => {
  const script = join(import.meta.dirname, '../operations/commands/move/files.ts');
  const { config, db, storage } = app.context;
  await upload(4);
  const move = async (from: string, to: string) => {
    const { PATH = '' } = process.env;
    const env = {
      PATH,
      DATA_DIR: app.folder,
      DATABASE_URL: config.databaseUrl ?? '',
      STORAGE: from,
      ...s3Keys,
    };
    return (await promisify(execFile)(process.execPath, [script, '--to', to], { env })).stdout;
  };
  const inBucket =
    config.storage.kind === 's3' ? `s3://${s3Bucket}/${config.storage.prefix}?endpoint=${endpoint}` : '';
  const elsewhere = `s3://${s3Bucket}/pindahan?endpoint=${endpoint}`;
  const files = await db.selectFrom('files').select('nama').execute();
  expect(await move(inBucket, 'local')).toMatch(
    `${files.length * 2} copied, 0 were there already, 0 are lost.`,
  );
  expect(await move('local', elsewhere)).toMatch(
    `${files.length * 2} copied, 0 were there already, 0 are lost.`,
  );
  expect(await move('local', elsewhere)).toMatch(
    `0 copied, ${files.length * 2} were there already, 0 are lost.`,
  );
  const moved = openStorage(readStorage(elsewhere, s3Keys));
  for (const { nama } of files) {
    const [left, arrived] = [await storage.open(`uploads/${nama}`), await moved.open(`uploads/${nama}`)];
    if (!left || !arrived) throw new Error(`${nama} is lost`);
    expect((await buffer(arrived.stream)).equals(await buffer(left.stream))).toBe(true);
  }
});
