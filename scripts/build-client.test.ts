import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guyub-build-'));
  await mkdir(join(folder, 'client'));
  await writeFile(join(folder, 'package-lock.json'), '{}');
  const config = `{
    root: 'client',
    build: { outDir: '../dist/client', emptyOutDir: true },
    plugins: [{ name: 'power-cut', closeBundle: () => process.env.POWER_CUT && process.kill(process.pid, 'SIGKILL') }],
  }`;
  await writeFile(join(folder, 'vite.config.ts'), `export default ${config}`);
});
afterAll(() => rm(folder, { recursive: true }));

const page = () => readFile(join(folder, 'dist/client/index.html'), 'utf8');

async function build(title: string, env: Record<string, string> = {}): Promise<number> {
  await writeFile(join(folder, 'client/index.html'), `<title>${title}</title>`);
  const PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const command = `import { buildClient } from '${join(root, 'scripts/build-client.ts')}'; await buildClient()`;
  const options = { cwd: folder, env: { ...process.env, PATH, ...env } };
  return new Promise((resolve) => {
    execFile(process.execPath, ['--input-type=module', '-e', command], options, (error) =>
      resolve(typeof error?.code === 'number' ? error.code : 0),
    );
  });
}

test('rebuilds old sources after an interrupted build', async () => {
  expect(await build('lama')).toBe(0);
  expect(await build('baru', { POWER_CUT: '1' })).toBe(137);
  expect(await page()).toContain('baru');
  expect(await build('lama')).toBe(0);
  expect(await page()).toContain('lama');
});
