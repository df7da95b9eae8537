import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sizes } from './large-estate.ts';
import { describeMachine, resultsFolder, today } from './report.ts';

export interface Timing {
  isWhole: boolean;
  bytes: number;
  /** Milliseconds until the last byte; the minimum is robust on a busy machine. */
  least: number;
  p50: number;
  p95: number;
  /** Milliseconds of CPU time per response. */
  computed: number;
}

export interface Level extends Sizes {
  timings: ReadonlyMap<string, Timing>;
}

/** Maximum growth of p95. */
const bar = 2;
/** Limit in milliseconds for screens, with 5,000 residents. */
const soon = 100;
/** Growth is measured from this p95 in milliseconds: smaller values are noise. */
const floor = 5;

interface Run {
  requests: number;
  warmUp: number;
  rounds: number;
  database: string;
}

/** @returns largest growth of p95 of a screen's read from the smallest to the largest level */
export function writeScaleReport(
  levels: readonly Level[],
  { requests, warmUp, rounds, database }: Run,
): number {
  const [first, last] = [levels[0], levels.at(-1)];
  if (!first || !last) throw new Error('nothing was measured');
  const names = new Set(levels.flatMap(({ timings }) => [...timings.keys()]));
  const reads = [...names].map((name) => {
    const measured = levels.map(({ timings }) => timings.get(name));
    const largest = measured.findLast((timing) => timing !== undefined);
    if (!largest) throw new Error(`${name} was not measured`);
    // Reads that do not exist at the smallest level, such as a second page, are compared with the minimum.
    const growthOf = (of: 'p95' | 'least') => largest[of] / Math.max(measured[0]?.[of] ?? 0, floor);
    return { name, measured, largest, growth: growthOf('p95'), leastGrowth: growthOf('least') };
  });
  const slowestFirst = reads.toSorted((a, b) => b.largest.p95 - a.largest.p95);
  const row = ({ name, measured, largest, growth, leastGrowth }: (typeof reads)[number]) =>
    `| ${name.replaceAll('|', '\\|')} | ${measured.map((timing) => timing?.p95.toFixed(1) ?? '–').join(' | ')} | ` +
    `${growth.toFixed(1)} | ${largest.least.toFixed(1)} | ${leastGrowth.toFixed(1)} | ${largest.p50.toFixed(1)} | ${largest.computed.toFixed(1)} | ${Math.round(largest.bytes / 1_000)} |`;
  const head =
    `| read | ${levels.map(({ residents }) => `p95 at ${residents}, ms`).join(' | ')} | growth | least, ms | its growth | p50, ms | computed, ms | kB |\n` +
    `| --- | ${levels.map(() => '---:').join(' | ')} | ---: | ---: | ---: | ---: | ---: | ---: |\n`;
  const table = (chosen: typeof reads) => head + chosen.map(row).join('\n');
  const asked = slowestFirst.filter(({ largest }) => !largest.isWhole);
  const above = asked.filter(({ growth }) => growth > bar);
  const { residents, payments, posts } = last;
  const late = levels.map(({ residents, timings }) => {
    const times = [...timings.values()].filter(({ isWhole }) => !isWhole);
    const count = times.filter(({ p95 }) => p95 >= soon).length;
    return `${count} of ${times.length} at ${residents.toLocaleString('en')} residents`;
  });
  const text = `# Reads as the estate grows, ${today()}, ${database}

${describeMachine().text}
One client, ${requests} requests each after ${warmUp} to warm up, compressed, until the last byte; each read of all estates
after one another, in ${rounds} rounds, of which the one with the middle p95 counts. The largest estate has ${residents.toLocaleString('en')} residents, ${payments.toLocaleString('en')} payments
and ${posts.toLocaleString('en')} posts. Least, p50, computed (the server's processor for one answer) and size are of the largest
estate that was asked.

Bar: p95 at most doubles from ${first.residents} residents on. Growth is counted from ${floor} ms on: below that it is the machine's
own; the least says what the server needs even when the machine is busy. ${above.length} of ${asked.length} reads of screens are above the bar.
p95 of ${soon} ms or more: ${late.join(', ')}.

## Above the bar

${above.length === 0 ? 'None.' : table(above)}

## What screens ask

${table(asked)}

## Whole lists and files

Up to 1,000 rows of a list; a year of the cash book and every export without a limit: they grow by nature.

${table(slowestFirst.filter(({ largest }) => largest.isWhole))}
`;
  mkdirSync(resultsFolder, { recursive: true });
  const file = join(resultsFolder, `scale-${database.toLowerCase()}-${today()}`);
  const data = levels.map((level) => ({ ...level, timings: Object.fromEntries(level.timings) }));
  writeFileSync(`${file}.json`, `${JSON.stringify({ machine: describeMachine(), levels: data }, null, 2)}\n`);
  writeFileSync(`${file}.md`, text);
  console.log(text);
  return Math.max(0, ...asked.map(({ growth }) => growth));
}
