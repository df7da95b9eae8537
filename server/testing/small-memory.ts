/** A cgroup with a memory limit; needs root on Linux. */
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SmallMemory {
  command: string[];
  remove(): void;
}

const root = '/sys/fs/cgroup';

/** Null without root, or in a container without cgroup permission. */
export function makeSmallMemory(megabytes: number): SmallMemory | null {
  const isOld = existsSync(join(root, 'memory'));
  const group = join(root, isOld ? 'memory' : '', `guyub-test-${process.pid}`);
  try {
    mkdirSync(group);
    writeFileSync(join(group, isOld ? 'memory.limit_in_bytes' : 'memory.max'), `${megabytes}M`);
  } catch {
    return null;
  }
  const enter = `echo $$ > ${join(group, 'cgroup.procs')} && exec "$@"`;
  return { command: ['sh', '-c', enter, 'sh'], remove: () => rmdirSync(group) };
}
