import { buildClient } from '../../scripts/build-client.ts';
import { run } from '../../scripts/child.mjs';
import { ensureBrowser } from '../browser.ts';

await ensureBrowser();
await buildClient();
process.exitCode = await run('playwright', ['test'], { env: { ...process.env, GUYUB_E2E: 'all' } });
