// `npm run bench -- sockets`: memory per open socket, and time until all receive a new post. Results in
// bench/results/. `-- --sockets 500 --posts 5 --settle 5` for a quick run.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { listOwnPaymentsWarga } from '../contract/payments.ts';
import { createPost } from '../contract/posts.ts';
import { callsTo } from '../server/testing/people.ts';
import { freePort } from '../server/testing/port.ts';
import { type ServerProcess, startServer } from '../server/testing/process.ts';
import { metric, metricsToken } from '../server/testing/vitals.ts';
import { makeEstate, type Reader } from './estate.ts';
import {
  asDeployed,
  file,
  type ListenersOrder,
  monotonic,
  pause,
  peakMemory,
  residentMemory,
  type Told,
  timeOf,
  waitsDuring,
} from './measure.ts';
import { type Measured, type Round, writeSocketsReport } from './sockets-report.ts';

const { values } = parseArgs({
  options: {
    sockets: { type: 'string', default: '5000' },
    posts: { type: 'string', default: '30' },
    /** Seconds of rest before memory is read. */
    settle: { type: 'string', default: '30' },
  },
});
const [sockets, posts, settle] = [Number(values.sockets), Number(values.posts), Number(values.settle)];
const processes = 3;
const each = 4;

checkDescriptors();
const dataDir = mkdtempSync(join(tmpdir(), 'guyub-sockets-'));
try {
  await measure();
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

function checkDescriptors() {
  const { userLimits } = process.report.getReport() as {
    userLimits: { open_files: { hard: number | string } };
  };
  const { hard } = userLimits.open_files;
  console.log(`A process may have ${hard} files open.`);
  if (typeof hard !== 'number' || hard >= sockets + 500) return;
  console.error(`${sockets} sockets need ${sockets + 500}: ulimit -Hn ${sockets + 500}, as root.`);
  process.exit(1);
}

async function measure() {
  const readers = await makeEstate(dataDir, Math.ceil(sockets / each), each);
  const people = readers.slice(0, sockets);
  const env = {
    NODE_ENV: 'production',
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    BACKUP_KEEP: '0',
    METRICS_TOKEN: metricsToken,
  };
  const server = await startServer(env, 'ignore', asDeployed);
  try {
    writeSocketsReport(await measureOn(server, people), { sockets, posts, settle, each, processes });
  } finally {
    await server.stop();
  }
}

async function measureOn(
  { url, child: { pid } }: ServerProcess,
  people: readonly Reader[],
): Promise<Measured> {
  const [author, other] = [asPerson(url, people[10]), asPerson(url, people[11])];
  for (let count = 0; count < 200; count += 1) await other.read();
  for (let count = 0; count < 5; count += 1) await author.post();
  await pause(settle * 1_000);
  const before = residentMemory(pid);
  const alone = await waitsDuring(other.read, pause(5_000));

  console.log(`Opening ${sockets} sockets …`);
  const listeners: ChildProcess[] = [];
  const opening = await timeOf(async () => {
    listeners.push(...(await listenFor(url, people)));
  });
  await pause(settle * 1_000);
  const after = residentMemory(pid);
  const idle = await waitsDuring(other.read, pause(5_000));

  console.log(`Posting ${posts} times …`);
  const rounds: Round[] = [];
  const peak = await peakMemory(pid, async () => {
    for (let round = 0; round < posts; round += 1) {
      rounds.push(await broadcast(listeners, author, other));
      await pause(1_000);
    }
  });
  const left = await metric(url, 'guyub_socket_connections');
  if (left !== sockets) throw new Error(`${sockets - left} sockets were lost`);
  for (const listener of listeners) listener.kill();
  return { before, after, peak, opening, alone, idle, rounds };
}

interface Someone {
  post(): Promise<void>;
  read(): Promise<void>;
}

function asPerson(url: string, person: Reader | undefined): Someone {
  const { id, token } = person as Reader;
  const call = callsTo(url, token);
  const succeed = ({ status }: { status: number }) => {
    if (status >= 300) throw new Error(`answered ${status}`);
  };
  return {
    post: async () =>
      succeed(await call(createPost, { body: { konten: 'Kerja bakti hari Minggu pukul 7.' } })),
    read: async () => succeed(await call(listOwnPaymentsWarga, { params: { userId: id } })),
  };
}

async function listenFor(url: string, people: readonly Reader[]): Promise<ChildProcess[]> {
  const share = Math.ceil(people.length / processes);
  return await Promise.all(
    Array.from({ length: processes }, async (_, index) => {
      const tokens = people.slice(index * share, (index + 1) * share).map(({ token }) => token);
      const child = fork(file('listeners.ts'));
      child.send({ url, from: `127.0.1.${index + 1}`, tokens } satisfies ListenersOrder);
      const told = await next(child);
      if (told.kind !== 'connected' || told.refused.length > 0) throw new Error(JSON.stringify(told));
      return child;
    }),
  );
}

async function next(child: ChildProcess): Promise<Told> {
  const gone = new AbortController();
  const end = () => gone.abort(new Error('the listeners have ended'));
  child.once('exit', end);
  const [told] = (await once(child, 'message', { signal: gone.signal })) as [Told];
  child.off('exit', end);
  return told;
}

async function broadcast(listeners: ChildProcess[], author: Someone, other: Someone): Promise<Round> {
  const ready = listeners.map(next);
  for (const listener of listeners) listener.send('next');
  await Promise.all(ready);
  const all = Promise.all(listeners.map(next));
  const sent = monotonic();
  const answer = author.post().then(() => monotonic() - sent);
  const waits = await waitsDuring(other.read, Promise.all([all, answer]));
  const told = (await all).flatMap((each) => (each.kind === 'heard' ? [each] : []));
  return {
    answered: await answer,
    heard: told.flatMap(({ at }) => at.map((moment) => moment - sent)),
    news: told.flatMap(({ news }) => news.map((moment) => moment - sent)),
    waits,
  };
}
