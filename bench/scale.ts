// `npm run bench -- scale`: what the screens ask (`screen-requests.json`) of estates of 120, 1,200 and 5,000 residents
// with ten years each, one client asking; into bench/results/. The bar, at the largest: p95 at most 20 ms, and no
// statement that holds the event loop for more than 10 ms. `-- --postgres` for the other database,
// `-- --levels 5000 --requests 5 --only aduan` for a quick look, which is
// printed and not kept.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { defaultTimeZone, monthIn } from '../contract/format.ts';
import { roles } from '../contract/people.ts';
import { freePort } from '../server/testing/port.ts';
import { startPostgres } from '../server/testing/postgres.ts';
import { makeTemporaryFolder } from '../tools/scratch-folder.ts';
import { makeLargeEstate, type Sizes, sizesOf, words } from './large-estate.ts';
import { file, sharesOf } from './measure.ts';
import { describeMachine, saveResults, today, whole } from './report.ts';
import { addressIn, readScreenRequests } from './screen-requests.ts';
import type { Work } from './serve-watched.ts';

const { values } = parseArgs({
  options: {
    levels: { type: 'string', default: '120,1200,5000' },
    requests: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    postgres: { type: 'boolean', default: false },
  },
});
const requests = Number(values.requests);
const isQuick = process.argv.slice(2).some((word) => word.startsWith('--') && word !== '--postgres');
const warmUp = 5;
/** Each is measured as often; the round with the middle p95 counts, so that no single pause of the machine does. */
const rounds = 3;
/** Milliseconds. */
const bars = { p95: 20, statement: 10 };
const database = values.postgres ? 'PostgreSQL' : 'SQLite';
/** An export grows with the estate by nature, and takes seconds. */
const exportsEach = 2;
const present = monthIn(defaultTimeZone, new Date());

interface Timing {
  isExport: boolean;
  /** Of the answer, uncompressed. */
  bytes: number;
  /** Milliseconds, until the last byte; the least is what remains of a busy machine. */
  least: number;
  p50: number;
  p95: number;
  /** Milliseconds of the server's processor time; the median of all answers. */
  computed: number;
  /** The same of the longest statement of an answer; 0 on PostgreSQL, where none holds the event loop. */
  longest: number;
  sql: string;
}

interface Request {
  name: string;
  path: string;
  token: string;
  isExport: boolean;
}
type Estate = Awaited<ReturnType<typeof open>>;

const stack = new AsyncDisposableStack();
try {
  const estates: Estate[] = [];
  for (const residents of values.levels.split(',').map(Number)) estates.push(await open(residents));
  for (let round = 1; round <= rounds; round += 1) {
    console.log(`Round ${round} of ${rounds} …`);
    await measure(estates);
  }
  const levels = estates.map(({ sizes, times }) => ({
    ...sizes,
    timings: new Map([...times].map(([name, each]) => [name, middleOf(each)])),
  }));
  process.exitCode = report(levels) ? 0 : 1;
} finally {
  await stack.disposeAsync();
}

/** An estate of so many residents, and a server of its own. */
async function open(residents: number) {
  const dataDir = makeTemporaryFolder();
  const postgres = values.postgres ? await startPostgres() : undefined;
  stack.defer(() => postgres?.stop());
  console.log(`Making an estate of ${residents} residents …`);
  const readers = await makeLargeEstate({ dataDir, databaseUrl: postgres?.url }, residents);
  const server = fork(file('serve-watched.ts'), {
    env: {
      PATH: process.env.PATH,
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      DEMO: '0',
      LOG_LEVEL: 'error',
      ...(postgres ? { DATABASE_URL: postgres.url } : {}),
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  stack.defer(async () => {
    server.kill();
    if (server.exitCode === null) await once(server, 'exit');
  });
  const started = await Promise.race([once(server.stdout ?? server, 'data'), once(server, 'exit')]);
  const url = String(started[0]).trim();
  if (!url.startsWith('http')) throw new Error('the server did not start');
  const sizes = sizesOf(residents);
  const about = { post: sizes.posts / 2, complaint: residents, payment: 1, officer: readers.admin.id };
  const asked: Request[] = [];
  for (const role of roles) {
    const { id: userId, token } = readers[role];
    for (const template of [...withPagers(readScreenRequests()[role])].filter((each) =>
      each.includes(values.only),
    )) {
      const path = addressIn(template, { userId, present, words, ...about });
      const request = {
        name: `${template.replace('GET ', '')} · ${role}`,
        path,
        token,
        isExport: /[?&]format=/.test(path),
      };
      asked.push(...(path.includes('{next}') ? await pagesBehind(url, request) : [request]));
    }
  }
  const times = new Map<string, Timing[]>(asked.map(({ name }) => [name, []]));
  return { sizes, url, server, asked, times };
}

/** The lists of the demo estate are often shorter than a page, those of others are not; narrowed ones page alike. */
function withPagers(recorded: readonly string[]): Set<string> {
  const pagers = recorded
    .filter((each) => each.includes('limit=') && (each.match(/[=]/g) ?? []).length <= 2)
    .map((each) => each.replace('?', '?cursor={next}&'));
  return new Set([...recorded, ...pagers.filter((each) => each.split('cursor=').length === 2)]);
}

/** The second page and one half-way through the list, where there are as many. */
async function pagesBehind(url: string, request: Request): Promise<Request[]> {
  const first = request.path.replace(/cursor=\{next\}&?/, '').replace(/[?&]$/, '');
  const headers = { authorization: `Bearer ${request.token}` };
  const { nextCursor } = (await (await fetch(url + first, { headers })).json()) as { nextCursor?: string };
  if (!nextCursor) return [];
  const [name, ...key] = JSON.parse(Buffer.from(nextCursor, 'base64url').toString()) as (string | number)[];
  const halfWay = key.map((part) => {
    if (typeof part === 'number') return Math.ceil(part / 2);
    if (/^\d{4}-/.test(part)) return `${part.slice(0, 4)}-06-15`;
    return part.replace(/^([A-Z])\d{3}/, (_, letter: string) =>
      letter === 'A' && part !== key[0] ? part : 'H020',
    );
  });
  const at = (cursor: string) => request.path.replace('{next}', cursor);
  const deep = Buffer.from(JSON.stringify([name, ...halfWay])).toString('base64url');
  return [
    { ...request, path: at(nextCursor) },
    { ...request, name: request.name.replace('{next}', '{half-way}'), path: at(deep) },
  ];
}

/** Each request of all estates after one another: a machine that slows down is not taken for an estate that has grown. */
async function measure(estates: readonly Estate[]): Promise<void> {
  const names = new Set(estates.flatMap(({ asked }) => asked.map(({ name }) => name)));
  for (const name of names)
    for (const estate of estates) {
      const request = estate.asked.find((each) => each.name === name);
      if (request) estate.times.get(name)?.push(await time(estate, request));
    }
}

function middleOf(times: readonly Timing[]): Timing {
  const middle = times.toSorted((a, b) => a.p95 - b.p95)[Math.floor(times.length / 2)];
  if (!middle) throw new Error('it was not measured');
  return middle;
}

/** One after the other, as one person's browser would: with compression, and until the last byte. */
async function time({ url, server }: Estate, { path, token, isExport }: Request): Promise<Timing> {
  const latencies: number[] = [];
  const works: Work[] = [];
  let bytes = 0;
  const [before, counted] = isExport ? [0, exportsEach] : [warmUp, requests];
  for (let count = 0; count < before + counted; count += 1) {
    const told = once(server, 'message');
    const began = performance.now();
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
    bytes = (await response.arrayBuffer()).byteLength;
    const took = performance.now() - began;
    if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
    const [work] = (await told) as [Work];
    if (count < before) continue;
    latencies.push(took);
    works.push(work);
  }
  const wall = sharesOf(latencies);
  const computed = sharesOf(works.map((work) => work.computed));
  const usual = works.toSorted((a, b) => a.longest - b.longest)[Math.floor(works.length / 2)];
  return {
    isExport,
    bytes,
    least: wall(0),
    p50: wall(0.5),
    p95: wall(0.95),
    computed: computed(0.5),
    longest: usual?.longest ?? 0,
    sql: usual?.sql ?? '',
  };
}

/** @returns whether everything is within the bars at the largest level */
function report(levels: readonly (Sizes & { timings: ReadonlyMap<string, Timing> })[]): boolean {
  const largest = levels.at(-1);
  if (!largest) throw new Error('nothing was measured');
  const asked = [...largest.timings].map(([name, at]) => ({ name, at }));
  const slowestFirst = asked.toSorted((a, b) => b.at.p95 - a.at.p95);
  const isSlow = ({ at }: (typeof asked)[number]) => !at.isExport && at.p95 > bars.p95;
  const holds = ({ at }: (typeof asked)[number]) => at.longest > bars.statement;
  const above = slowestFirst.filter((each) => isSlow(each) || holds(each));
  const row = ({ name, at }: (typeof asked)[number]) => {
    const growth = levels.map(({ timings }) => timings.get(name)?.p95.toFixed(1) ?? '–');
    const figures = [at.p50, at.least, at.computed, at.longest].map((value) => value.toFixed(1));
    return `| ${[name, ...growth, ...figures, Math.round(at.bytes / 1_000)].join(' | ')} |`;
  };
  const heads = levels.map(({ residents }) => `p95 at ${whole(residents)}`);
  const columns = ['request', ...heads, 'p50', 'least', 'computed', 'longest statement', 'kB'];
  const head = `| ${columns.join(' | ')} |\n| --- |${' ---: |'.repeat(columns.length - 1)}\n`;
  const table = (chosen: typeof asked) => (chosen.length === 0 ? 'None.' : head + chosen.map(row).join('\n'));
  const text = `# What the screens ask, ${today()}, ${database}

${describeMachine()}
The requests of \`bench/screen-requests.json\` by one client, ${requests} each after ${warmUp} to warm up, compressed, until the last
byte, in ${rounds} rounds of which the one with the middle p95 counts. The largest estate has ${whole(largest.residents)} residents, ${whole(largest.payments)}
payments and ${whole(largest.posts)} posts. Milliseconds; p50, least, computed (processor time of the server), the longest
statement (processor time in which it holds the event loop${database === 'SQLite' ? '' : '; none does on PostgreSQL'}) and size are of the largest estate.

Bars at ${whole(largest.residents)} residents: p95 at most ${bars.p95} ms (without exports), no statement above ${bars.statement} ms.
${asked.filter(isSlow).length} of ${asked.filter(({ at }) => !at.isExport).length} requests and ${asked.filter(holds).length} statements are above.

## Above the bar

${table(above)}${above
  .filter(holds)
  .map(({ name, at }) => `\n\n${name}:\n\`\`\`sql\n${at.sql}\n\`\`\``)
  .join('')}

## Requests

${table(slowestFirst.filter(({ at }) => !at.isExport))}

## Exports

Every row of a year, a month or a block: they grow by nature.

${table(slowestFirst.filter(({ at }) => at.isExport))}
`;
  if (isQuick) console.log(text);
  else saveResults(`scale-${database.toLowerCase()}`, text);
  return above.length === 0;
}
