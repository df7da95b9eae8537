/** The commands of docs/operation.md that install and update a release, in a folder instead of `/`. */
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const has = (program: string, ...args: string[]) => spawnSync(program, args).error === undefined;
/** Signatures by SSH keys came with git 2.34. */
const [, major = 0, minor = 0] =
  /(\d+)\.(\d+)/.exec(spawnSync('git', ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? [];
const canSign = Number(major) * 100 + Number(minor) >= 234 && has('ssh-keygen', '-?');
/** `deploy/install` hands the build to a user without rights. */
const canInstall = canSign && process.getuid?.() === 0 && has('runuser', '--version');

let root: string;
/** The maintainer's repository. */
let origin: string;
/** Stands for /opt/guyub. */
let tree: string;
const signers = () => join(root, 'guyub.signers');

function run(command: string, folder = root) {
  const { PATH = '' } = process.env;
  const env = {
    PATH,
    HOME: root,
    GIT_CONFIG_NOSYSTEM: '1',
    GUYUB_BUILDER: 'nobody',
    DESTDIR: join(root, 'installed'),
  };
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, env, encoding: 'utf8' });
  return { status, said: stdout + stderr };
}
function must(command: string, folder?: string) {
  const { status, said } = run(command, folder);
  if (status !== 0) throw new Error(`${command}: ${said}`);
}

const commitOf = (name: string, folder: string) =>
  run(`git rev-parse '${name}^{commit}'`, folder).said.trim();

/** A new state of the program, under a tag that is signed with this key, or with none. */
function release(tag: string, key: string | null) {
  appendFileSync(join(origin, 'CHANGELOG.md'), `${tag}\n`);
  must('git add -A && git commit -qm "A release"', origin);
  must(
    key
      ? `git -c user.signingkey=${join(root, key)}.pub tag -s -m ${tag} ${tag}`
      : `git tag -a -m ${tag} ${tag}`,
    origin,
  );
}

/** A code block of the document, about this estate's folders. */
function documented(beginning: string): string {
  const blocks = readFileSync('docs/operation.md', 'utf8').matchAll(/^```sh\n(.*?)^```/gms);
  const block = [...blocks].map(([, code = '']) => code).find((code) => code.includes(beginning));
  if (!block) throw new Error(`docs/operation.md has no ${beginning}`);
  return block
    .replaceAll('ALAMAT-REPOSITORI', origin)
    .replaceAll('/opt/guyub', tree)
    .replaceAll('/etc/guyub.signers', signers())
    .replace('guyub backup', 'true');
}

describe.skipIf(!canSign)('a release', () => {
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'guyub-release-'));
    [origin, tree] = [join(root, 'origin'), join(root, 'opt')];
    for (const key of ['ours', 'foreign']) must(`ssh-keygen -q -t ed25519 -N '' -f ${key}`);
    const [type, key] = readFileSync(join(root, 'ours.pub'), 'utf8').split(' ');
    writeFileSync(signers(), `guyub ${type} ${key}\n`);
    writeFileSync(
      join(root, '.gitconfig'),
      '[user]\nname = Guyub\nemail = guyub@contoh.id\n[gpg]\nformat = ssh\n[init]\ndefaultBranch = main\n',
    );
    mkdirSync(origin);
    cpSync('deploy', join(origin, 'deploy'), { recursive: true });
    const build = 'mkdir node_modules dist && id -un > dist/built-by';
    writeFileSync(join(origin, 'package.json'), JSON.stringify({ scripts: { build } }));
    must('git init -q', origin);
    release('v0.6.0', 'ours');
    release('v0.6.1', null);
    release('v0.6.2', 'foreign');
    // A signed release of before, published under a newer name.
    must('git update-ref refs/tags/v0.6.3 refs/tags/v0.6.0', origin);
    must(`git clone -q ${origin} ${tree}`);
    must(`git config gpg.ssh.allowedSignersFile ${signers()}`, tree);
  });
  afterAll(() => rmSync(root, { recursive: true }));

  test('that is signed is accepted, and its commit is told', () => {
    expect(run('sh deploy/verify v0.6.0', tree).said).toContain('Good "git" signature for guyub');
    const { status, said } = run('sh deploy/verify v0.6.0 2>/dev/null', tree);
    expect([status, said.trim()]).toEqual([0, commitOf('v0.6.0', origin)]);
  });

  test.each([
    ['that is not signed', 'v0.6.1', 'no signature found'],
    ['that is signed with another key', 'v0.6.2', 'No principal matched'],
    ['that was signed under another name', 'v0.6.3', 'was not signed as v0.6.3'],
    ['that there is not', 'v9.9.9', 'There is no release v9.9.9'],
  ])('%s is refused with a sentence', (_, tag, sentence) => {
    const { status, said } = run(`sh deploy/verify ${tag}`, tree);
    expect([status, said]).toEqual([1, expect.stringContaining(sentence)]);
  });

  test.skipIf(!canInstall)(
    'is installed and updated as documented, and what is not signed changes nothing',
    () => {
      rmSync(tree, { recursive: true });
      expect(run(documented('git clone ALAMAT-REPOSITORI')).said).toContain('Guyub v0.6.0 is installed.');
      expect(commitOf('HEAD', tree)).toBe(commitOf('v0.6.0', origin));
      expect(readFileSync(join(tree, 'dist/built-by'), 'utf8')).toBe('nobody\n');
      expect(run(`find ${tree} ! -user root`).said).toBe('');
      expect(existsSync(join(root, 'installed/etc/systemd/system/guyub.service'))).toBe(true);

      const update = documented('sh deploy/install v0.7.0').replace(/^git describe.*\n/m, '');
      release('v0.7.0', null);
      expect(run(update)).toMatchObject({ status: 1, said: expect.stringContaining('no signature found') });
      expect(commitOf('HEAD', tree)).toBe(commitOf('v0.6.0', origin));
      must('git tag -d v0.7.0', origin);
      release('v0.7.0', 'ours');
      must('git tag -d v0.7.0', tree);
      expect(run(update)).toMatchObject({
        status: 0,
        said: expect.stringContaining('Guyub v0.7.0 is installed.'),
      });
      expect(commitOf('HEAD', tree)).toBe(commitOf('v0.7.0', origin));
    },
  );
});
