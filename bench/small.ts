// `npm run bench -- small`: the server on one CPU and 256 MB with 300 active residents. Results in
// bench/results/. Needs root for the cgroup. `-- --seconds 20 --residents 100` for a quick run, `-- --memory
// 512`.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { freePort } from '../server/testing/port.ts';
import { type ServerProcess, startServer } from '../server/testing/process.ts';
import { metric, metricsToken } from '../server/testing/vitals.ts';
import { makeEstate, type Reader } from './estate.ts';
import {
  asDeployed,
  computed,
  type Day,
  type DayOrder,
  file,
  pause,
  peakMemory,
  uncached,
} from './measure.ts';
import { makeSmallMachine, type SmallMachine } from './small-machine.ts';
import { type Measured, writeSmallReport } from './small-report.ts';

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
const dataDir = mkdtempSync(join(tmpdir(), 'guyub-small-'));
try {
  process.exitCode = await measure();
} finally {
  await machine.remove();
  rmSync(dataDir, { recursive: true, force: true });
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
  const server = await startServer(env, 'ignore', machine.running(asDeployed));
  try {
    const measured = await measureOn(server, people);
    return writeSmallReport(measured, { seconds, residents, memory, arrival, cgroup: machine.version });
  } finally {
    await server.stop();
  }
}

async function measureOn(
  { url, startedIn, child: { pid } }: ServerProcess,
  people: Reader[],
): Promise<Measured> {
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
    held,
    serverPeak,
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
