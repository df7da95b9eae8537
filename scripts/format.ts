// Puts the code into the form that the check asks for.
import { run } from './child.mjs';

process.exitCode = await run('biome', ['format', '--write', ...process.argv.slice(2)]);
