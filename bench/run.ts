// `npm run bench`: throughput of the most frequent reads compared with a baseline, start time and memory.
// Results in bench/results/. `-- --starts 1` for a quick run.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { login } from '../contract/auth.ts';
import { monthIn } from '../contract/format.ts';
import { measureLoads } from '../scripts/check-budget.ts';
import { demoPassword } from '../server/demo/accounts.ts';
import { callsTo } from '../server/testing/people.ts';
import { freePort } from '../server/testing/port.ts';
import { startServer } from '../server/testing/process.ts';
import { makeTemporaryFolder } from '../tools/scratch-folder.ts';
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
import { describeMachine, saveResults, today, whole } from './report.ts';

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

const dataDir = makeTemporaryFolder();
const env = { PORT: String(await freePort()), DATA_DIR: dataDir, DEMO: '1', ...uncached };
await measure();

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
  report({
    calls: first.calls.map(({ name, rows }, index) => ({
      name,
      rows,
      ...summarize(sittings.map(({ calls }) => calls[index]?.rounds ?? [])),
    })),
    coldStart: median(startTimes),
    idle: median(sittings.map(({ idle }) => idle)),
    underLoad: Math.max(...sittings.map(({ underLoad }) => underLoad)),
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
  const { body } = await callsTo(url, null)(login, { body: { email, password: demoPassword } });
  return { id: body.user.id, token: body.token };
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

function summarize(taken: readonly Of<Load>[][]) {
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

interface Measured {
  calls: readonly (ReturnType<typeof summarize> & { name: string; rows: number })[];
  /** Milliseconds from process start to the first response, with an existing demo database. */
  coldStart: number;
  /** Resident, in MB. */
  idle: number;
  underLoad: number;
  /** Compressed JavaScript and CSS of the login in kB; null without a built client. */
  firstLoad: number | null;
}

function report({ calls, coldStart, idle, underLoad, firstLoad }: Measured): void {
  const rate = ({ requestsPerSecond }: Load) => whole(requestsPerSecond);
  const range = (ratios: readonly number[]) =>
    `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  const row = (call: Measured['calls'][number]) =>
    `| ${call.name} (${call.rows} rows) | ${rate(call.product)} | ${rate(call.framework)} | ${rate(call.floor)} | ` +
    `**${call.ratio.toFixed(2)}** | ${range(call.ratioByStart)} | ${call.packedAlikeRatio.toFixed(2)} | ` +
    `${call.frameworkRatio.toFixed(2)} | ` +
    [call.product.p50, call.product.p99, call.floor.p99].map((ms) => `${ms.toFixed(1)} |`).join(' ');
  const text = `# Measured on ${today()}

${describeMachine()}
${connections} connections, product and floor in turns: median of ${starts} starts with ${rounds} rounds of ${seconds} s each. How fast a
process runs is partly chance at its start; the range is that of the starts.

Asked with the headers of a phone's browser, which takes packed answers. The floor is the same answer by bare
\`node:http\`: the same statements (the session's included) to the same SQLite file by the same driver, the rows through
\`JSON.stringify\`, the same headers, packed by gzip at its fastest. Packed alike compares with a floor that packs by Brotli
at its fastest, as the product does for browsers that accept it. Fastify alone is the floor by Fastify, without a hook. All run
with the memory settings of a deployed server.

| read | product, req/s | Fastify alone, req/s | floor, req/s | product : floor | range | packed alike | Fastify alone : floor | p50, ms | p99, ms | floor p99, ms |
| --- | ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: |
${calls.map(row).join('\n')}

- Cold start on an existing demo database: ${whole(coldStart)} ms.
- Resident memory: ${whole(idle)} MB idle, ${whole(underLoad)} MB at most under this load.
- First load (login), JavaScript and CSS compressed: ${firstLoad === null ? 'the client was not built' : `${firstLoad} kB`}.
`;
  saveResults('hot-reads', text);
}
