/** Code that runs in a process of ours before its own: what a test does to a server from the inside. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/**
 * @param code CommonJS; `require` finds what the project has
 * @returns the environment that makes a process load it
 */
export function preload(folder: string, code: string): { NODE_OPTIONS: string } {
  const file = join(folder, 'preload.cjs');
  const own = `require('node:module').createRequire(${JSON.stringify(join(root, 'package.json'))})`;
  writeFileSync(file, `((require) => {${code}})(${own});`);
  return { NODE_OPTIONS: `--require=${file}` };
}
