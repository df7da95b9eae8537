/**
 * A cgroup (version 1 or 2) with a memory limit and one CPU, for a process and its children. The page cache
 * counts too, but is reclaimed first.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pause } from './measure.ts';

export interface SmallMachine {
  running(command: readonly string[]): string[];
  version: 1 | 2;
  /** Megabytes: everything charged including the page cache, and what the processes hold. */
  peak(): number;
  held(): number;
  kills(): number;
  remove(): Promise<void>;
}

interface Files {
  limit: string;
  /** Disables swapping; undefined if the kernel does not account for swap. */
  swap: { file: string; value: string };
  peak: string;
  kills: string;
  held: { file: string; field: string };
}

const megabyte = 1_048_576;

const enter = ['sh', '-c', 'echo $$ > "$0" && exec taskset -c "$@"'];

const filesOf = (version: 1 | 2, bytes: number): Files =>
  version === 1
    ? {
        limit: 'memory.limit_in_bytes',
        swap: { file: 'memory.memsw.limit_in_bytes', value: String(bytes) },
        peak: 'memory.max_usage_in_bytes',
        kills: 'memory.oom_control',
        held: { file: 'memory.stat', field: 'total_rss' },
      }
    : {
        limit: 'memory.max',
        swap: { file: 'memory.swap.max', value: '0' },
        peak: 'memory.peak',
        kills: 'memory.events',
        held: { file: 'memory.stat', field: 'anon' },
      };

/** @throws Error with the missing requirement */
export function makeSmallMachine(megabytes: number, processor: number): SmallMachine {
  checkProcessor(processor);
  const { folder: parent, version } = findParent();
  const folder = join(parent, `guyub-bench-${process.pid}`);
  const files = filesOf(version, megabytes * megabyte);
  const path = (file: string) => join(folder, file);
  const field = (file: string, name: string) =>
    Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(readFileSync(path(file), 'utf8'))?.[1]);
  try {
    mkdirSync(folder);
    writeFileSync(path(files.limit), String(megabytes * megabyte));
    if (existsSync(path(files.swap.file))) writeFileSync(path(files.swap.file), files.swap.value);
  } catch (error) {
    if (existsSync(folder)) rmdirSync(folder);
    throw new Error(`Memory cannot be limited here (${String(error)}): it needs root.`, { cause: error });
  }
  return {
    version,
    running: (command) => [...enter, path('cgroup.procs'), String(processor), ...command],
    peak: () => Number(readFileSync(path(files.peak), 'utf8')) / megabyte,
    held: () => field(files.held.file, files.held.field) / megabyte,
    kills: () => field(files.kills, 'oom_kill'),
    remove: async () => {
      while (readFileSync(path('cgroup.procs'), 'utf8') !== '') await pause(50);
      rmdirSync(folder);
    },
  };
}

function checkProcessor(processor: number) {
  try {
    execFileSync('taskset', ['-c', String(processor), 'true'], { stdio: 'ignore' });
  } catch (error) {
    throw new Error('One processor cannot be set apart here: it needs taskset, of util-linux.', {
      cause: error,
    });
  }
}

/** A parent below our own group, so that existing limits stay in force. */
function findParent(): { folder: string; version: 1 | 2 } {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const own = readFileSync('/proc/self/cgroup', 'utf8');
  const below = (mount: string, path = '/') => (existsSync(join(mount, path)) ? join(mount, path) : mount);
  const [, first] = mounts.map((line) => line.split(' ')).find(isMemoryVersion1) ?? [];
  if (first) return { folder: below(first, /^\d+:[^:]*\bmemory\b[^:]*:(.*)$/m.exec(own)?.[1]), version: 1 };
  const [, second] = mounts.map((line) => line.split(' ')).find(([, , type]) => type === 'cgroup2') ?? [];
  if (second) {
    // Groups with processes cannot delegate memory (cgroup v2): uses the nearest ancestor that can.
    for (let folder = below(second, /^0::(.*)$/m.exec(own)?.[1]); folder.startsWith(second); ) {
      const shared = readFileSync(join(folder, 'cgroup.subtree_control'), 'utf8').split(/\s/);
      if (shared.includes('memory')) return { folder, version: 2 };
      folder = dirname(folder);
    }
  }
  throw new Error('Memory cannot be limited here: there is no cgroup of version 1 or 2 that counts memory.');
}

const isMemoryVersion1 = ([, , type, options = '']: string[]) =>
  type === 'cgroup' && options.split(',').includes('memory');
