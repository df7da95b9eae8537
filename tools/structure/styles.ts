import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from './sources.ts';

const read = /var\((--(?!mantine-)[\w-]+)\)/g;
const set = /(--[\w-]+)['"]?\s*:/g;

/** A custom property that is set nowhere makes its whole declaration void, and no other tool reports it. */
export function checkStyles(root: string): Problem[] {
  const files = globSync('client/**/*.{css,tsx}', { cwd: root })
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  const names = new Set(files.flatMap(({ text }) => [...text.matchAll(set)].map(([, name]) => name)));
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(read)]
      .filter(([, name]) => !names.has(name))
      .map(({ 1: name, index }) => ({
        path,
        line: text.slice(0, index).split('\n').length,
        message: `reads ${name}, which is set nowhere`,
      })),
  );
}
