// Moves an estate from SQLite to PostgreSQL, also while it is in use:
//   npm run move -- to-postgres postgres://guyub@localhost/guyub     (a password may come from PGPASSWORD)
// The estate is read-only until the server is started with DATABASE_URL. Stored files are not moved. Can be repeated
// after any failure; `--undo` makes the SQLite database writable again, without what PostgreSQL received since.
import { parseArgs } from 'node:util';
import { formatRupiah } from '../../../../contract/format.ts';
import type { Config } from '../../../config.ts';
import { migrate } from '../../../database/migrate.ts';
import { findViolations } from '../../doctor/find-violations.ts';
import { type Estate, findEstate, openEstate, refuseMissing } from '../../estate.ts';
import { lockPostgres } from '../../in-use.ts';
import * as move from '../../move/move.ts';
import { runCommand, withEstate, withoutRestore } from '../run-command.ts';

await runCommand(import.meta.filename, async (config) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { undo: { type: 'boolean', default: false } },
  });
  const url = positionals.find((each) => /^postgres(ql)?:\/\//.test(each));
  if (config.databaseUrl) throw new Error('DATABASE_URL is set: this estate is on PostgreSQL already.');
  refuseMissing(config);
  if (!url && !values.undo) throw new Error('Say where to: npm run move -- to-postgres postgres://…');
  await withoutRestore(config, () => (values.undo ? withEstate(config, undo) : moveTo(config, url ?? '')));
});

async function undo(source: Estate): Promise<void> {
  await move.unfreeze(source.write);
  console.log('The embedded database can be written again, as it was when it was moved.');
  console.log('Was PostgreSQL used since? Then go back with a backup of it instead: npm run restore.');
}

async function moveTo(config: Config, databaseUrl: string): Promise<void> {
  const source = await findEstate(config);
  const target = openEstate({ ...config, databaseUrl });
  let frozen = false;
  try {
    await migrate(source.database);
    const release = await lockPostgres(databaseUrl, 'alone'); // nobody may serve the target meanwhile
    try {
      await migrate(target.database);
      await move.refuseForeign(target.database);
      const [left, arrived] = [await move.readMark(source.database), await move.readMark(target.database)];
      if (arrived?.selesai) {
        if (left?.mulai !== arrived.mulai)
          throw new Error(
            'An estate arrived there before, and this one has been used since: take an empty database.',
          );
        await move.finishLeaving(source.write);
        console.log(
          'This estate has arrived there already; nothing was changed. Start it with DATABASE_URL.',
        );
        return;
      }
      if (left?.selesai)
        throw new Error(
          'This estate has moved to another database already: set DATABASE_URL to that one. ' +
            'To move it again from here, without what was done there: npm run move -- to-postgres --undo, then this.',
        );
      console.log('From now on the estate can be read, but not changed.');
      await move.freeze(source.database, source.write);
      frozen = true;
      const moved = await move.moveRows(source.database, target.database);
      for (const [table, { rows, money }] of moved) {
        const sum = money > 0 ? `, ${formatRupiah(money)}` : '';
        console.log(`✓ ${table}: ${rows} rows${sum}`);
      }
      await checkRules(target);
      await target.write('system', (tx) => move.finishMove(tx));
      frozen = false;
      await move.finishLeaving(source.write);
    } finally {
      await release();
    }
    console.log('Everything has arrived. Now stop the server and start it with DATABASE_URL.');
  } catch (error) {
    if (frozen) await move.unfreeze(source.write);
    throw error;
  } finally {
    await target.close();
    await source.close();
  }
}

async function checkRules(target: Estate): Promise<void> {
  const { violations } = await findViolations(target);
  for (const { invariant, table, id } of violations) console.log(`! ${invariant}: ${table} ${id ?? ''}`);
  if (violations.length === 0) console.log('✓ every rule of money, people and files holds');
}
