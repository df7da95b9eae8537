/** A pooler in transaction mode is refused: the lock of a server, and LISTEN, would go to whoever comes next. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findProgram } from '../../tools/programs.ts';
import { freePort } from '../testing/port.ts';
import { lockPostgres } from './in-use.ts';

const pgbouncer = findProgram('pgbouncer') ?? '';
let folder: string;
let pooler: ChildProcess;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guyub-pooler-'));
  await chmod(folder, 0o755); // PgBouncer gives up root
});
afterEach(async () => {
  if (pooler?.kill()) await once(pooler, 'exit');
  await rm(folder, { recursive: true });
});

/** @returns the address of PgBouncer in front of the cluster of the tests */
async function startPooler(mode: 'transaction' | 'session'): Promise<string> {
  const cluster = new URL(process.env.GUYUB_TEST_POSTGRES_URL ?? '');
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const settings = [
    '[databases]',
    `postgres = host=${cluster.searchParams.get('host')} port=${cluster.port} user=postgres`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
  ];
  await writeFile(file, settings.join('\n'), { mode: 0o644 });
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  pooler = spawn(pgbouncer, [...asNobody, file], { stdio: ['ignore', 'ignore', 'pipe'] });
  for await (const line of createInterface({ input: pooler.stderr as NodeJS.ReadableStream }))
    if (line.includes('process up')) break;
  pooler.stderr?.resume();
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}

test.skipIf(!pgbouncer)('refuses PgBouncer in transaction mode, and takes it in session mode', async () => {
  await expect(lockPostgres(await startPooler('transaction'), 'shared')).rejects.toThrow(
    'DATABASE_URL leads to a pooler in transaction mode',
  );
  pooler.kill();
  await once(pooler, 'exit');
  const release = await lockPostgres(await startPooler('session'), 'shared');
  await release();
});
