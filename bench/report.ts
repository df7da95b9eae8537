import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import type { Load } from './measure.ts';

export interface CallResult {
  name: string;
  path: string;
  rows: number;
  product: Load;
  floor: Load;
  framework: Load;
  ratio: number;
  ratioByStart: readonly number[];
  frameworkRatio: number;
  packedAlikeRatio: number;
}

export interface Measured {
  settings: { starts: number; rounds: number; seconds: number; connections: number };
  calls: readonly CallResult[];
  /** From process start to the first response, with an existing demo database. */
  coldStart: { milliseconds: number; all: readonly number[] };
  /** Resident, in MB. */
  memory: { idle: number; underLoad: number };
  /** Compressed JavaScript and CSS of the login in kB; null without a built client. */
  firstLoad: number | null;
}

const resultsFolder = join(import.meta.dirname, 'results');
export const today = () => new Date().toISOString().slice(0, 10);

export function describeMachine() {
  const machine = {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryMB: Math.round(totalmem() / 1_048_576),
    system: `${type()} ${release()}`,
    node: process.version,
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
  };
  const { cpu, cores, memoryMB, system, node, commit } = machine;
  return {
    ...machine,
    text: `${cpu}, ${cores} cores, ${memoryMB} MB, ${system}, Node ${node}, commit ${commit}.`,
  };
}

/** Replaces the results of the previous run. @param name without extension */
export function saveResults(name: string, text: string): void {
  mkdirSync(resultsFolder, { recursive: true });
  writeFileSync(join(resultsFolder, `${name}.md`), text);
  console.log(`\n${text}`);
}

export function writeReport(measured: Measured): void {
  saveResults('hot-reads', readable(today(), describeMachine().text, measured));
}

export const whole = (value: number) => Math.round(value).toLocaleString('en');

function readable(date: string, machine: string, measured: Measured): string {
  const { settings, calls, coldStart, memory, firstLoad } = measured;
  const rate = ({ requestsPerSecond }: Load) => whole(requestsPerSecond);
  const range = (ratios: readonly number[]) =>
    `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  const row = (call: CallResult) =>
    `| ${call.name} (${call.rows} rows) | ${rate(call.product)} | ${rate(call.framework)} | ${rate(call.floor)} | ` +
    `**${call.ratio.toFixed(2)}** | ${range(call.ratioByStart)} | ${call.packedAlikeRatio.toFixed(2)} | ` +
    `${call.frameworkRatio.toFixed(2)} | ` +
    [call.product.p50, call.product.p99, call.floor.p99].map((ms) => `${ms.toFixed(1)} |`).join(' ');
  return `# Measured on ${date}

${machine}
${settings.connections} connections, product and floor in turns: median of ${settings.starts} starts with ${settings.rounds} rounds of ${settings.seconds} s each. How fast a
process runs is partly chance at its start; the range is that of the starts.

Asked with the headers of a phone's browser, which takes packed answers. The floor is the same answer by bare
\`node:http\`: the same statements (the session's included) to the same SQLite file by the same driver, the rows through
\`JSON.stringify\`, the same headers, packed by gzip at its fastest. Packed alike compares with a floor that packs by Brotli
at its fastest, as the product does for whoever takes it. Fastify alone is the floor by Fastify, without a hook. All run
with the memory settings of a deployed server.

| read | product, req/s | Fastify alone, req/s | floor, req/s | product : floor | range | packed alike | Fastify alone : floor | p50, ms | p99, ms | floor p99, ms |
| --- | ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: |
${calls.map(row).join('\n')}

- Cold start on an existing demo database: ${whole(coldStart.milliseconds)} ms.
- Resident memory: ${whole(memory.idle)} MB idle, ${whole(memory.underLoad)} MB at most under this load.
- First load (login), JavaScript and CSS compressed: ${firstLoad === null ? 'the client was not built' : `${firstLoad} kB`}.
`;
}
