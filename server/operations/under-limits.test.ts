/**
 * The server as the systemd unit starts it, under those of its limits that bubblewrap can set: everything read-only but
 * its data, a private /tmp, another user without capabilities, no new privileges. The filter of system calls and the
 * bounds of memory, processes and files are left out: only a system manager sets them.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { uploadPaymentWarga } from '../../contract/payments.ts';
import { makeLog } from '../log.ts';
import { makeContext } from '../make-context.ts';
import { makePeople } from '../testing/people.ts';
import { photo } from '../testing/pictures.ts';
import { makePlace } from '../testing/places.ts';
import { freePort } from '../testing/port.ts';
import { startServer } from '../testing/process.ts';

const root = join(import.meta.dirname, '../..');
const unit = new Map(
  [...readFileSync(join(root, 'deploy/guyub.service'), 'utf8').matchAll(/^(\w+)=(.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value],
  ),
);

/** What bubblewrap does for a setting of the unit. */
const settings: readonly (readonly [setting: string, value: string, words: readonly string[]])[] = [
  ['ProtectSystem', 'strict', ['--ro-bind', '/', '/']],
  ['PrivateDevices', 'yes', ['--dev', '/dev']],
  ['ProtectProc', 'invisible', ['--unshare-pid', '--proc', '/proc']],
  ['PrivateTmp', 'yes', ['--tmpfs', '/tmp', '--tmpfs', '/var/tmp']],
  ['PrivateUsers', 'yes', ['--unshare-user', '--uid', '1000', '--gid', '1000']],
  ['PrivateIPC', 'yes', ['--unshare-ipc']],
  ['ProtectHostname', 'yes', ['--unshare-uts']],
  ['CapabilityBoundingSet', '', ['--cap-drop', 'ALL']],
];
const sandbox = ['bwrap', '--die-with-parent', '--new-session', ...settings.flatMap(([, , words]) => words)];
const canLimit =
  process.platform === 'linux' && spawnSync(sandbox[0] ?? '', [...sandbox.slice(1), 'true']).status === 0;

test.skipIf(!canLimit)(
  'under the limits of the unit the server is ready, and takes a payment with its photo',
  async () => {
    for (const [setting, value] of settings) expect([setting, unit.get(setting)]).toEqual([setting, value]);
    const place = await makePlace();
    const running = await makeContext(place.config, makeLog('silent'));
    const PORT = String(await freePort());
    const { as } = makePeople(running.context, `http://127.0.0.1:${PORT}`);
    const warga = await as.warga('A1');
    await running.close();

    const { dataDir } = place.config;
    // A tree or a Node below /tmp would be hidden by the private one.
    const seen = [root, process.execPath].flatMap((path) => ['--ro-bind', path, path]);
    const server = await startServer({ ...place.env, PORT, LOG_LEVEL: 'silent' }, 'ignore', [
      ...sandbox,
      ...seen,
      '--bind',
      dataDir,
      dataDir,
      '--chdir',
      root,
      process.execPath,
      'scripts/serve.ts',
    ]);
    try {
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
      const body = { tahun: new Date().getFullYear(), bulan: 7 };
      const sent = await warga.call(uploadPaymentWarga, { body, files: { bukti_transfer: await photo() } });
      expect(sent.status).toBe(201);
    } finally {
      await server.stop();
      await place.clear();
    }
  },
);
