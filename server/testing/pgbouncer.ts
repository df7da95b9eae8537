/** PgBouncer in front of the cluster of the tests. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findProgram } from '../../tools/programs.ts';
import { freePort } from './port.ts';

const program = findProgram('pgbouncer');
export const hasPgBouncer = program !== undefined;

/** While `work` runs, PgBouncer answers at the address that it is given. */
export async function withPgBouncer(
  mode: 'transaction' | 'session',
  work: (url: string) => Promise<void>,
): Promise<void> {
  const cluster = new URL(process.env.GUYUB_TEST_POSTGRES_URL ?? '');
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'guyub-pgbouncer-'));
  await chmod(folder, 0o755); // it gives up root
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
  const pooler = spawn(program ?? '', [...asNobody, file], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(pooler, 'exit');
  try {
    for await (const line of createInterface({ input: pooler.stderr }))
      if (line.includes('process up')) break;
    pooler.stderr.resume();
    await work(`postgres://postgres@127.0.0.1:${port}/postgres`);
  } finally {
    pooler.kill();
    await ended;
    await rm(folder, { recursive: true });
  }
}
