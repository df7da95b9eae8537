/** The results of a run of `bench/scale.ts`, for people and for programs. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sizes } from './large-estate.ts';
import { describeMachine, resultsFolder, today } from './report.ts';

export interface Timing {
  isWhole: boolean;
  /** Of the answer, uncompressed. */
  bytes: number;
  /** Milliseconds, until the last byte. */
  p50: number;
  p95: number;
  /** Milliseconds of the server's processor for one answer. */
  computed: number;
}

export interface Level extends Sizes {
  timings: ReadonlyMap<string, Timing>;
}

const bar = 100;

/** @returns the slowest p95 of what a screen asks, at the largest level */
export function writeScaleReport(
  levels: readonly Level[],
  { requests, database }: { requests: number; database: string },
): number {
  const [first, last] = [levels[0], levels.at(-1)];
  if (!first || !last) throw new Error('nothing was measured');
  const slowestFirst = [...last.timings].toSorted(([, a], [, b]) => b.p95 - a.p95);
  const row = ([name, timing]: [string, Timing]) => {
    const of = (level: Level) => level.timings.get(name)?.p95;
    const growth = timing.p50 / (first.timings.get(name)?.p50 ?? timing.p50);
    return (
      `| ${name.replaceAll('|', '\\|')} | ${levels.map((level) => of(level)?.toFixed(1) ?? '–').join(' | ')} | ` +
      `${timing.p50.toFixed(1)} | ${timing.computed.toFixed(1)} | ${growth.toFixed(1)} | ${Math.round(timing.bytes / 1_000)} |`
    );
  };
  const head =
    `| read | ${levels.map(({ residents }) => `p95 at ${residents}, ms`).join(' | ')} | p50, ms | computed, ms | p50 growth | kB |\n` +
    `| --- | ${levels.map(() => '---:').join(' | ')} | ---: | ---: | ---: | ---: |\n`;
  const table = (isWhole: boolean) =>
    head +
    slowestFirst
      .filter(([, timing]) => timing.isWhole === isWhole)
      .map(row)
      .join('\n');
  const asked = slowestFirst.filter(([, timing]) => !timing.isWhole);
  const above = asked.filter(([, { p95 }]) => p95 >= bar);
  const { residents, payments, posts } = last;
  const text = `# Reads as the estate grows, ${today()}, ${database}

${describeMachine().text}
One client, ${requests} requests each after 5 to warm up, compressed, until the last byte. The largest estate has
${residents.toLocaleString('en')} residents, ${payments.toLocaleString('en')} payments and ${posts.toLocaleString('en')} posts; p50, computed (the server's
processor for one answer), growth (from ${first.residents} residents on) and size are of that one.

Bar: p95 under ${bar} ms. ${above.length} of ${asked.length} reads of screens are above it.

## What screens ask

${table(false)}

## Whole lists and files

Up to 1,000 rows of a list; a year of the cash book and every export without a limit.

${table(true)}
`;
  mkdirSync(resultsFolder, { recursive: true });
  const file = join(resultsFolder, `scale-${database.toLowerCase()}-${today()}`);
  const data = levels.map((level) => ({ ...level, timings: Object.fromEntries(level.timings) }));
  writeFileSync(`${file}.json`, `${JSON.stringify({ machine: describeMachine(), levels: data }, null, 2)}\n`);
  writeFileSync(`${file}.md`, text);
  console.log(text);
  return asked[0]?.[1].p95 ?? 0;
}
