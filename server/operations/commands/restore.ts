// Restores a backup. Every server must be stopped.
//   npm run restore -- ARCHIVE                  keeps the live data as the previous data
//   npm run restore -- ARCHIVE --complete       the server had stopped before the backup: the log goes on
//   npm run restore -- --undo                   exchanges live and previous data
//   npm run restore -- --undo --lose-new-money  also if money was booked since the restore
//   npm run restore -- --forget                 deletes the previous data; required before the next restore
//   npm run restore -- ARCHIVE --even-violated  accepts data that violated invariants when they were backed up
//   npm run restore -- ARCHIVE --identity FILE  opens an encrypted archive with the operator's age identity
//   npm run restore -- ARCHIVE --key KEY        proves the origin by the log's public key, where log.key is lost
//   npm run restore -- ARCHIVE --even-unproven  accepts an archive of which nothing proves whose it is
import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '../../config.ts';
import { databaseSlots } from '../../database/slots.ts';
import { openStorage } from '../../storage/open.ts';
import { RulesBroken, restoreBackup } from '../backup/restore-backup.ts';
import { undoRestore } from '../backup/undo-restore.ts';
import { runCommand } from './run-command.ts';

await runCommand(import.meta.filename, async (config) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      undo: { type: 'boolean', default: false },
      'lose-new-money': { type: 'boolean', default: false },
      forget: { type: 'boolean', default: false },
      complete: { type: 'boolean', default: false },
      'even-violated': { type: 'boolean', default: false },
      'even-unproven': { type: 'boolean', default: false },
      identity: { type: 'string' },
      key: { type: 'string' },
    },
  });
  const [archive] = positionals;
  const orders = [...positionals, ...(['undo', 'forget'] as const).filter((name) => values[name])];
  if (orders.length > 1) throw new Error(`Only one of these at a time: ${orders.join(', ')}.`);
  if (values.undo) {
    await undoRestore(config, { loseNewMoney: values['lose-new-money'] });
    console.log('The previous data are live again; what was live is the previous now.');
  } else if (values.forget) {
    const slots = databaseSlots(config);
    if (!(await slots.hasPrevious())) throw new Error('There are no previous data.');
    await slots.dropPrevious();
    console.log('The previous data are gone; the live ones are as they were.');
  } else if (archive) {
    const path = await findFile(archive, config);
    const identity = values.identity && (await readFile(await findFile(values.identity, config), 'utf8'));
    const { created } = await restoreBackup(config, openStorage(config.storage), path, {
      evenViolated: values['even-violated'],
      evenUnproven: values['even-unproven'],
      verifierKey: values.key,
      identity,
      isComplete: values.complete,
    }).catch(listViolations);
    console.log(`The estate is as it was at ${created}. \`npm run restore -- --undo\` goes back.`);
  } else {
    throw new Error('Which archive? npm run restore -- ARCHIVE, or --undo, or --forget.');
  }
});

/** What is copied to a server often lies where only root may look. */
async function findFile(name: string, { dataDir }: Config): Promise<string> {
  const path = resolve(process.env.INIT_CWD ?? '.', name);
  try {
    await access(path, constants.R_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new Error(`There is no ${path}.`, { cause: error });
    if (code !== 'EACCES') throw error;
    throw new Error(
      `${path} may not be read by whoever runs Guyub: move it to ${dataDir}, and there: chown USER: ${basename(path)}`,
      { cause: error },
    );
  }
  if (!(await stat(path)).isFile()) throw new Error(`${path} is a folder: name a file in it.`);
  return path;
}

function listViolations(error: unknown): never {
  if (error instanceof RulesBroken) {
    for (const { invariant, table, id, says } of error.violations)
      console.error(`  ${invariant}: ${table} ${id ?? ''}: ${says}`);
    console.error('Nothing was changed. Add --even-violated to restore it nevertheless.');
  }
  throw error;
}
