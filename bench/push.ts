// `npm run bench -- push`: news for 5,000 phones are encrypted and sent while others ask for the
// places of money.
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { listMoneyAccounts } from '../contract/places.ts';
import { subscribePush } from '../contract/push.ts';
import { tellEveryone } from '../server/areas/notifications/tell-everyone.ts';
import { deliverPushes } from '../server/areas/push/deliver-pushes.ts';
import { makeApp } from '../server/testing/app.ts';
import { makePhone } from '../server/testing/push-phone.ts';
import { spreadOf, timeOf, waitsDuring } from './measure.ts';

const { values } = parseArgs({ options: { phones: { type: 'string', default: '5000' } } });
const phones = Number(values.phones);
/** Milliseconds for others meanwhile, at p95. */
const limit = 50;

const host = new Worker(new URL('./push-host.ts', import.meta.url));
const [address] = (await once(host, 'message')) as [string];
const app = await makeApp(
  {},
  { pushService: { isAllowed: ({ origin }) => origin === address, timeout: 10_000 } },
);
try {
  const admin = await app.as.admin();
  const { p256dh, auth } = makePhone();
  for (let at = 0; at < phones; at += 1) {
    const resident = await app.as.warga(`A${1 + (at % 999)}-${1 + Math.floor(at / 999)}`);
    await resident.call(subscribePush, { body: { endpoint: `${address}/${at}`, p256dh, auth } });
  }
  const ask = () => admin.call(listMoneyAccounts, {});
  const alone = [];
  for (let round = 0; round < 100; round += 1) alone.push(await timeOf(ask));

  await app.context.write('system', (tx) =>
    tellEveryone(tx, { jenis: 'announcement', judul: 'x', pesan: 'x', halaman: 'payments' }),
  );
  const before = process.cpuUsage();
  const began = performance.now();
  const others = await waitsDuring(ask, deliverPushes(app.context));
  const took = performance.now() - began;
  const { user, system } = process.cpuUsage(before);
  host.postMessage('count');
  const [received] = (await once(host, 'message')) as [number];
  if (received !== phones) throw new Error(`${received} of ${phones} phones were reached`);
  const meanwhile = spreadOf(others);
  console.table({
    'others alone, p95': { milliseconds: round(spreadOf(alone).p95) },
    'others meanwhile, median': { milliseconds: round(meanwhile.p50) },
    'others meanwhile, p95': { milliseconds: round(meanwhile.p95) },
    'others meanwhile, slowest': { milliseconds: round(meanwhile.slowest) },
    'all phones': { milliseconds: round(took) },
    'processor, each phone': { milliseconds: round((user + system) / 1_000 / phones) },
  });
  process.exitCode = meanwhile.p95 < limit ? 0 : 1;
} finally {
  await app.close();
  await host.terminate();
}
process.exit();

function round(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
