// `npm run bench`: throughput of the most frequent reads compared with a baseline, start time and memory.
// Results in bench/results/. `-- --starts 1` for a quick run.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { monthIn } from '../contract/format.ts';
import { measureLoads } from '../scripts/check-budget.ts';
import { demoPassword } from '../server/demo/accounts.ts';
import { freePort } from '../server/testing/port.ts';
import { startServer } from '../server/testing/process.ts';
import {
  asDeployed,
  type FloorOrder,
  highestMemory,
  type Load,
  load,
  median,
  pause,
  residentMemory,
  startFloor,
  uncached,
} from './measure.ts';
import { type CallResult, writeReport } from './report.ts';

const { values } = parseArgs({
  // The speed of a process varies by a sixth from start to start, hence several starts. Short rounds, because
  // other load on a rented machine lasts for seconds.
  options: {
    starts: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '1' },
  },
});
const starts = Number(values.starts);
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const connections = 10;
const warmUp = 3;
const coldStarts = 7;
const contenders = ['product', 'framework', 'packedAlike', 'floor'] as const;
type Contender = (typeof contenders)[number];
type Of<T> = Record<Contender, T>;

const dataDir = mkdtempSync(join(tmpdir(), 'guyub-bench-'));
const env = { PORT: String(await freePort()), DATA_DIR: dataDir, DEMO: '1', ...uncached };
try {
  await measure();
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

async function measure() {
  console.log('Seeding the demo estate …');
  await (await startServer(env)).stop();

  const startTimes: number[] = [];
  for (let start = 0; start < coldStarts; start += 1) {
    const server = await startServer(env, 'ignore', asDeployed);
    startTimes.push(server.startedIn);
    await server.stop();
  }

  const sittings: Sitting[] = [];
  for (let start = 0; start < starts; start += 1) sittings.push(await sit());

  const [first] = sittings;
  if (!first) throw new Error('nothing was measured');
  writeReport({
    settings: { starts, rounds, seconds, connections },
    calls: first.calls.map(({ name, path, rows }, index) => ({
      name,
      path,
      rows,
      ...summarize(sittings.map(({ calls }) => calls[index]?.rounds ?? [])),
    })),
    coldStart: { milliseconds: median(startTimes), all: startTimes },
    memory: {
      idle: median(sittings.map(({ idle }) => idle)),
      underLoad: Math.max(...sittings.map(({ underLoad }) => underLoad)),
    },
    firstLoad: existsSync('dist/client/.vite/manifest.json')
      ? (measureLoads('dist/client')[0]?.kB ?? null)
      : null,
  });
}

interface Sitting {
  calls: (Call & { rows: number; rounds: Of<Load>[] })[];
  /** Resident, in MB. */
  idle: number;
  underLoad: number;
}

async function sit(): Promise<Sitting> {
  await using ends = new AsyncDisposableStack();
  const server = await startServer(env, 'ignore', asDeployed);
  ends.defer(server.stop);
  await pause(3_000);
  const idle = residentMemory(server.child.pid);
  const calls = await hotReads(server.url);
  const beside = async (order: Pick<FloorOrder, 'by' | 'packing'>) => {
    const { url, child } = await startFloor({ dataDir, calls, ...order });
    ends.defer(() => void child.kill());
    return url;
  };
  const urls = {
    product: server.url,
    framework: await beside({ by: 'fastify', packing: 'gzip' }),
    packedAlike: await beside({ by: 'http', packing: 'br' }),
    floor: await beside({ by: 'http', packing: 'gzip' }),
  };
  const measured: Sitting['calls'] = [];
  const underLoad = await highestMemory(server.child.pid, async () => {
    for (const call of calls) {
      const taken = await compare(call, urls);
      const { product, ratio, frameworkRatio, packedAlikeRatio } = summarize([taken.rounds]);
      console.log(
        `${call.name}: ${Math.round(product.requestsPerSecond)}/s, ${ratio.toFixed(2)} of the floor ` +
          `(Fastify alone ${frameworkRatio.toFixed(2)}, packed alike ${packedAlikeRatio.toFixed(2)})`,
      );
      measured.push({ ...call, ...taken });
    }
  });
  return { calls: measured, idle, underLoad };
}

interface Call {
  name: string;
  path: string;
  token: string;
}

/** Reads of the most frequent screens, as the client sends them. */
async function hotReads(url: string): Promise<Call[]> {
  const warga = await signIn(url, 'warga@guyub.test');
  const admin = await signIn(url, 'admin@guyub.test');
  const ketua = await signIn(url, 'ketua@guyub.test');
  const { tahun, bulan } = monthIn('Asia/Jakarta', new Date());
  const month = `/api/admin/payments/${tahun}/${bulan}?include=unpaid`;
  return [
    { name: 'payments of a resident', path: `/api/warga/payments/${warga.id}`, token: warga.token },
    { name: 'a month’s list for staff', path: month, token: admin.token },
    { name: 'cash book of a year, whole', path: `/api/buku-kas/${tahun}`, token: warga.token },
    { name: 'cash book of a year, first page', path: `/api/buku-kas/${tahun}?limit=50`, token: warga.token },
    { name: 'the feed, first page', path: '/api/posts?limit=20', token: warga.token },
    { name: 'notifications of the ketua', path: '/api/notifications?limit=30', token: ketua.token },
    { name: 'notifications of an admin', path: '/api/notifications?limit=30', token: admin.token },
  ];
}

async function signIn(url: string, email: string): Promise<{ id: number; token: string }> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  });
  const { user, token } = (await response.json()) as { user: { id: number }; token: string };
  return { id: user.id, token };
}

/** Alternates between the servers, so that other load affects all alike. */
async function compare(
  { name, path, token }: Call,
  urls: Of<string>,
): Promise<{ rows: number; rounds: Of<Load>[] }> {
  const rows = await rowsOf(urls.product + path, token);
  for (const contender of contenders)
    if (rows !== (await rowsOf(urls[contender] + path, token)))
      throw new Error(`${name}: product and ${contender} differ in rows`);
  const run = (contender: Contender) => load({ token, connections, url: urls[contender] + path, seconds });
  const taken: Of<Load>[] = [];
  for (let turn = 0; turn < warmUp + rounds; turn += 1) {
    taken.push({
      product: await run('product'),
      framework: await run('framework'),
      packedAlike: await run('packedAlike'),
      floor: await run('floor'),
    });
  }
  return { rows, rounds: taken.slice(warmUp) };
}

function summarize(taken: readonly Of<Load>[][]): Omit<CallResult, keyof Call | 'rows'> {
  const all = taken.flat();
  const middle = (of: Contender): Load => ({
    requestsPerSecond: median(all.map((round) => round[of].requestsPerSecond)),
    p50: median(all.map((round) => round[of].p50)),
    p99: median(all.map((round) => round[of].p99)),
    bytes: median(all.map((round) => round[of].bytes)),
  });
  const ratio = (rounds: readonly Of<Load>[], of: Contender, to: Contender = 'floor') =>
    median(rounds.map((round) => round[of].requestsPerSecond / round[to].requestsPerSecond));
  return {
    product: middle('product'),
    framework: middle('framework'),
    floor: middle('floor'),
    ratio: ratio(all, 'product'),
    ratioByStart: taken.map((ofStart) => ratio(ofStart, 'product')),
    frameworkRatio: ratio(all, 'framework'),
    packedAlikeRatio: ratio(all, 'product', 'packedAlike'),
  };
}

async function rowsOf(url: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, br' };
  const response = await fetch(url, { headers });
  const { data } = (await response.json()) as { data: unknown[] };
  return data.length;
}
