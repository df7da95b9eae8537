import type { Config } from '../../config.ts';
import { explain } from '../../explain.ts';
import { loadConfig } from '../../load-config.ts';
import { type Estate, findEstate } from '../estate.ts';
import { whileLocked } from '../in-use.ts';

/** Runs a command. An error ends it with exit code 1 and a message instead of a stack trace. */
export async function runCommand(work: (config: Config) => Promise<void>): Promise<void> {
  let config: Config | undefined;
  try {
    config = loadConfig(process.env);
    await work(config);
  } catch (error) {
    console.error(explain(error, config));
    process.exitCode = 1;
  }
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
