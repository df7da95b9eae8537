import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const gigabyte = 2 ** 30;

/**
 * A folder for what a process and its children write, gone with the process. It lies in memory where there is room:
 * the tests make hundreds of small databases, and a disk takes ten times as long to make one.
 */
export function makeScratchFolder(): string {
  const folder = makeIn('/dev/shm') ?? mkdtempSync(join(tmpdir(), name));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o711); // PostgreSQL runs as somebody else when we are root
  return folder;
}

const name = 'guyub-tests-';

function makeIn(memory: string): string | undefined {
  let folder: string | undefined;
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < gigabyte || process.availableMemory() < 4 * gigabyte) return undefined;
    folder = mkdtempSync(join(memory, name));
    const program = join(folder, 'may-run');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    execFileSync(program); // some allow no programs there, and PostgreSQL may have to be unpacked
    return folder;
  } catch {
    if (folder) rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
}
