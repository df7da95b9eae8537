// Creates a verified backup of the whole estate while it is in use.
//   npm run backup              into BACKUP_DIR; deletes the oldest ones
//   npm run backup -- FOLDER    into another folder, such as a mounted disk; deletes nothing
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeBackup } from '../backup/make-backup.ts';
import type { Config } from '../../config.ts';
import { loadConfig } from '../../load-config.ts';
import { type Estate, findEstate, refuseMissing } from '../estate.ts';
import { holdEstate } from '../in-use.ts';
import { sayFailure } from './say-failure.ts';

let config: Config | undefined;
try {
  config = loadConfig(process.env);
  const [chosen] = parseArgs({ allowPositionals: true }).positionals;
  if (chosen) config.backup = { dir: resolve(process.env.INIT_CWD ?? '.', chosen), keep: 0 };
  await main(config);
} catch (error) {
  sayFailure(error, config);
}

async function main(config: Config): Promise<void> {
  refuseMissing(config);
  const release = await holdEstate(config, 'shared');
  try {
    const estate = await findEstate(config);
    try {
      await backUp(estate, config.backup);
    } finally {
      await estate.close();
    }
  } finally {
    await release();
  }
}

async function backUp(estate: Estate, { dir, keep }: Config['backup']): Promise<void> {
  const { path, manifest, violations } = await makeBackup(estate, dir, keep || undefined);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const files = Object.keys(manifest.entries).filter((name) => name.startsWith('files/')).length;
  console.log(`${path}: ${(await stat(path)).size} bytes, ${rows} rows, ${files} files`);
  if (violations.length === 0) {
    console.log('It was restored aside and checked: it is good.');
    return;
  }
  for (const { invariant, table, id, says } of violations)
    console.error(`  ${invariant}: ${table} ${id ?? ''}: ${says}`);
  console.error(
    'It holds the estate as it is, but the estate itself breaks these rules; see npm run doctor.',
  );
  process.exitCode = 2;
}
