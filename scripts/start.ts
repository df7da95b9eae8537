import { buildClient } from './build-client.ts';
import { run } from './child.mjs';
import { memorySettings } from './memory-settings.ts';

await buildClient();
process.exitCode = await run(process.execPath, ['server/main.ts'], { env: memorySettings(process.env) });
