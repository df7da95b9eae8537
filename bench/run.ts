// `npm run bench`: what we claim about speed, measured in one run on this machine, into bench/results/.
// `-- --seconds 1 --rounds 1` for a quick look.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { monthIn } from '../contract/format.ts';
import { measureLoads } from '../scripts/check-budget.ts';
import { demoPassword } from '../server/demo/accounts.ts';
import { freePort, startServer } from '../server/testing/process.ts';
import { highestMemory, type Load, load, median, pause, residentMemory, startFloor } from './measure.ts';
import { type CallResult, writeReport } from './report.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '3' }, rounds: { type: 'string', default: '5' } },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const connections = 10;
const coldStarts = 7;

const dataDir = mkdtempSync(join(tmpdir(), 'guyub-bench-'));
const env = { PORT: String(await freePort()), DATA_DIR: dataDir, DEMO: '1' };
try {
  await measure();
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

async function measure() {
  console.log('Seeding the demo estate …');
  await (await startServer(env)).stop();

  const starts: number[] = [];
  for (let start = 0; start < coldStarts; start += 1) {
    const server = await startServer(env);
    starts.push(server.startedIn);
    await server.stop();
  }

  const server = await startServer(env);
  await pause(3_000);
  const idle = residentMemory(server.child.pid);
  const calls = await hotReads(server.url);
  const floor = await startFloor({ dataDir, calls });
  const results: CallResult[] = [];
  const underLoad = await highestMemory(server.child.pid, async () => {
    for (const call of calls) {
      const result = await compare(call, server.url, floor.url);
      console.log(
        `${call.name}: ${Math.round(result.product.requestsPerSecond)}/s, ${result.ratio.toFixed(2)} of the floor`,
      );
      results.push(result);
    }
  });
  floor.child.kill();
  await server.stop();

  writeReport({
    settings: { seconds, rounds, connections },
    calls: results,
    coldStart: { milliseconds: median(starts), all: starts },
    memory: { idle, underLoad },
    firstLoad: existsSync('dist/client/.vite/manifest.json')
      ? (measureLoads('dist/client')[0]?.kB ?? null)
      : null,
  });
}

interface Call {
  name: string;
  path: string;
  token: string;
}

/** The reads behind the screens that people open most, as the client sends them. */
async function hotReads(url: string): Promise<Call[]> {
  const [warga, admin] = [await signIn(url, 'warga@guyub.test'), await signIn(url, 'admin@guyub.test')];
  const { tahun, bulan } = monthIn('Asia/Jakarta', new Date());
  const month = `/api/admin/payments/${tahun}/${bulan}?include=unpaid`;
  return [
    { name: 'payments of a resident', path: `/api/warga/payments/${warga.id}`, token: warga.token },
    { name: 'a month’s list for staff', path: month, token: admin.token },
    { name: 'cash book of a year, whole', path: `/api/buku-kas/${tahun}`, token: warga.token },
    { name: 'cash book of a year, first page', path: `/api/buku-kas/${tahun}?limit=50`, token: warga.token },
    { name: 'the feed, first page', path: '/api/posts?limit=20', token: warga.token },
    { name: 'notifications', path: '/api/notifications?limit=30', token: admin.token },
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

/** In turns, so that what else the machine does hits both alike; the median of the rounds counts. */
async function compare({ name, path, token }: Call, product: string, floor: string): Promise<CallResult> {
  const rows = await rowsOf(product + path, token);
  if (rows !== (await rowsOf(floor + path, token)))
    throw new Error(`${name}: product and floor differ in rows`);
  const order = { token, connections };
  // Until the just-in-time compiler has seen it all.
  for (const url of [product, floor]) await load({ ...order, url: url + path, seconds: 4 });
  const measured: { product: Load; floor: Load }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    measured.push({
      product: await load({ ...order, url: product + path, seconds }),
      floor: await load({ ...order, url: floor + path, seconds }),
    });
  }
  const middle = (of: 'product' | 'floor'): Load => ({
    requestsPerSecond: median(measured.map((round) => round[of].requestsPerSecond)),
    p50: median(measured.map((round) => round[of].p50)),
    p99: median(measured.map((round) => round[of].p99)),
    bytes: median(measured.map((round) => round[of].bytes)),
  });
  const ratio = median(
    measured.map((round) => round.product.requestsPerSecond / round.floor.requestsPerSecond),
  );
  return { name, path, rows, product: middle('product'), floor: middle('floor'), ratio };
}

async function rowsOf(url: string, token: string): Promise<number> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const { data } = (await response.json()) as { data: unknown[] };
  return data.length;
}
