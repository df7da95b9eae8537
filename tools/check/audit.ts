// Checks runtime dependencies for known vulnerabilities. A registry without audit data is reported, not a
// failure.
import { spawnSync } from 'node:child_process';

interface Report {
  /** Missing if the registry did not answer. */
  metadata?: { vulnerabilities: Record<'high' | 'critical', number> };
}

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--audit-level=high', '--json'], {
  encoding: 'utf8',
});

function readReport(): Report {
  try {
    return JSON.parse(stdout) as Report;
  } catch {
    return {};
  }
}

const { metadata } = readReport();
if (!metadata) {
  console.log('The registry does not tell of known holes: the dependencies were not checked.');
} else if (metadata.vulnerabilities.high + metadata.vulnerabilities.critical > 0) {
  console.error(stdout);
  console.error('Dependencies have known holes of high or critical severity; npm audit tells of them above.');
  process.exitCode = 1;
} else {
  console.log('No dependency has a known hole of high or critical severity.');
}
