import { ensureBrowser } from '../browser.ts';
import { buildClient } from '../../scripts/build-client.ts';
import { run } from '../../scripts/child.mjs';

await ensureBrowser();
await buildClient();
process.exitCode = await run('playwright', ['test'], { env: { ...process.env, GUYUB_E2E: 'all' } });
