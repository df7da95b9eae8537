// `npm run bench -- scale`: response time of every read for one client, from 120 residents to 120,000 with 7
// million payments. Limit: p95 of screen reads at most doubles. Results in bench/results/. Needs 20 GB of
// disk. `-- --levels 120,1200 --requests 10 --only posts` for a quick run, `--screens` without unpaged lists
// and files, `--postgres` for the other database.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../server/testing/postgres.ts';
import { freePort } from '../server/testing/port.ts';
import { makeLargeEstate, sizesOf } from './large-estate.ts';
import { type Read, readsOf } from './reads.ts';
import { computed } from './measure.ts';
import { type Level, type Timing, writeScaleReport } from './scale-report.ts';

const { values } = parseArgs({
  options: {
    levels: { type: 'string', default: '120,1200,5000,120000' },
    requests: { type: 'string', default: '60' },
    only: { type: 'string', default: '' },
    screens: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: false },
  },
});
const requests = Number(values.requests);
const warmUp = 20;
/** The round with the median p95 counts, to exclude single pauses of the machine. */
const rounds = 3;
/** Unpaged lists and files grow with the estate: not requested for larger ones. */
const largestWhole = 1_200;

const stack = new AsyncDisposableStack();
const estates: Awaited<ReturnType<typeof open>>[] = [];
try {
  for (const residents of values.levels.split(',').map(Number)) estates.push(await open(residents));
  await measure();
} finally {
  await stack.disposeAsync();
}
const levels = estates.map(({ sizes, times }): Level => {
  const timings = new Map([...times].map(([name, each]) => [name, middleOf(each)]));
  return { ...sizes, timings };
});
const worst = writeScaleReport(levels, {
  requests,
  warmUp,
  rounds,
  database: values.postgres ? 'PostgreSQL' : 'SQLite',
});
process.exitCode = worst <= 2 ? 0 : 1;

async function open(residents: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'guyub-scale-'));
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const postgres = values.postgres ? await startPostgres() : undefined;
  stack.defer(() => postgres?.stop());
  console.log(`Making an estate of ${residents} residents …`);
  const readers = await makeLargeEstate({ dataDir, databaseUrl: postgres?.url }, residents);
  const server = await serve({
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    DEMO: '0',
    LOG_LEVEL: 'error',
    ...(postgres ? { DATABASE_URL: postgres.url } : {}),
  });
  stack.defer(async () => {
    server.child.kill();
    await once(server.child, 'exit');
  });
  const sizes = sizesOf(residents);
  const reads = (await readsOf(server.url, readers, sizes)).filter(
    ({ name, isWhole }) =>
      name.includes(values.only) && (!isWhole || (!values.screens && residents <= largestWhole)),
  );
  const times = new Map<string, Timing[]>(reads.map(({ name }) => [name, []]));
  return { sizes, server, reads, times };
}

/** Measures each read on all estates in turn, so that a slower machine does not look like growth. */
async function measure() {
  const names = new Set(estates.flatMap(({ reads }) => reads.map(({ name }) => name)));
  for (let round = 1; round <= rounds; round += 1) {
    console.log(`Round ${round} of ${rounds} …`);
    for (const name of names)
      for (const { server, reads, times } of estates) {
        const read = reads.find((each) => each.name === name);
        if (read) times.get(name)?.push(await time(server.url, server.child.pid, read));
      }
  }
}

function middleOf(times: readonly Timing[]): Timing {
  const middle = times.toSorted((a, b) => a.p95 - b.p95)[Math.floor(times.length / 2)];
  if (!middle) throw new Error('it was not measured');
  return middle;
}

async function serve(env: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'serve.ts')], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const started = await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => null)]);
  if (!started) throw new Error('the server did not start');
  return { url: String(started[0]).trim(), child };
}

async function time(url: string, pid: number | undefined, { path, token, isWhole }: Read): Promise<Timing> {
  const latencies: number[] = [];
  let before = 0;
  let bytes = 0;
  for (let count = 0; count < warmUp + requests; count += 1) {
    if (count === warmUp) before = computed(pid);
    const began = performance.now();
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
    bytes = (await response.arrayBuffer()).byteLength;
    if (count >= warmUp) latencies.push(performance.now() - began);
    if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
  }
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.ceil(latencies.length * share) - 1] ?? 0;
  return {
    isWhole,
    bytes,
    least: latencies[0] ?? 0,
    p50: at(0.5),
    p95: at(0.95),
    computed: (computed(pid) - before) / 1_000 / requests,
  };
}
