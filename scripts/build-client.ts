import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { run } from './child.mjs';

const stampFile = 'dist/client.stamp';

/** Builds client/ into dist/client unless the last build was made from exactly these sources. */
export async function buildClient(): Promise<void> {
  const stamp = hashOfSources();
  if (stamp === lastStamp()) return;
  rmSync(stampFile, { force: true }); // an interrupted build leaves partial files
  console.log('Building the client …');
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    MIMALLOC_PURGE_DELAY: '0', // freed memory is returned at once; the build fits into 350 MB
  };
  const code = await run('vite', ['build', '--logLevel', 'warn'], { env });
  if (code !== 0) process.exit(code);
  mkdirSync('dist', { recursive: true });
  writeFileSync(stampFile, stamp);
}

function hashOfSources(): string {
  const files = globSync([
    'client/**/*.*',
    'contract/**/*.ts',
    'scripts/{client-parts,checking-page,oldest-browsers}.ts',
    'vite.config.ts',
    'package-lock.json',
  ]);
  const hash = createHash('sha256');
  for (const file of files.toSorted()) hash.update(file).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

function lastStamp(): string | undefined {
  try {
    readFileSync('dist/client/index.html');
    return readFileSync(stampFile, 'utf8');
  } catch {
    return undefined;
  }
}
