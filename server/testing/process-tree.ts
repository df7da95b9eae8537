import { readdirSync, readFileSync } from 'node:fs';

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Includes the root. */
export function processTree(root: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), Number(/\) \S+ (\d+)/.exec(read(`/proc/${name}/stat`))?.[1])] as const);
  const tree = [root];
  for (const pid of tree)
    tree.push(...parents.filter(([, parent]) => parent === pid).map(([child]) => child));
  return tree;
}

/** Megabytes; shared memory is counted for each process. */
export function treeMemory(root: number): number {
  const kilobytes = processTree(root).map((pid) =>
    Number(/^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0),
  );
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1_024;
}

export function picturePid(root: number): number {
  const pid = processTree(root).find((each) => read(`/proc/${each}/cmdline`).includes('image-process'));
  if (pid === undefined) throw new Error('no pictures are being decoded');
  return pid;
}
