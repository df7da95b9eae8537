// Loads the demo estate into an empty database. In demo mode every start does this.
import { migrate } from '../../database/migrate.ts';
import { seedDemoEstate } from '../../demo/seed.ts';
import { makeLog } from '../../log.ts';
import { makeContext } from '../../make-context.ts';
import { runCommand } from './run-command.ts';

await runCommand(async (config) => {
  if (config.production) throw new Error('The demo estate is not for production: its passwords are public.');
  const { context, close } = await makeContext(config, makeLog(config.logLevel));
  try {
    await migrate(context.database);
    const loaded = await seedDemoEstate(context);
    console.log(
      loaded ? 'The demo estate is loaded.' : 'The database has people already; nothing was changed.',
    );
  } finally {
    await close();
  }
});
