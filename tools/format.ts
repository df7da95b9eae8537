import { run } from '../scripts/child.mjs';

process.exitCode = await run('biome', ['format', '--write', ...process.argv.slice(2)]);
