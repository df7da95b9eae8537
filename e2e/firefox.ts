/** Drives the installed Firefox by WebDriver BiDi: Playwright needs a Firefox of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

interface Answer {
  id: number;
  type: 'success' | 'error';
  result: Record<string, unknown>;
  message?: string;
}

export interface FirefoxPage {
  goto(url: string): Promise<void>;
  /** Runs an expression in the page and awaits it. */
  evaluate(expression: string): Promise<string>;
  setFile(selector: string, file: string): Promise<void>;
}

export async function withFirefox(
  program: string,
  work: (page: FirefoxPage) => Promise<void>,
): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), 'guyub-firefox-'));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const env = { ...process.env, MOZ_REMOTE_ALLOW_SYSTEM_ACCESS: '0' };
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env });
  const ended = once(child, 'exit');
  try {
    let address = '';
    for await (const line of createInterface(child.stderr)) {
      [, address = ''] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
      if (address) break;
    }
    if (!address) throw new Error(`${program} did not start`);
    child.stderr.resume();
    await work(await openFirefoxPage(`${address}/session`));
  } finally {
    child.kill();
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function openFirefoxPage(address: string): Promise<FirefoxPage> {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    waiting.get(answer.id)?.(answer);
  });
  let last = 0;
  const send = async (method: string, params: object) => {
    last += 1;
    const id = last;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { type, result, message } = await answered;
    if (type === 'error') throw new Error(`${method}: ${message}`);
    return result;
  };
  await send('session.new', { capabilities: {} });
  const { context } = await send('browsingContext.create', { type: 'tab' });
  return {
    goto: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    evaluate: async (expression) => {
      const { result, exceptionDetails } = (await send('script.evaluate', {
        expression,
        target: { context },
        awaitPromise: true,
      })) as { result?: { value?: unknown }; exceptionDetails?: { text: string } };
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return String(result?.value);
    },
    setFile: async (selector, file) => {
      const { nodes } = (await send('browsingContext.locateNodes', {
        context,
        locator: { type: 'css', value: selector },
      })) as { nodes: { sharedId: string }[] };
      await send('input.setFiles', { context, element: { sharedId: nodes[0]?.sharedId }, files: [file] });
    },
  };
}
