import { type Day, spreadOf } from './measure.ts';
import { describeMachine, saveResults, today, whole } from './report.ts';

interface Settings {
  residents: number;
  /** Megabytes. */
  memory: number;
  arrival: number;
  seconds: number;
  /** Version. */
  cgroup: 1 | 2;
}

/** Memory in MB. */
export interface Measured {
  day: Day;
  /** Milliseconds from process start to the first response. */
  startedIn: number;
  /** Before the load, and maximum (sampled ten times per second). */
  idle: number;
  held: number;
  /** Peak of the server process, and of everything charged including the page cache. */
  serverPeak: number;
  charged: number;
  kills: number;
  /** CPU share of the server, 0 to 1. */
  share: number;
  backedUp: boolean;
}

/** @returns exit code: 1 after an unexpected response or an out-of-memory kill */
export function writeSmallReport(measured: Measured, settings: Settings): number {
  const { day, startedIn, idle, held, serverPeak, charged, kills, share, backedUp } = measured;
  const { residents, memory, arrival, seconds, cgroup } = settings;
  const kinds = Object.entries(day.times).toSorted(([a], [b]) => a.localeCompare(b));
  const all = kinds.flatMap(([, times]) => times);
  const rate = all.length / day.took;
  const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0);
  const row = (name: string, times: number[]) => {
    const { p50, p95, p99, slowest } = spreadOf(times);
    return `| ${name} | ${whole(times.length)} | ${ms(p50)} | ${ms(p95)} | ${ms(p99)} | ${ms(slowest)} |`;
  };
  const text = `# One processor, ${memory} MB, ${residents} busy residents, ${today()}

${describeMachine().text}
The whole server as deployed, on SQLite, and its backup, in a memory cgroup (version ${cgroup}) of ${memory} MB without swap,
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
