// Brings the database to the newest schema. Every start does so, too; this is for doing it at another time.
import { readConfig } from '../server/config.ts';
import { migrate } from '../server/platform/db/migrate.ts';
import { openDatabase } from '../server/platform/db/open.ts';

const database = openDatabase(readConfig(process.env));
try {
  await migrate(database);
  console.log('The database has the newest schema.');
} finally {
  await database.close();
}
