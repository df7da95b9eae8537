// `npm test -- s3`: tests that need an S3 server, and the file tests with a bucket as storage.
import { run } from '../../scripts/child.mjs';
import { s3Packages } from '../../server/testing/s3.ts';
import { installPackages } from '../debian.ts';
import { findProgram } from '../programs.ts';

const programs = ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-mgr'];
if (!programs.every((program) => findProgram(program)) && !(await installPackages(...s3Packages)))
  throw new Error(`An S3 server is needed: install Debian's packages ${s3Packages.join(' ')}.`);
process.exitCode = await run('vitest', ['run', '--config=vitest.s3.config.ts']);
