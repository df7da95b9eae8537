// `npm test -- faults`: infrastructure failures on both databases (about 15 minutes). `-- --sockets 10000`
// opens more idle sockets; `-- full-disk` runs only files with this name.
import { parseArgs } from 'node:util';
import { run } from '../../scripts/child.mjs';
import { canMount } from '../../server/testing/small-disk.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sockets: { type: 'string', default: '3000' } },
});
const mayMount = canMount();
const tellOfDisks = () => {
  if (!mayMount)
    console.log('Full disks were not tried: mounting a small one needs root, and a container that may.');
};
tellOfDisks();
const env = { ...process.env, GUYUB_IDLE_SOCKETS: values.sockets };
process.exitCode = await run('vitest', ['run', '--config=vitest.faults.config.ts', ...positionals], { env });
tellOfDisks();
