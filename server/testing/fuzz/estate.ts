/** The server under test: a full estate in a separate process, whose accounts are restored regularly. */
import { openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordDebtorChange } from '../../areas/accounts/debtor-queries.ts';
import { sessionText } from '../../areas/auth/queries.ts';
import { hashToken } from '../../areas/auth/session-tokens.ts';
import { Refusal } from '../../http/refusal.ts';
import { findViolations } from '../../operations/doctor/find-violations.ts';
import { makeApp } from '../app.ts';
import { fillEstate } from '../full-estate.ts';
import type { Person } from '../people.ts';
import { freePort } from '../port.ts';
import { startServer } from '../process.ts';
import { watchMemory } from './memory.ts';
import type { OpenApi } from './requests.ts';
import type { Known } from './values.ts';

export async function openEstate() {
  const app = await makeApp();
  const { readers } = await fillEstate(app);
  const crew = Object.values(readers);
  const { context } = app;
  const [port, inspector] = [await freePort(), await freePort()];
  const logFile = join(app.folder, 'server.log');
  const { databaseUrl } = context.config;
  const env = {
    NODE_ENV: 'test',
    DEMO: '0',
    LOG_LEVEL: 'error',
    PORT: String(port),
    DATA_DIR: app.folder,
    BACKUP_KEEP: '0',
    NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}`,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  };
  const server = await startServer(env, openSync(logFile, 'a'));
  const memory = await watchMemory(inspector);
  const names = await context.db.selectFrom('files').select('nama').execute();
  const known: Known = {
    tokens: Object.fromEntries(crew.map(({ jenis, token }) => [jenis, token])) as Known['tokens'],
    files: names.map(({ nama }) => nama),
    year: new Date().getFullYear(),
  };
  const document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as OpenApi;

  const restoreOnce = () =>
    context.write('system', async (tx) => {
      for (const person of crew) {
        const { id, jenis, blok, token } = person;
        const now = new Date().toISOString();
        const whole = { jenis, blok, status: 'active', dihapus_pada: null, dihapus_oleh: null } as const;
        await tx.db
          .updateTable('users')
          .set({ ...whole, ...addressOf(person) })
          .where('id', '=', id)
          .execute();
        await recordDebtorChange(tx, id);
        await tx.audit('account.noted', 'users', id, {
          sesudah: { ...whole, ...addressOf(person), dihapus_pada: false },
        });
        const session = {
          user_id: id,
          token_hash: hashToken(token),
          perangkat: 'Tes',
          dibuat: now,
          terakhir_aktif: now,
        };
        await tx.db.deleteFrom('sessions').where('token_hash', '=', session.token_hash).execute();
        const tanda = context.signer.mac(sessionText(session));
        await tx.db
          .insertInto('sessions')
          .values({ ...session, tanda })
          .execute();
      }
      await tx.db.deleteFrom('attempts').execute();
      await tx.db.deleteFrom('settings').where('kunci', '=', 'complaintMenuEnabled').execute();
      await tx.audit('settings.noted', 'settings', null, { sesudah: { complaintMenuEnabled: true } });
    });
  let underWay: Promise<void> | undefined;
  /**
   * Restores accounts that a request deleted, demoted or signed out. It locks many accounts in an order of its own, so
   * PostgreSQL may choose it as the victim of a deadlock.
   */
  const restore = async (): Promise<void> => {
    underWay ??= retryWhileBusy(restoreOnce).finally(() => (underWay = undefined));
    await underWay;
  };
  await restore();

  return {
    port,
    known,
    document,
    restore,
    memory,
    violations: async () => (await findViolations(context)).violations,
    errors: async () =>
      (await readFile(logFile, 'utf8'))
        .split('\n')
        .filter((line) => line.includes('request failed'))
        .slice(-3)
        .join('\n'),
    close: async () => {
      memory.close();
      await server.stop();
      await app.close();
    },
  };
}

/** Unique, so that restoring cannot conflict. */
const addressOf = ({ id }: Person) => ({ email: `awak.${id}@contoh.id`, no_hp: null });

async function retryWhileBusy(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'busy') throw error;
    }
  }
}
