import { migrate } from '../../database/migrate.ts';
import { openDatabase } from '../../database/open.ts';
import { runCommand, withoutRestore } from './run-command.ts';

await runCommand((config) =>
  withoutRestore(config, async () => {
    const database = openDatabase(config);
    try {
      await migrate(database);
      console.log('The database has the newest schema.');
    } finally {
      await database.close();
    }
  }),
);
