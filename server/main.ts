import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApp } from './app.ts';
import { listActiveKetua } from './areas/notifications/queries.ts';
import { type Config, readConfig } from './config.ts';
import type { Context } from './context.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase } from './database/open.ts';
import { tryToWrite } from './database/write.ts';
import { refuseDemoAccounts } from './demo/refuse-demo-accounts.ts';
import { explain } from './explain.ts';
import { loadConfig } from './load-config.ts';
import { makeLog } from './log.ts';
import { makeContext } from './make-context.ts';
import { startBackground } from './operations/background.ts';
import { refuseWrongRecipient } from './operations/backup/encryption.ts';
import { lockServer } from './operations/in-use.ts';
import { refuseMoved } from './operations/move/move.ts';
import { warnOfPlaces } from './operations/warn-of-places.ts';
import { reachFolders } from './reach-folders.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
let config: Config | undefined;

async function main() {
  await reachFolders(readConfig(process.env), (line) => process.stderr.write(`${line}\n`));
  config = loadConfig(process.env);
  const log = makeLog(config.logLevel);
  if (config.production && !config.publicUrl.startsWith('https:')) {
    log.warn('PUBLIC_URL is not https: cookies are not Secure, and browsers are not told to stay on https');
  }
  if (config.backup.recipient) await refuseWrongRecipient(config.backup.recipient);
  const release = await lockServer(config);
  await migrateDatabase(config);
  const running = await makeContext(config, log);
  const { context } = running;
  if (config.production) await refuseDemoAccounts(context.db);
  // Loaded on demand: drawing pictures needs a library that production should not keep in memory.
  if (config.demo) await (await import('./demo/seed.ts')).seedDemoEstate(context);

  const app = await createApp(context, {
    authenticate: running.authenticate,
    clientFolder: join(root, 'dist/client'),
  });
  await context.realtime.attach(app.server);
  await app.listen({ port: config.port, host: config.host });
  await announce(context);
  void warnOfPlaces(context);
  const stopBackground = startBackground(context);

  let stopping = false;
  const stop = async (code: number) => {
    if (stopping && code === 0) return;
    if (stopping) process.exit(code);
    stopping = true;
    const backgroundStopped = stopBackground();
    setTimeout(() => process.exit(code), 8_000).unref();
    // Not awaited: resolves only after the HTTP server has closed, which happens next.
    void context.realtime.close();
    await app.close();
    await backgroundStopped;
    await running.close();
    await release();
    process.exit(code);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      log.info({ signal }, 'stopping');
      void stop(0);
    });
  }
  // Also receives unhandled rejections. The state is unknown: exit and let the supervisor restart the
  // process.
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'stopping after an error that nobody expected');
    void stop(1);
  });
}

/** Uses its own connections without a statement timeout, because migrations may take long. */
async function migrateDatabase(location: Config) {
  const database = openDatabase(location);
  await migrate(database);
  await refuseMoved(database);
  await tryToWrite(database);
  await database.close();
}

async function announce({ config, db }: Context) {
  const lines = [`Guyub: ${config.publicUrl}`];
  if ((await listActiveKetua(db)).length === 0) lines.push('Nobody is ketua yet: npm run create-ketua');
  if (config.demo) {
    lines.push(
      `Akun demo (password ${config.demo.password}):`,
      ...config.demo.accounts.map(({ email, jenis }) => `  ${jenis.padEnd(20)} ${email}`),
    );
  }
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error, config)}\n`);
  process.exit(1);
});
