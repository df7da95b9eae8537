// Download budget in bytes of the .gz files written by the build. Brotli is about a tenth smaller, but a
// proxy may support only gzip.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from 'vite';

const firstLoadLimit = 130_000;
const dashboardLimit = 190_000;
const lazyLimit = 40_000;

export interface LoadSize {
  loads: string;
  kB: number;
  limit: number;
}

/** Prints the size of the first load and of each later part; returns those above the budget. */
export function checkBudget(dist: string): string[] {
  const sizes = measureLoads(dist);
  console.table(sizes);
  return sizes
    .filter((each) => each.kB > each.limit)
    .map(
      (each) =>
        `budget: ${each.loads} is ${each.kB} kB, allowed are ${each.limit} kB; load parts of it lazily`,
    );
}

export function measureLoads(dist: string): LoadSize[] {
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  const keys = Object.keys(manifest);
  const entry = keys.find((key) => manifest[key]?.isEntry && key.endsWith('.html'));
  if (entry === undefined) throw new Error(`the build in ${dist} has no entry`);

  const lazy = keys.filter((key) => manifest[key]?.isDynamicEntry);
  const part = (name: string) => keys.filter((key) => manifest[key]?.name === name);
  const first = files(manifest, [entry]);
  const firstScreen = files(manifest, part('frame'), new Set(first));
  const later = files(manifest, part('later'), new Set(firstScreen));
  const afterwards = files(manifest, part('dialogs'), new Set(later));
  const onPages = files(manifest, part('pages'), new Set(afterwards));

  return [
    row('first load (login)', first, firstLoadLimit),
    row('first screen (dashboard), all in all', firstScreen, dashboardLimit),
    row('fetched behind it', later.difference(firstScreen), lazyLimit),
    row('dialogs, fetched behind it', afterwards.difference(later), lazyLimit),
    ...lazy.map((key) => {
      const known = key.endsWith('Page.tsx') ? afterwards : onPages;
      return row(key, files(manifest, [key]).difference(known), lazyLimit);
    }),
  ];

  function row(loads: string, paths: Set<string>, limit: number): LoadSize {
    const bytes = [...paths].reduce((sum, path) => sum + statSync(join(dist, `${path}.gz`)).size, 0);
    return { loads, kB: Math.ceil(bytes / 100) / 10, limit: limit / 1000 };
  }
}

function files(manifest: Manifest, keys: string[], seen = new Set<string>()): Set<string> {
  for (const key of keys) {
    const chunk = manifest[key];
    if (!chunk || seen.has(chunk.file)) continue;
    for (const file of [chunk.file, ...(chunk.css ?? [])]) if (/\.(js|css)$/.test(file)) seen.add(file);
    files(manifest, chunk.imports ?? [], seen);
  }
  return seen;
}
