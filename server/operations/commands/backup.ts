// Creates a verified backup of the whole estate while it is in use.
//   npm run backup              into BACKUP_DIR; deletes the oldest ones
//   npm run backup -- FOLDER    into another folder, such as a mounted disk; deletes nothing
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeBackup } from '../backup/make-backup.ts';
import { type Estate, refuseMissing } from '../estate.ts';
import { refuseMoved } from '../move/move.ts';
import { runCommand, withEstate, withoutRestore } from './run-command.ts';

await runCommand(import.meta.filename, async (config) => {
  const [chosen] = parseArgs({ allowPositionals: true }).positionals;
  if (chosen) {
    config.backup = { ...config.backup, dir: resolve(process.env.INIT_CWD ?? '.', chosen), keep: 0 };
  }
  refuseMissing(config);
  await withoutRestore(config, () => withEstate(config, (estate) => backUp(estate)));
});

async function backUp(estate: Estate): Promise<void> {
  await refuseMoved(estate.database);
  const { dir, keep } = estate.config.backup;
  const { path, manifest, violations, signature, ahead } = await makeBackup(estate, dir, keep || undefined);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const files = Object.keys(manifest.entries).filter((name) => name.startsWith('files/')).length;
  console.log(`${path}: ${(await stat(path)).size} bytes, ${rows} rows, ${files} files`);
  if (signature === 'none')
    console.error(
      `It is not signed, because the key of the log is not here: ${estate.config.logKeyFile}. Only --even-unproven restores it.`,
    );
  if (signature === 'wrong')
    console.error(
      `It is signed by another key than that of this log: put the right one back at ${estate.config.logKeyFile}. Only --even-unproven restores it.`,
    );
  if (ahead.length > 0)
    console.error(
      `The clock is wrong, or was: these bear a day to come and stay until you delete them: ${ahead.join(', ')}`,
    );
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
