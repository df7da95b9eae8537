/** `run.mjs` in a tree of somebody else, as on a server, where the program belongs to root. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';

const trees: string[] = [];
afterEach(() => {
  for (const tree of trees.splice(0)) {
    chmodSync(tree, 0o755);
    rmSync(tree, { recursive: true });
  }
});

/** A release without its packages, which nobody may write to but root. */
function makeTree(): string {
  const tree = mkdtempSync(join(tmpdir(), 'guyub-tree-'));
  trees.push(tree);
  mkdirSync(join(tree, 'scripts'));
  for (const name of ['run.mjs', 'child.mjs']) cpSync(join('scripts', name), join(tree, 'scripts', name));
  writeFileSync(join(tree, 'scripts/hello.ts'), "console.log('hello');");
  writeFileSync(join(tree, 'package.json'), '{"type":"module"}');
  writeFileSync(join(tree, 'package-lock.json'), '{"packages":{"node_modules/zod":{"version":"1.0.0"}}}');
  chmodSync(tree, 0o555);
  return tree;
}

/** By a user without rights: root may write anywhere. */
function run(tree: string) {
  const { PATH = '' } = process.env;
  const somebody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const args = [join(tree, 'scripts/run.mjs'), 'scripts/hello'];
  return spawnSync(process.execPath, args, { encoding: 'utf8', env: { PATH, HOME: tree }, ...somebody });
}

test('refuses to install packages in a tree that the user may not write to, and says who may', () => {
  const tree = makeTree();
  const before = readdirSync(tree);
  const { status, stdout, stderr } = run(tree);
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr:
      `The packages in ${tree} are missing or of another release, and this user may not write there. ` +
      'Its owner installs them: npm ci, or on a server sh deploy/install RELEASE.\n',
  });
  expect(readdirSync(tree)).toEqual(before);
});

test('runs from a read-only tree that has its packages', () => {
  const tree = makeTree();
  chmodSync(tree, 0o755);
  mkdirSync(join(tree, 'node_modules'));
  cpSync(join(tree, 'package-lock.json'), join(tree, 'node_modules/.package-lock.json'));
  chmodSync(tree, 0o555);
  expect(run(tree)).toMatchObject({ status: 0, stdout: 'hello\n', stderr: '' });
});
