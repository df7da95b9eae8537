/** A tmpfs of a few megabytes; needs root. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  folder: string;
  fill(): void;
  free(): void;
  remove(): void;
}

const mount = (...args: string[]) => execFileSync('mount', args, { stdio: 'ignore' });

/** False without root, or in a container without mount permission. */
export function canMount(): boolean {
  try {
    makeSmallDisk(1).remove();
    return true;
  } catch {
    return false;
  }
}

/** @param options mount options such as `uid=65534` */
export function makeSmallDisk(megabytes: number, options = 'mode=0777'): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'guyub-disk-'));
  try {
    mount('-t', 'tmpfs', '-o', `size=${megabytes}M,${options}`, 'tmpfs', folder);
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw error;
  }
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: () => {
      for (let size = 1_048_576; size >= 1; size = Math.floor(size / 4)) {
        try {
          for (;;) appendFileSync(ballast, Buffer.alloc(size));
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
      }
    },
    free: () => rmSync(ballast, { force: true }),
    remove: () => {
      execFileSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}
