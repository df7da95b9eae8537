// `npm run bench:scale`: how long the server takes for every read, one client asking, from 120 residents to 5,000 with
// 300,000 payments and 20,000 posts; into bench/results/. The bar: p95 under 100 ms for what a screen asks.
// `-- --levels 120,5000 --requests 10 --only posts` for a quick look, `-- --postgres` for the other database.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../server/testing/postgres.ts';
import { freePort, startServer } from '../server/testing/process.ts';
import { makeLargeEstate, sizesOf } from './large-estate.ts';
import { type Read, readsOf } from './reads.ts';
import { computed } from './measure.ts';
import { type Level, type Timing, writeScaleReport } from './scale-report.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    levels: { type: 'string', default: '120,1000,5000' },
    requests: { type: 'string', default: '40' },
    only: { type: 'string', default: '' },
    postgres: { type: 'boolean', default: false },
  },
});
const requests = Number(values.requests);
const warmUp = 5;

const levels: Level[] = [];
for (const residents of values.levels.split(',').map(Number)) levels.push(await measureLevel(residents));
const worst = writeScaleReport(levels, { requests, database: values.postgres ? 'PostgreSQL' : 'SQLite' });
process.exitCode = worst < 100 ? 0 : 1;

async function measureLevel(residents: number): Promise<Level> {
  const dataDir = mkdtempSync(join(tmpdir(), 'guyub-scale-'));
  const postgres = values.postgres ? await startPostgres() : undefined;
  try {
    console.log(`Making an estate of ${residents} residents …`);
    const readers = await makeLargeEstate({ dataDir, databaseUrl: postgres?.url }, residents);
    const server = await startServer({
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      DEMO: '0',
      LOG_LEVEL: 'error',
      ...(postgres ? { DATABASE_URL: postgres.url } : {}),
    });
    const timings = new Map<string, Timing>();
    for (const read of await readsOf(server.url, readers, sizesOf(residents))) {
      if (read.name.includes(values.only))
        timings.set(read.name, await time(server.url, server.child.pid, read));
    }
    await server.stop();
    return { ...sizesOf(residents), timings };
  } finally {
    await postgres?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** One after the other, as one person's browser would: with compression, and until the last byte. */
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
  const at = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  return {
    isWhole,
    bytes,
    p50: at(0.5),
    p95: at(0.95),
    computed: (computed(pid) - before) / 1_000 / requests,
  };
}
