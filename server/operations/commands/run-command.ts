import { readFileSync } from 'node:fs';
import type { Config } from '../../config.ts';
import { explain } from '../../explain.ts';
import { loadConfig } from '../../load-config.ts';
import { type Estate, findEstate } from '../estate.ts';
import { whileLocked } from '../in-use.ts';

/**
 * Runs a command. An error ends it with exit code 1 and a message instead of a stack trace.
 * @param file of the command; the comment at its head is its help
 */
export async function runCommand(file: string, work: (config: Config) => Promise<void>): Promise<void> {
  let config: Config | undefined;
  if (process.argv.includes('--help')) {
    console.log(helpOf(file));
    return;
  }
  try {
    config = loadConfig(process.env);
    await work(config);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const isMistyped = code.startsWith('ERR_PARSE_ARGS');
    console.error(isMistyped ? `${message.split('. ')[0]}.\n\n${helpOf(file)}` : explain(error, config));
    process.exitCode = 1;
  }
}

function helpOf(file: string): string {
  const [head = ''] = readFileSync(file, 'utf8').split(/^(?!\/\/)/m);
  return head.replaceAll(/^\/\/ ?/gm, '').trim();
}

/** A restore would replace the data meanwhile; running servers are no problem. */
export const withoutRestore = (config: Config, work: () => Promise<void>): Promise<void> =>
  whileLocked(config, 'shared', work);

export async function withEstate(config: Config, work: (estate: Estate) => Promise<void>): Promise<void> {
  const estate = await findEstate(config);
  try {
    await work(estate);
  } finally {
    await estate.close();
  }
}
