/** `deploy/guyub`, with programs of one line instead of systemd and the user. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'guyub-command-'));
afterAll(() => rmSync(folder, { recursive: true }));

function guyub(user: 'root' | 'relawan', ...args: string[]) {
  writeFileSync(join(folder, 'id'), `#!/bin/sh\necho ${user === 'root' ? 0 : 1000}\n`, { mode: 0o755 });
  writeFileSync(join(folder, 'systemd-run'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
  const env = { PATH: `${folder}:${process.env.PATH}` };
  const script = resolve('deploy/guyub');
  const { status, stdout, stderr } = spawnSync('sh', [script, ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

test.each([[[]], [['dokter']], [['--help']]])('%j is answered with every command that there is', (args) => {
  const { status, said } = guyub('root', ...args);
  expect(status).toBe(1);
  const commands = readdirSync('server/operations/commands').map((name) => name.replace('.ts', ''));
  for (const name of commands.filter((each) => each !== 'run-command')) expect(said).toContain(name);
});

test('a command runs as the server does, and knows the folder where it was typed', () => {
  const { status, said } = guyub('root', 'restore', '--', 'arsip.tar', '--complete');
  expect(status).toBe(0);
  expect(said).toContain(`--uid=guyub --working-directory=/opt/guyub --setenv=INIT_CWD=${folder} `);
  expect(said).toMatch(/scripts\/run\.mjs server\/operations\/commands\/restore arsip\.tar --complete\n$/);
});

test('who is not root is told to use sudo', () => {
  expect(guyub('relawan', 'doctor')).toEqual({
    status: 1,
    said: 'Only root may do this: sudo guyub doctor\n',
  });
});
