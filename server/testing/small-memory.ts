/** A machine with little memory: a control group of Linux, which only root may make. */
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SmallMemory {
  /** In front of a command that is to run within. */
  command: string[];
  /** Once nothing runs within any more. */
  remove(): void;
}

const root = '/sys/fs/cgroup';

/** Null where no group can be made: without root, or in a container that may not. */
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
