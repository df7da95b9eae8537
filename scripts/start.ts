import { buildClient } from './build-client.ts';
import { run } from './child.mjs';
import { memorySettings } from './memory-settings.ts';

await buildClient();
const { flags, env } = memorySettings(process.env);
process.exitCode = await run(process.execPath, [...flags, 'server/main.ts'], { env });
