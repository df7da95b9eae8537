// Server without background jobs: the data check of a large estate takes hours. Configured like the product.
import { join } from 'node:path';
import { createApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { makeLog } from '../server/log.ts';
import { makeContext } from '../server/make-context.ts';

const config = readConfig(process.env);
const running = await makeContext(config, makeLog(config.logLevel));
const app = await createApp(running.context, {
  authenticate: running.authenticate,
  clientFolder: join(import.meta.dirname, '../dist/client'),
});
await running.context.realtime.attach(app.server);
await app.listen({ port: config.port, host: config.host });
process.once('SIGTERM', () => process.exit(0));
console.log(`http://${config.host}:${config.port}`);
