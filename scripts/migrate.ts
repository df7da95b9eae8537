// Brings the database to the newest schema. Every start does so, too; this is for doing it at another time.
import { type Config, readConfig } from '../server/config.ts';
import { migrate } from '../server/platform/db/migrate.ts';
import { openDatabase } from '../server/platform/db/open.ts';
import { holdEstate } from '../server/platform/in-use.ts';
import { sayFailure } from './say-failure.ts';

let config: Config | undefined;
try {
  config = readConfig(process.env);
  await main(config);
} catch (error) {
  sayFailure(error, config);
}

async function main(config: Config): Promise<void> {
  const release = await holdEstate(config, 'shared');
  const database = openDatabase(config);
  try {
    await migrate(database);
    console.log('The database has the newest schema.');
  } finally {
    await database.close();
    await release();
  }
}
