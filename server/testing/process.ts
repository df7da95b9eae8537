import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { makeTemporaryFolder } from '../../tools/scratch-folder.ts';
import type { TestApp } from './app.ts';
import { freePort } from './port.ts';

const root = join(import.meta.dirname, '../..');
const main = join(root, 'server/main.ts');

const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
/** Environment of child processes, which start in half the time with what earlier ones have compiled. */
export const bareEnv = { PATH, NODE_COMPILE_CACHE };

/** @param script path from the root; its standard input ends after `stdin` */
export function runScript(
  script: string,
  args: readonly string[],
  { stdin = '', ...env }: Record<string, string>,
): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const options = { env: { ...bareEnv, ...env } };
    const child = execFile(process.execPath, [join(root, script), ...args], options, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
    child.stdin?.end(stdin);
  });
}

export interface ServerProcess extends AsyncDisposable {
  url: string;
  child: ChildProcess;
  /** Milliseconds until the first response. */
  startedIn: number;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * @param env additional environment; PORT must be free
 * @param log file descriptor
 * @param command replaces the node command
 */
export async function startServer(
  env: Record<string, string>,
  log: number | 'ignore' = 'ignore',
  command: readonly string[] = [process.execPath, main],
): Promise<ServerProcess> {
  const began = performance.now();
  const [program = '', ...words] = command;
  const child = spawn(program, words, {
    env: { ...bareEnv, CHANGES_PER_MINUTE: '1000000', ...env },
    stdio: ['ignore', log, 'pipe'],
  });
  const ended = once(child, 'exit');
  let complaints = '';
  child.stderr?.on('data', (chunk: Buffer) => void (complaints += chunk.toString()));
  const end = (signal: NodeJS.Signals) => async () => {
    child.kill(signal);
    await ended;
  };
  const url = `http://127.0.0.1:${env.PORT}`;
  const stop = end('SIGTERM');
  const server = { url, child, kill: end('SIGKILL'), stop, [Symbol.asyncDispose]: stop };
  while (!(await answers(url))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the server did not start: ${complaints}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return { ...server, startedIn: performance.now() - began };
}

const answers = (url: string) =>
  fetch(`${url}/healthz`).then(
    (response) => response.ok,
    () => false,
  );

/** With a new demo estate, which goes with this process. */
export const startDemo = async (): Promise<ServerProcess> =>
  await startServer({
    PORT: String(await freePort()),
    DATA_DIR: makeTemporaryFolder(),
    DEMO: '1',
    LOG_LEVEL: 'error',
  });

/** Another process on the database of a test. */
export const startBeside = async ({ folder, context }: TestApp): Promise<ServerProcess> =>
  await startServer({
    NODE_ENV: 'test',
    PORT: String(await freePort()),
    DATA_DIR: folder,
    DATABASE_URL: context.config.databaseUrl ?? '',
    DEMO: '0',
    LOG_LEVEL: 'warn',
  });
