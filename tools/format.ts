import { run } from '../scripts/child.mjs';

process.exitCode = await run('biome', ['check', '--write', ...process.argv.slice(2)]);
