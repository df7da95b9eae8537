/** The real server as a process of its own, which can be killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const main = join(import.meta.dirname, '../main.ts');

export interface ServerProcess {
  url: string;
  child: ChildProcess;
  /** Milliseconds from the start of the process to its first answer. */
  startedIn: number;
  /** Without any notice, as a power cut or the kernel does it. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * @param env of the process, beside what it takes to run; PORT must be a free one
 * @param log descriptor of the file that its log goes to
 * @param command that becomes the server
 */
export async function startServer(
  env: Record<string, string>,
  log: number | 'ignore' = 'ignore',
  command: readonly string[] = [process.execPath, main],
): Promise<ServerProcess> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const began = performance.now();
  const [program = '', ...words] = command;
  const child = spawn(program, words, {
    // A few people do here in a minute what an estate does in a day.
    env: { PATH, NODE_COMPILE_CACHE, CHANGES_PER_MINUTE: '1000000', ...env },
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
  const server = { url, child, kill: end('SIGKILL'), stop: end('SIGTERM') };
  while (!(await answers(url))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the server did not start: ${complaints}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return { ...server, startedIn: performance.now() - began };
}

const answers = (url: string) =>
  fetch(`${url}/healthz`).then(
    (response) => response.ok,
    () => false,
  );
