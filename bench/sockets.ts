// `npm run bench -- sockets`: memory per open socket, and time until all receive a new post. Results in
// bench/results/. `-- --sockets 500 --posts 5 --settle 5` for a quick run.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { listOwnPaymentsWarga } from '../contract/payments.ts';
import { createPost } from '../contract/posts.ts';
import { callsTo } from '../server/testing/people.ts';
import { freePort } from '../server/testing/port.ts';
import { type ServerProcess, startServer } from '../server/testing/process.ts';
import { metric, metricsToken } from '../server/testing/vitals.ts';
import { makeTemporaryFolder } from '../tools/scratch-folder.ts';
import { makeEstate, type Reader } from './estate.ts';
import {
  asDeployed,
  file,
  type ListenersOrder,
  monotonic,
  pause,
  peakMemory,
  residentMemory,
  spreadOf,
  type Told,
  timeOf,
  waitsDuring,
} from './measure.ts';
import { describeMachine, saveResults, today, whole } from './report.ts';

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
const dataDir = makeTemporaryFolder();
await measure();

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
  await using server = await startServer(env, 'ignore', asDeployed);
  report(await measureOn(server, people));
}

/** Megabytes and milliseconds. */
async function measureOn({ url, child: { pid } }: ServerProcess, people: readonly Reader[]) {
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

/** Milliseconds since the post was sent. */
interface Round {
  answered: number;
  /** When each socket received `data-changed`, and those of the ketua `new-post`. */
  heard: number[];
  news: number[];
  waits: number[];
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

function report(measured: Awaited<ReturnType<typeof measureOn>>): void {
  const { before, after, peak, opening, alone, idle, rounds } = measured;
  const heard = spreadOf(rounds.flatMap((round) => round.heard));
  const lasts = spreadOf(rounds.map((round) => Math.max(...round.heard)));
  const news = spreadOf(rounds.flatMap((round) => round.news));
  const answered = spreadOf(rounds.map((round) => round.answered));
  const perSocket = ((after - before) * 1_024) / sockets;
  const ms = (value: number) => value.toFixed(1);
  const row = (name: string, times: number[]) => {
    const { p50, p99, slowest } = spreadOf(times);
    return `| ${name} | ${whole(times.length)} | ${ms(p50)} | ${ms(p99)} | ${ms(slowest)} |`;
  };
  const text = `# ${whole(sockets)} sockets, ${today()}

${describeMachine()}
One server process as deployed, on SQLite, ${each} signed-in sockets a person, in ${processes} processes on the same machine:
they and the server share its processors. A post is made through the public call ${posts} times; times run from the
moment at which its author sends it to the moment at which a listener has read \`data-changed\` from its socket.

- Memory: ${whole(before)} MB without sockets, ${whole(after)} MB after ${settle} s of rest with them: **${perSocket.toFixed(1)} kB a socket**; ${whole(peak)} MB at
  most while they were told.
- All connected and admitted in ${(opening / 1_000).toFixed(1)} s, ${processes * 50} at a time.
- A socket has the broadcast after **p50 ${ms(heard.p50)} ms, p99 ${ms(heard.p99)} ms**; the last of all after ${ms(lasts.p50)} ms (median of
  the posts), ${ms(lasts.slowest)} ms (slowest post). The author has the answer after ${ms(answered.p50)} ms, the ketua \`new-post\` after
  ${ms(news.p50)} ms (medians).

What another person's requests (own payments) took, one after the other:

| meanwhile | requests | p50, ms | p99, ms | slowest, ms |
| --- | ---: | ---: | ---: | ---: |
${row('no socket is open', alone)}
${row('all are open, nothing happens', idle)}
${row(
  'all are told of a post',
  rounds.flatMap((round) => round.waits),
)}
`;
  saveResults('sockets', text);
}
