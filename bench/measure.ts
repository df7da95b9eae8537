import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { memorySettings } from '../scripts/memory-settings.ts';
import { treeMemory } from '../server/testing/process-tree.ts';

export interface LoadOrder {
  url: string;
  token: string;
  seconds: number;
  connections: number;
}

export interface Load {
  requestsPerSecond: number;
  p50: number;
  p99: number;
  bytes: number;
}

export interface FloorOrder {
  dataDir: string;
  by: 'http' | 'fastify';
  packing: 'gzip' | 'br';
  calls: readonly { path: string; token: string }[];
}

export interface ListenersOrder {
  url: string;
  /** Source address in 127.0.0.0/8. */
  from: string;
  tokens: readonly string[];
}

/** Messages from `bench/listeners.ts`; times from `monotonic()`. */
export type Told =
  | { kind: 'connected'; refused: string[] }
  | { kind: 'ready' }
  | { kind: 'heard'; at: number[]; news: number[] };

export interface DayOrder {
  url: string;
  people: readonly { id: number; email: string }[];
  /** Seconds for the arrival of everybody. */
  arrival: number;
  /** Seconds after the arrival. */
  seconds: number;
}

export interface Day {
  took: number;
  times: Record<string, number[]>;
  errors: string[];
}

/** Milliseconds of a clock that is shared by all processes. */
export const monotonic = () => Number(process.hrtime.bigint()) / 1e6;

export const file = (name: string) => join(import.meta.dirname, name);

export const asDeployed = [process.execPath, join(import.meta.dirname, '../scripts/serve.ts')];

export const uncached = { NODE_COMPILE_CACHE: '' };

export async function load(order: LoadOrder): Promise<Load> {
  const { stdout } = await promisify(execFile)(process.execPath, [file('load.ts'), JSON.stringify(order)]);
  return JSON.parse(stdout) as Load;
}

export interface Floor {
  url: string;
  child: ChildProcess;
}

export async function startFloor(order: FloorOrder): Promise<Floor> {
  const { flags, env } = memorySettings(process.env);
  const child = spawn(process.execPath, [...flags, file('floor.ts'), JSON.stringify(order)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const started = await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => null)]);
  if (!started) throw new Error('the floor did not start');
  return { url: String(started[0]).trim(), child };
}

/** Megabytes of 1,048,576 bytes, including children; Linux only. */
export const residentMemory = (pid: number | undefined) => treeMemory(pid ?? 0);

export async function peakMemory(pid: number | undefined, work: () => Promise<unknown>): Promise<number> {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  await work();
  return peakSoFar(pid);
}

/** Of the process alone: the peak that `resourceUsage()` tells begins with that of the parent. Linux only. */
export function peakSoFar(pid: number | 'self' | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
}

/** CPU time in microseconds; Linux only. */
export function computed(pid: number | undefined): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
  return (user + system) * 10_000; // 100 ticks per second
}

export async function highestMemory(pid: number | undefined, work: () => Promise<void>): Promise<number> {
  let highest = residentMemory(pid);
  const watch = setInterval(() => {
    highest = Math.max(highest, residentMemory(pid));
  }, 50);
  await work().finally(() => clearInterval(watch));
  return highest;
}

export interface Spread {
  p50: number;
  p95: number;
  p99: number;
  slowest: number;
}

/** The least value that so large a share of them does not exceed. */
export function sharesOf(values: readonly number[]): (share: number) => number {
  const sorted = values.toSorted((a, b) => a - b);
  return (share) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

export function spreadOf(values: readonly number[]): Spread {
  const at = sharesOf(values);
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), slowest: at(1) };
}

export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Response times in milliseconds of sequential requests while something else runs. */
export async function waitsDuring(ask: () => Promise<unknown>, work: Promise<unknown>): Promise<number[]> {
  const waits: number[] = [];
  const over = new AbortController();
  const end = () => over.abort();
  work.then(end, end);
  while (!over.signal.aborted) {
    waits.push(await timeOf(ask));
    await pause(5);
  }
  await work;
  return waits;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
