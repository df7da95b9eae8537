// `npm test -- crash --rounds 50`: kills the server under load on both databases and checks the data.
import { parseArgs } from 'node:util';
import { run } from '../../scripts/child.mjs';

const { rounds } = parseArgs({
  options: { rounds: { type: 'string', default: '200' } },
}).values;
const projects = ['--project=server-sqlite', '--project=server-postgres'];
const env = { ...process.env, GUYUB_CRASH_ROUNDS: rounds };
process.exitCode = await run('vitest', ['run', ...projects, 'server/crash.test.ts'], { env });
