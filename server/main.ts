/** The process: configuration → context → migration → demo estate → app → listen → stop. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApp } from './app.ts';
import { deleteStaleSessions } from './areas/auth/queries.ts';
import { usedSince } from './areas/auth/session-tokens.ts';
import { type Config, readConfig } from './config.ts';
import { makeContext, type Running } from './context.ts';
import { refuseDemoAccounts } from './demo/refuse-demo-accounts.ts';
import { seedDemoEstate } from './demo/seed.ts';
import { migrate } from './platform/db/migrate.ts';
import { sweepOrphans } from './platform/files/sweep.ts';
import { makeLog } from './platform/log.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const hour = 60 * 60 * 1_000;

async function main() {
  const config = readConfig(process.env);
  const log = makeLog(config.logLevel);
  const running = await makeContext(config, log);
  const { context } = running;
  await migrate(context.database);
  if (config.production) await refuseDemoAccounts(context.db);
  if (config.demo) await seedDemoEstate(context);
  await cleanUp(running);
  const cleaning = setInterval(
    () => void cleanUp(running).catch((err: unknown) => log.error({ err }, 'clean-up failed')),
    hour,
  );

  const app = await createApp(context, {
    authenticate: running.authenticate,
    clientFolder: join(root, 'dist/client'),
  });
  context.realtime.attach(app.server);
  await app.listen({ port: config.port, host: config.host });
  announce(config);

  const stop = async (signal: string) => {
    log.info({ signal }, 'stopping');
    clearInterval(cleaning);
    // Whatever does not end by itself in time is cut off; the exit code stays 0 (decisions §10).
    setTimeout(() => process.exit(0), 8_000).unref();
    context.realtime.close();
    await app.close();
    await running.close();
    process.exit(0);
  };
  process.once('SIGTERM', () => void stop('SIGTERM'));
  process.once('SIGINT', () => void stop('SIGINT'));
}

/** Files that no row names and sessions that nobody uses. */
async function cleanUp({ context }: Running) {
  const now = context.clock();
  await sweepOrphans(context.db, context.storage, new Date(now.getTime() - hour));
  await context.write('system', (tx) => deleteStaleSessions(tx, usedSince(now)));
}

function announce(config: Config) {
  const lines = [`Guyub: ${config.publicUrl}`];
  if (config.demo) {
    lines.push(
      `Akun demo (password ${config.demo.password}):`,
      ...config.demo.accounts.map(({ email, jenis }) => `  ${jenis.padEnd(20)} ${email}`),
    );
  }
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
