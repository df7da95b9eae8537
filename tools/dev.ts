// The API on PORT (3001) restarts when its sources change; Vite serves the client with hot reload and
// proxies the rest. Open the address that Vite prints.
import { run } from '../scripts/child.mjs';

const stop = new AbortController();
const both = [
  run(process.execPath, ['--watch', 'server/main.ts'], { signal: stop.signal }),
  run('vite', [], { signal: stop.signal }),
];
process.exitCode = await Promise.race(both);
stop.abort(); // one process is useless without the other
await Promise.allSettled(both);
