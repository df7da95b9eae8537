/** Programs of Debian that some tests run. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages } from './debian.ts';

const packages = {
  'firefox-esr': 'firefox-esr',
  hledger: 'hledger',
  pgbouncer: 'pgbouncer',
  zbarimg: 'zbar-tools',
} as const;

/** @returns the path of the first one that is installed */
export function findProgram(...names: string[]): string | undefined {
  const folders = [...(process.env.PATH?.split(delimiter) ?? []), '/usr/sbin']; // not in everybody's PATH
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

/** Installs what is missing, or says which tests will be skipped without it. */
export async function ensurePrograms(): Promise<void> {
  for (const [program, name] of Object.entries(packages)) {
    if (findProgram(program) !== undefined || (await installPackages(name))) continue;
    console.warn(`${program} is missing (Debian package ${name}): the tests that need it are skipped.`);
  }
}
