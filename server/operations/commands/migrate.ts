// Brings the database to the newest schema.
//   npm run migrate
//   npm run migrate -- --new-log-key   gives the log a new key, which a leaf announces. Every server must be stopped
import { parseArgs } from 'node:util';
import { rotateKey } from '../../areas/log/rotate-key.ts';
import { migrate, refuseOtherSchema } from '../../database/migrate.ts';
import { withDatabase } from '../../database/open.ts';
import type { Estate } from '../estate.ts';
import { whileLocked } from '../in-use.ts';
import { runCommand, withEstate, withoutRestore } from './run-command.ts';

await runCommand(import.meta.filename, async (config) => {
  const { values } = parseArgs({ options: { 'new-log-key': { type: 'boolean', default: false } } });
  if (values['new-log-key']) return await whileLocked(config, 'alone', () => withEstate(config, giveNewKey));
  await withoutRestore(config, async () => {
    await withDatabase(config, migrate);
    console.log('The database has the newest schema.');
  });
});

async function giveNewKey(estate: Estate): Promise<void> {
  await refuseOtherSchema(estate.db);
  console.log(`The log has a new key: ${await rotateKey(estate)}`);
  console.log(`Keep a copy of ${estate.config.logKeyFile} apart from the backups. Everybody signs in again.`);
}
