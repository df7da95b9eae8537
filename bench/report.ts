import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';

const resultsFolder = join(import.meta.dirname, 'results');
export const today = () => new Date().toISOString().slice(0, 10);

export function describeMachine(): string {
  const cpu = cpus()[0]?.model.trim() ?? 'unknown';
  const memory = Math.round(totalmem() / 1_048_576);
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  return `${cpu}, ${cpus().length} cores, ${memory} MB, ${type()} ${release()}, Node ${process.version}, commit ${commit}.`;
}

/** Replaces the results of the previous run. @param name without extension */
export function saveResults(name: string, text: string): void {
  mkdirSync(resultsFolder, { recursive: true });
  writeFileSync(join(resultsFolder, `${name}.md`), text);
  console.log(`\n${text}`);
}

export const whole = (value: number) => Math.round(value).toLocaleString('en');
