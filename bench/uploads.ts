// `npm run bench -- uploads`: cost of 12 megapixel photos as transfer proofs, one and eight at once. Results
// in bench/results/. `-- --alone 5 --rounds 2` for a quick run.
import { parseArgs } from 'node:util';
import { uploadPaymentWarga } from '../contract/payments.ts';
import { callsTo } from '../server/testing/people.ts';
import { freePort } from '../server/testing/port.ts';
import { type ServerProcess, startServer } from '../server/testing/process.ts';
import { processTree } from '../server/testing/process-tree.ts';
import { makeTemporaryFolder } from '../tools/scratch-folder.ts';
import { makeEstate, type Reader } from './estate.ts';
import {
  asDeployed,
  computed,
  highestMemory,
  median,
  pause,
  residentMemory,
  spreadOf,
  timeOf,
} from './measure.ts';
import { fromCamera } from './photos.ts';
import { describeMachine, saveResults, today, whole } from './report.ts';

const { values } = parseArgs({
  options: { alone: { type: 'string', default: '40' }, rounds: { type: 'string', default: '10' } },
});
const [alone, rounds] = [Number(values.alone), Number(values.rounds)];
const atOnce = 8;
const warmUp = 3;
const nextYear = new Date().getFullYear() + 1;

const dataDir = makeTemporaryFolder();
await measure();

async function measure() {
  const people = (await makeEstate(dataDir, 120)).slice(3, 123); // without the officers
  const env = { NODE_ENV: 'production', PORT: String(await freePort()), DATA_DIR: dataDir, BACKUP_KEEP: '0' };
  await using server = await startServer(env, 'ignore', asDeployed);
  report(await measureOn(server, people));
}

/** Memory in MB, times in milliseconds. */
interface Measured {
  bytes: number;
  idle: number;
  single: { times: number[]; computed: number; peak: number };
  /** Per round: time until the last response, and of each upload in ascending order. */
  together: { totals: number[]; times: number[][]; peak: number };
}

async function measureOn({ url, child: { pid } }: ServerProcess, people: Reader[]): Promise<Measured> {
  const photo = await fromCamera();
  const upload = uploadsTo(url, people, photo);
  await pause(5_000);
  const idle = residentMemory(pid);
  for (let count = 0; count < warmUp; count += 1) await upload();

  const times: number[] = [];
  const computedByAll = () => processTree(pid ?? 0).reduce((sum, each) => sum + computed(each), 0);
  const before = computedByAll();
  const peak = await highestMemory(pid, async () => {
    for (let count = 0; count < alone; count += 1) times.push(await timeOf(upload));
  });
  const single = { times, computed: (computedByAll() - before) / 1_000 / alone, peak };
  console.log(`${alone} alone: ${Math.round(spreadOf(times).p50)} ms each`);

  const together: Measured['together'] = { totals: [], times: [], peak: 0 };
  together.peak = await highestMemory(pid, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const all = Array.from({ length: atOnce }, () => timeOf(upload));
      together.totals.push(await timeOf(() => Promise.all(all)));
      together.times.push((await Promise.all(all)).toSorted((a, b) => a - b));
    }
  });
  return { bytes: photo.size, idle, single, together };
}

function uploadsTo(url: string, people: readonly Reader[], photo: File): () => Promise<void> {
  let count = 0;
  return async () => {
    const { token = '' } = people[count % people.length] ?? {};
    const bulan = 1 + Math.floor(count / people.length);
    count += 1;
    const { status, refusal } = await callsTo(url, token)(uploadPaymentWarga, {
      body: { tahun: nextYear, bulan },
      files: { bukti_transfer: photo },
    });
    if (status !== 201) throw new Error(`an upload was answered ${status}: ${refusal.message}`);
  };
}

function report({ bytes, idle, single, together }: Measured) {
  const one = spreadOf(single.times);
  const total = spreadOf(together.totals);
  const places = Array.from({ length: atOnce }, (_, place) =>
    whole(median(together.times.map((times) => times[place] ?? 0))),
  );
  const text = `# Photos of 12 megapixels, ${today()}

${describeMachine()}
One server process as deployed, on SQLite. A JPEG of 4000 × 3000 pixels and ${(bytes / 1e6).toFixed(1)} MB is sent as a transfer proof
through the public call, as a browser that cannot shrink it would; times run until the answer has come, when the
picture of 1600 pixels and its thumbnail are on the disk and the payment is in the database. The sender shares the machine.

- Alone, ${alone} one after the other: **p50 ${whole(one.p50)} ms, p95 ${whole(one.p95)} ms**; server and decoder compute ${whole(single.computed)} ms for one.
- ${atOnce} at once, ${rounds} times: all are done after **${whole(total.p50)} ms** (median; slowest ${whole(total.slowest)} ms). The server makes
  one picture at a time and lets the others wait; the first to the last have their answer after
  ${places.join(', ')} ms (medians).
- Memory of the server and of the process that decodes pictures: ${whole(idle)} MB idle, at most ${whole(single.peak)} MB with one at a time, **${whole(together.peak)} MB with ${atOnce} at once**.
`;
  saveResults('uploads', text);
}
