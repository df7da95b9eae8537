// `npm test -- fuzz --count 100000 --seed 7 --database sqlite`: hostile requests; both databases by default.
import { parseArgs } from 'node:util';
import { run } from '../../scripts/child.mjs';

const { count, seed, database } = parseArgs({
  options: {
    count: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    database: { type: 'string', default: '*' },
  },
}).values;
const env = { ...process.env, GUYUB_FUZZ_COUNT: count, GUYUB_FUZZ_SEED: seed };
const options = [`--project=server-${database}`, '--maxWorkers=1', 'server/fuzz.test.ts'];
process.exitCode = await run('vitest', ['run', ...options], { env });
