/** Eight of the worst pictures at once with 512 MB, and a decoder that does not answer. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { uploadPaymentWarga } from '../../../contract/payments.ts';
import { makeLog } from '../../log.ts';
import { makeContext, type Running } from '../../make-context.ts';
import { jpeg } from '../jpeg.ts';
import { makePeople, type Person } from '../people.ts';
import { pictures } from '../pictures.ts';
import { makePlace, type Place } from '../places.ts';
import { blackPng } from '../png.ts';
import { freePort } from '../port.ts';
import { type ServerProcess, startServer } from '../process.ts';
import { picturePid, treeMemory } from '../process-tree.ts';
import { makeSmallMemory } from '../small-memory.ts';
import { waitsDuring } from '../vitals.ts';
import { webp } from '../webp.ts';

vi.setConfig({ testTimeout: 300_000 });

const atOnce = 8;
const memory = makeSmallMemory(512);
const asDeployed = [process.execPath, 'scripts/serve.ts'];

let place: Place;
let running: Running;
let server: ServerProcess;
let residents: Person[];
let ketua: Person;
beforeAll(async () => {
  place = await makePlace();
  running = await makeContext(place.config, makeLog('silent'));
  const port = String(await freePort());
  const { as } = makePeople(running.context, `http://127.0.0.1:${port}`);
  residents = await Promise.all(Array.from({ length: atOnce }, (_, index) => as.warga(`A${index + 1}`)));
  ketua = await as.ketua();
  const command = [...(memory?.command ?? []), ...asDeployed];
  server = await startServer({ ...place.env, PORT: port, LOG_LEVEL: 'silent' }, 'ignore', command);
});
afterAll(async () => {
  await server.kill();
  await running.close();
  await place.clear();
  memory?.remove();
});

const tahun = new Date().getFullYear();
let bulan = 0;

function uploadAll(picture: Uint8Array): Promise<number[]> {
  bulan += 1;
  const bukti_transfer = new File([new Uint8Array(picture)], 'bukti.jpg', { type: 'image/jpeg' });
  const send = async (person: Person) =>
    (await person.call(uploadPaymentWarga, { body: { tahun, bulan }, files: { bukti_transfer } })).status;
  return Promise.all(residents.map(send));
}

test.each([
  ['a progressive JPEG of 64 megapixels', 413, () => jpeg(8_000, 8_000, { progressive: true })],
  [
    'an interlaced PNG of 16 bits',
    413,
    () => blackPng(8_000, 8_000, { depth: 16, channels: 4, interlaced: true }),
  ],
  ['a PNG with very long lines', 413, () => blackPng(64_000, 1_000, { depth: 16, channels: 4 })],
  ['a lossless WebP of the largest size', 413, () => webp(16_383, 16_383)],
  [
    'a JPEG that needs more than its header says',
    413,
    () => jpeg(6_000, 6_000, { progressive: true, sampling: 2 }),
  ],
  [
    'the largest progressive JPEG that is taken',
    201,
    () => jpeg(4_500, 4_600, { progressive: true, repeats: 20 }),
  ],
  [
    'the largest interlaced PNG that is taken',
    201,
    () => blackPng(3_900, 3_900, { depth: 16, channels: 4, interlaced: true }),
  ],
  ['the largest PNG of 16 bits that is taken', 201, () => blackPng(7_800, 7_800, { depth: 16, channels: 4 })],
  ['the largest WebP that is taken', 201, () => webp(3_950, 3_950)],
  ['the largest photo that is taken', 201, () => jpeg(12_000, 9_000)],
])('%s, eight at once: memory is bounded, and reads are not delayed', async (name, status, draw) => {
  const picture = draw();
  const idle = treeMemory(server.child.pid ?? 0);
  let highest = 0;
  const watch = setInterval(() => (highest = Math.max(highest, treeMemory(server.child.pid ?? 0))), 10);
  const uploads = uploadAll(picture);
  const waits = await waitsDuring(ketua, uploads).finally(() => clearInterval(watch));
  console.log(name, { megabytes: picture.length / 1e6, grown: Math.round(highest - idle), waits });
  expect(await uploads).toEqual(Array(atOnce).fill(status));
  expect(highest - idle).toBeLessThan(300);
  expect(waits.p95).toBeLessThan(1_000);
});

test('a hanging decoder is killed, its upload refused, and the next one accepted', async () => {
  const picture = await pictures.jpeg();
  await uploadAll(picture);
  process.kill(picturePid(server.child.pid ?? 0), 'SIGSTOP');
  const statuses = await uploadAll(picture);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array<number>(atOnce - 1).fill(201), 413]);
});
