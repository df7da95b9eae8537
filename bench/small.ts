// `npm run bench -- small`: the server on one CPU and 256 MB with 300 active residents. Results in
// bench/results/. Needs root for the cgroup. `-- --seconds 20 --residents 100` for a quick run, `-- --memory
// 512`.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs, promisify } from 'node:util';
import { freePort } from '../server/testing/port.ts';
import { type ServerProcess, startServer } from '../server/testing/process.ts';
import { metric, metricsToken } from '../server/testing/vitals.ts';
import { makeTemporaryFolder } from '../tools/scratch-folder.ts';
import { makeEstate, type Reader } from './estate.ts';
import {
  asDeployed,
  computed,
  type Day,
  type DayOrder,
  file,
  pause,
  peakMemory,
  spreadOf,
  uncached,
} from './measure.ts';
import { describeMachine, saveResults, today, whole } from './report.ts';
import { makeSmallMachine, type SmallMachine } from './small-machine.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '90' },
    residents: { type: 'string', default: '300' },
    memory: { type: 'string', default: '256' },
  },
});
const [seconds, residents, memory] = [
  Number(values.seconds),
  Number(values.residents),
  Number(values.memory),
];
/** Seconds in which everybody signs in. The daily backup runs afterwards. */
const arrival = 30;

let machine: SmallMachine;
try {
  machine = makeSmallMachine(memory, 0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
const dataDir = makeTemporaryFolder();
try {
  process.exitCode = await measure();
} finally {
  await machine.remove();
}

async function measure(): Promise<number> {
  const people = (await makeEstate(dataDir, residents)).slice(3, 3 + residents); // without the officers
  const env = {
    NODE_ENV: 'production',
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    METRICS_TOKEN: metricsToken,
    ...uncached,
  };
  await using server = await startServer(env, 'ignore', machine.running(asDeployed));
  return report(await measureOn(server, people));
}

/** Memory in MB. */
async function measureOn({ url, startedIn, child: { pid } }: ServerProcess, people: Reader[]) {
  await pause(10_000);
  const idle = machine.held();
  let held = idle;
  const watch = setInterval(() => (held = Math.max(held, machine.held())), 100);
  const before = computed(pid);
  let day: Day = { took: 0, times: {}, errors: [] };
  console.log(`${residents} residents, ${arrival + seconds} s …`);
  const serverPeak = await peakMemory(pid, async () => {
    day = await spend({ url, people: people.map(({ id, email }) => ({ id, email })), arrival, seconds });
    clearInterval(watch);
    if (!existsSync(`/proc/${pid}/stat`))
      throw new Error(
        `The server has not survived: ${machine.kills()} killed; ${day.errors.slice(0, 3).join('; ')}`,
      );
  });
  return {
    day,
    startedIn,
    idle,
    /** Sampled ten times per second. */
    held,
    serverPeak,
    /** With the page cache. */
    charged: machine.peak(),
    kills: machine.kills(),
    share: (computed(pid) - before) / 1e6 / day.took,
    backedUp: (await metric(url, 'guyub_backup_timestamp_seconds')) > 0,
  };
}

async function spend(order: DayOrder): Promise<Day> {
  const processor = String(Math.min(1, cpus().length - 1));
  const words = ['-c', processor, process.execPath, file('residents.ts'), JSON.stringify(order)];
  const { stdout } = await promisify(execFile)('taskset', words, { maxBuffer: 2 ** 28 });
  return JSON.parse(stdout) as Day;
}

/** @returns exit code: 1 after an unexpected response or an out-of-memory kill */
function report(measured: Awaited<ReturnType<typeof measureOn>>): number {
  const { day, startedIn, idle, held, serverPeak, charged, kills, share, backedUp } = measured;
  const kinds = Object.entries(day.times).toSorted(([a], [b]) => a.localeCompare(b));
  const all = kinds.flatMap(([, times]) => times);
  const rate = all.length / day.took;
  const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0);
  const row = (name: string, times: number[]) => {
    const { p50, p95, p99, slowest } = spreadOf(times);
    return `| ${name} | ${whole(times.length)} | ${ms(p50)} | ${ms(p95)} | ${ms(p99)} | ${ms(slowest)} |`;
  };
  const text = `# One processor, ${memory} MB, ${residents} busy residents, ${today()}

${describeMachine()}
The whole server as deployed, on SQLite, and its backup, in a memory cgroup (version ${machine.version}) of ${memory} MB without swap,
on one processor. ${residents} residents sign in by password within ${arrival} s and stay for ${seconds} s more, each with an open socket and
2 to 6 s between two things they do: they open the dashboard, their payments, the feed and the notifications, like,
comment, send transfer proofs of 300 kB, and read again what they look at whenever it changes, as the client does. They
come from a process on the other processor. The estate has five years of payments; its old pictures are tiny.

- **${whole(rate)} requests/s, ${day.errors.length} errors, ${kills} processes killed** for want of memory; the server took ${Math.round(share * 100)} % of its processor.
- Memory that processes held: ${whole(idle)} MB before anybody came, **${whole(held)} MB at most**; the server alone ${whole(serverPeak)} MB at most.
  With what the kernel keeps of files, which gives way, ${whole(charged)} MB were charged.
- First answer ${whole(startedIn)} ms after the start. The daily backup ${backedUp ? 'was made and proven' : 'was not finished'} meanwhile, within the same limits.

| what | answers | p50, ms | p95, ms | p99, ms | slowest, ms |
| --- | ---: | ---: | ---: | ---: | ---: |
${kinds.map(([name, times]) => row(name, times)).join('\n')}
${row('**all**', all)}
${
  day.errors.length > 0
    ? `\nThe first errors:\n\n${day.errors
        .slice(0, 10)
        .map((error) => `- ${error}`)
        .join('\n')}\n`
    : ''
}`;
  saveResults('small', text);
  return day.errors.length > 0 || kills > 0 ? 1 : 0;
}
