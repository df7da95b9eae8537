/**
 * A small machine within this one: a memory cgroup below our own (version 1 or 2), and one processor, for a process and
 * all that it starts. What the kernel keeps of files counts, too, but gives way before anything else does.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pause } from './measure.ts';

export interface SmallMachine {
  /** Makes a command one that runs on it. */
  running(command: readonly string[]): string[];
  version: 1 | 2;
  /** Megabytes: all that was charged, which soon is all there is; and what processes themselves hold now. */
  peak(): number;
  held(): number;
  /** Processes that the kernel has killed for want of memory. */
  kills(): number;
  /** Resolves once the last process has ended. */
  remove(): Promise<void>;
}

interface Files {
  limit: string;
  /** Nothing may be moved out to a disk; absent where the kernel does not count it. */
  swap: { file: string; value: string };
  peak: string;
  kills: string;
  held: { file: string; field: string };
}

const megabyte = 1_048_576;

/** Becomes the command after it, which is then where its file says. */
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

/** @throws Error that says what this machine lacks */
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

/** Where a group of ours may be made, so that whatever limits us goes on doing so. */
function findParent(): { folder: string; version: 1 | 2 } {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const own = readFileSync('/proc/self/cgroup', 'utf8');
  const below = (mount: string, path = '/') => (existsSync(join(mount, path)) ? join(mount, path) : mount); // a container may not see its own path
  const [, first] = mounts.map((line) => line.split(' ')).find(isMemoryVersion1) ?? [];
  if (first) return { folder: below(first, /^\d+:[^:]*\bmemory\b[^:]*:(.*)$/m.exec(own)?.[1]), version: 1 };
  const [, second] = mounts.map((line) => line.split(' ')).find(([, , type]) => type === 'cgroup2') ?? [];
  if (second) {
    // A group with processes of its own cannot share out memory to others: the nearest above that does.
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
