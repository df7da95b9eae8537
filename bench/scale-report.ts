/** The results of a run of `bench/scale.ts`. */
import type { Sizes } from './large-estate.ts';
import { describeMachine, saveResults, today, whole } from './report.ts';

export interface Timing {
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

export interface Level extends Sizes {
  timings: ReadonlyMap<string, Timing>;
}

interface Run {
  /** Of each request in each round, after so many to warm up. */
  requests: number;
  warmUp: number;
  rounds: number;
  database: string;
  isQuick: boolean;
}

/** Milliseconds. */
const bars = { p95: 20, statement: 10 };

/** @returns whether everything is within the bars at the largest level */
export function writeScaleReport(levels: readonly Level[], run: Run): boolean {
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
  const text = `# What the screens ask, ${today()}, ${run.database}

${describeMachine().text}
The requests of \`bench/screen-requests.json\` by one client, ${run.requests} each after ${run.warmUp} to warm up, compressed, until the last
byte, in ${run.rounds} rounds of which the one with the middle p95 counts. The largest estate has ${whole(largest.residents)} residents, ${whole(largest.payments)}
payments and ${whole(largest.posts)} posts. Milliseconds; p50, least, computed (processor time of the server), the longest
statement (processor time in which it holds the event loop${run.database === 'SQLite' ? '' : '; none does on PostgreSQL'}) and size are of the largest estate.

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
  if (run.isQuick) console.log(text);
  else saveResults(`scale-${run.database.toLowerCase()}`, text);
  return above.length === 0;
}
