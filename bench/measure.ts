/** The tools of the measurement: processes, their memory, and load upon them. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface LoadOrder {
  url: string;
  token: string;
  seconds: number;
  connections: number;
}

export interface Load {
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Of one answer, with its head. */
  bytes: number;
}

export interface FloorOrder {
  dataDir: string;
  calls: readonly { path: string; token: string }[];
}

const file = (name: string) => join(import.meta.dirname, name);

export async function load(order: LoadOrder): Promise<Load> {
  const { stdout } = await promisify(execFile)(process.execPath, [file('load.ts'), JSON.stringify(order)]);
  return JSON.parse(stdout) as Load;
}

export interface Floor {
  url: string;
  child: ChildProcess;
}

export async function startFloor(order: FloorOrder): Promise<Floor> {
  const child = spawn(process.execPath, [file('floor.ts'), JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const started = await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => null)]);
  if (!started) throw new Error('the floor did not start');
  return { url: String(started[0]).trim(), child };
}

/** Resident memory of a process, in MB of 1,048,576 bytes; Linux only. */
export function residentMemory(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

/** Microseconds that a process has computed so far; Linux only. */
export function computed(pid: number | undefined): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
  return (user + system) * 10_000; // of the kernel's 100 ticks a second
}

/** Runs the work and answers the highest memory that the process had meanwhile. */
export async function highestMemory(pid: number | undefined, work: () => Promise<void>): Promise<number> {
  let highest = residentMemory(pid);
  const watch = setInterval(() => {
    highest = Math.max(highest, residentMemory(pid));
  }, 50);
  await work().finally(() => clearInterval(watch));
  return highest;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
