import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const gigabyte = 2 ** 30;

/**
 * Temporary folder of a process and its children, removed when it exits. It is in memory where there is room: the tests
 * create hundreds of small databases, which takes ten times as long on a disk.
 */
export function makeScratchFolder(): string {
  const folder = removedAtExit(makeIn('/dev/shm') ?? mkdtempSync(join(tmpdir(), name)));
  chmodSync(folder, 0o711); // as root, PostgreSQL runs as another user
  return folder;
}

const name = 'guyub-tests-';

/** On the disk; removed when this process exits. */
export const makeTemporaryFolder = () => removedAtExit(mkdtempSync(join(tmpdir(), 'guyub-')));

function removedAtExit(folder: string): string {
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function makeIn(memory: string): string | undefined {
  let folder: string | undefined;
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < gigabyte || process.availableMemory() < 4 * gigabyte) return undefined;
    folder = mkdtempSync(join(memory, name));
    const program = join(folder, 'may-run');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    execFileSync(program); // PostgreSQL may be unpacked there, but some systems mount it noexec
    return folder;
  } catch {
    if (folder) rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
}
