/** The picture of each format with the highest memory use per byte, and normal ones of the same size. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { me } from '../../../contract/auth.ts';
import { uploadPaymentWarga } from '../../../contract/payments.ts';
import { updateProfileWarga } from '../../../contract/profile.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { eventually } from '../../testing/eventually.ts';
import { jpeg } from '../../testing/jpeg.ts';
import { photo, pictures } from '../../testing/pictures.ts';
import { blackPng } from '../../testing/png.ts';
import { picturePid, treeMemory } from '../../testing/process-tree.ts';
import { growth, refusedLeavingNothing } from '../../testing/traces.ts';
import { waitsDuring } from '../../testing/vitals.ts';
import { webp } from '../../testing/webp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await makeApp();
});
afterAll(() => app.close());

let houses = 0;
async function upload(content: Uint8Array) {
  houses += 1;
  const bukti_transfer = new File([new Uint8Array(content)], 'bukti.jpg', { type: 'image/jpeg' });
  const body = { tahun: 2026, bulan: 7 };
  return (await app.as.warga(`A${houses}`)).call(uploadPaymentWarga, { body, files: { bukti_transfer } });
}

/** Memory of the decoder process itself, plus some per picture. */
const started = 100;
const most = 300;

const tooMuch: [name: string, draw: () => Buffer][] = [
  ['a progressive JPEG of 64 megapixels', () => jpeg(8_000, 8_000, { progressive: true })],
  ['one of four colours', () => jpeg(5_000, 5_000, { progressive: true, components: 4 })],
  ['a JPEG that has a scan for each colour', () => jpeg(8_000, 8_000, { scanEach: true })],
  [
    'an interlaced PNG of 16 bits',
    () => blackPng(5_000, 5_000, { depth: 16, channels: 4, interlaced: true }),
  ],
  ['a PNG of 16 bits with very long lines', () => blackPng(64_000, 1_000, { depth: 16, channels: 4 })],
  ['a lossless WebP of the largest size', () => webp(16_383, 16_383)],
  ['a WebP of 16 megapixels', () => webp(4_000, 4_000)],
  ['an animated one', () => webp(4_000, 4_000, 3)],
];

test.each(tooMuch)('%s is refused by its header, with a sentence, and nothing stays', async (_, draw) => {
  const picture = draw();
  expect(picture.length).toBeLessThan(10_485_760);
  const grown = await growth(async () => {
    const { refusal } = await refusedLeavingNothing(app, () => upload(picture), 413);
    expect(refusal).toMatchObject({
      code: 'image_too_large',
      message:
        'Resolusi gambar terlalu besar. Silakan perkecil gambar atau simpan ulang sebagai JPEG biasa terlebih dahulu.',
    });
  });
  expect(grown).toBeLessThan(started);
});

test('a JPEG that needs more memory than its header says fails at the memory limit; the next upload succeeds', async () => {
  const liar = jpeg(6_000, 6_000, { progressive: true, sampling: 2 });
  const grown = await growth(async () => {
    await refusedLeavingNothing(app, () => upload(liar), 413);
  });
  expect(grown).toBeLessThan(started);
  expect((await upload(await pictures.jpeg())).status).toBe(201);
});

test('refuses them as profile photos', async () => {
  const warga = await app.as.warga('B1');
  for (const picture of [jpeg(8_000, 8_000, { progressive: true }), webp(16_383, 16_383)]) {
    const foto_profile = `data:image/jpeg;base64,${picture.toString('base64')}`;
    const { status } = await warga.call(updateProfileWarga, {
      body: { nama: 'Siti', email: warga.email, foto_profile },
    });
    expect(status).toBe(413);
  }
});

test.each([
  ['12', 4_000, 3_000],
  ['48', 8_000, 6_000],
  ['50', 8_160, 6_120],
  ['64', 9_248, 6_936],
  ['108', 12_000, 9_000],
])('accepts a phone photo of %s megapixels with little memory', async (_, width, height) => {
  const picture = jpeg(width, height);
  const grown = await growth(async () => {
    expect((await upload(picture)).status).toBe(201);
  });
  expect(grown).toBeLessThan(started + 50);
});

const justAllowed = [
  () => jpeg(4_500, 4_600, { progressive: true }),
  () => jpeg(4_500, 4_600, { scanEach: true }),
  () => blackPng(3_900, 3_900, { depth: 16, channels: 4, interlaced: true }),
  () => blackPng(7_800, 2_100, { depth: 16, channels: 4 }),
  () => webp(3_950, 3_950),
];

test('accepts the largest allowed pictures concurrently with bounded memory and without delaying reads', async () => {
  const reader = await app.as.ketua();
  const drawn = justAllowed.map((draw) => draw());
  const all = Promise.all(drawn.map(async (picture) => (await upload(picture)).status));
  const grown = await growth(async () => {
    const { median } = await waitsDuring(reader, all);
    expect(median).toBeLessThan(500);
  });
  expect(await all).toEqual(drawn.map(() => 201));
  expect(grown).toBeLessThan(most);
});

test('a picture whose client hangs up while others are decoded is not decoded', async () => {
  const [reader, left] = [await app.as.ketua(), await app.as.warga('C1')];
  await upload(await pictures.jpeg());
  const pid = picturePid(process.pid);
  const { db } = app.context;
  const counted = async () => (await db.selectFrom('attempts').select('kunci').execute()).length;
  const known = await counted();
  const untilWaiting = (uploads: number) =>
    eventually(async () => expect(await counted()).toBe(known + uploads));
  process.kill(pid, 'SIGSTOP');
  const before = upload(await pictures.jpeg());
  await untilWaiting(1);
  const form = new FormData();
  for (const [name, value] of Object.entries({ tahun: '2026', bulan: '7' })) form.set(name, value);
  form.set('bukti_transfer', await photo());
  const hangingUp = new AbortController();
  const sent = fetch(`${app.url}/api/warga/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${left.token}` },
    body: form,
    signal: hangingUp.signal,
  }).catch(() => 'left');
  await untilWaiting(2);
  hangingUp.abort();
  expect(await sent).toBe('left');
  await reader.call(me);
  process.kill(pid, 'SIGCONT');
  expect((await before).status).toBe(201);
  expect((await upload(await pictures.jpeg())).status).toBe(201);
  const paid = db.selectFrom('payments').select('id').where('user_id', '=', left.id);
  expect(await paid.execute()).toEqual([]);
});

test('killing the decoder fails only the current upload; the next starts a new process', async () => {
  const slow = blackPng(7_800, 7_800, { depth: 16, channels: 4 });
  await upload(await pictures.jpeg());
  const pid = picturePid(process.pid);
  const answer = await refusedLeavingNothing(
    app,
    async () => {
      const uploading = upload(slow);
      await eventually(() => expect(treeMemory(pid)).toBeGreaterThan(100));
      process.kill(pid, 'SIGKILL');
      return await uploading;
    },
    503,
  );
  expect(answer.refusal.code).toBe('busy');
  expect((await upload(await pictures.jpeg())).status).toBe(201);
  expect(picturePid(process.pid)).not.toBe(pid);
});
