import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/**
 * @param code CommonJS; `require` resolves from the project
 * @returns environment for the process
 */
export function preload(folder: string, code: string): { NODE_OPTIONS: string } {
  const file = join(folder, 'preload.cjs');
  const own = `require('node:module').createRequire(${JSON.stringify(join(root, 'package.json'))})`;
  writeFileSync(file, `((require) => {${code}})(${own});`);
  return { NODE_OPTIONS: `--require=${file}` };
}
