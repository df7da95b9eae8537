// Migrates the database to the newest schema. Every server start does this too.
import type { Config } from '../../config.ts';
import { loadConfig } from '../../load-config.ts';
import { migrate } from '../../database/migrate.ts';
import { openDatabase } from '../../database/open.ts';
import { holdEstate } from '../in-use.ts';
import { sayFailure } from './say-failure.ts';

let config: Config | undefined;
try {
  config = loadConfig(process.env);
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
