// `npm test -- s3`: tests that need an S3 server, and the file tests with a bucket as storage.
import { execFileSync } from 'node:child_process';
import { run } from '../../scripts/child.mjs';
import { s3Packages } from '../../server/testing/s3.ts';
import { installPackages } from '../debian.ts';

await ensureS3Server();
process.exitCode = await run('vitest', ['run', '--config=vitest.s3.config.ts']);

async function ensureS3Server(): Promise<void> {
  if (isInstalled()) return;
  await installPackages(...s3Packages);
  if (!isInstalled())
    throw new Error(`An S3 server is needed: install Debian's packages ${s3Packages.join(' ')}.`);
}

function isInstalled(): boolean {
  try {
    for (const program of ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-mgr']) {
      execFileSync(program, ['--version'], { stdio: 'ignore' });
    }
    return true;
  } catch {
    return false;
  }
}
