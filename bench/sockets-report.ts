import { spreadOf } from './measure.ts';
import { describeMachine, saveResults, today, whole } from './report.ts';

interface Settings {
  sockets: number;
  posts: number;
  /** Seconds of rest before memory is read. */
  settle: number;
  each: number;
  processes: number;
}

/** Milliseconds since the post was sent. */
export interface Round {
  answered: number;
  /** When each socket received `data-changed`, and those of the ketua `new-post`. */
  heard: number[];
  news: number[];
  waits: number[];
}

/** Memory in MB, times in milliseconds. */
export interface Measured {
  /** Without sockets, with idle sockets, and maximum during the posts. */
  before: number;
  after: number;
  peak: number;
  opening: number;
  /** Response times for another user without sockets, and with idle ones. */
  alone: number[];
  idle: number[];
  rounds: Round[];
}

export function writeSocketsReport(measured: Measured, settings: Settings): void {
  const { before, after, peak, opening, alone, idle, rounds } = measured;
  const { sockets, posts, settle, each, processes } = settings;
  const heard = spreadOf(rounds.flatMap((round) => round.heard));
  const lasts = spreadOf(rounds.map((round) => Math.max(...round.heard)));
  const news = spreadOf(rounds.flatMap((round) => round.news));
  const answered = spreadOf(rounds.map((round) => round.answered));
  const waits = { alone, idle, during: rounds.flatMap((round) => round.waits) };
  const perSocket = ((after - before) * 1_024) / sockets;
  const ms = (value: number) => value.toFixed(1);
  const row = (name: string, times: number[]) => {
    const { p50, p99, slowest } = spreadOf(times);
    return `| ${name} | ${whole(times.length)} | ${ms(p50)} | ${ms(p99)} | ${ms(slowest)} |`;
  };
  const text = `# ${whole(sockets)} sockets, ${today()}

${describeMachine().text}
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
${row('all are told of a post', waits.during)}
`;
  saveResults('sockets', text);
}
