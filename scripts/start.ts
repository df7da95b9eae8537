import { buildClient } from './build-client.ts';
import { run } from './child.mjs';

await buildClient();
process.exitCode = await run(process.execPath, ['server/main.ts']);
