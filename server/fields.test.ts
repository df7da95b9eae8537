import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, test } from 'vitest';
import type { Endpoint } from '../contract/endpoint.ts';
import { can } from '../contract/policy.ts';
import { type Role, roles } from '../contract/people.ts';
import { endpoints } from './app.ts';
import { makeApp, type TestApp } from './testing/app.ts';
import { everyCall, type EveryCall } from './testing/every-call.ts';
import { fillEstate, type FullEstate } from './testing/full-estate.ts';
import { fieldsOf } from './testing/leaving.ts';

let app: TestApp;
let estate: FullEstate;
let calls: EveryCall;
beforeAll(async () => {
  app = await makeApp();
  estate = await fillEstate(app);
  calls = everyCall(app, estate);
});
afterAll(() => app.close());
const mayCall = (endpoint: Endpoint, jenis: Role) =>
  endpoint.allow === 'public' || endpoint.allow === 'signed-in' || can({ jenis }, endpoint.allow);
const out: Record<string, unknown> = {};
test('probe', async () => {
  for (const read of [true, false])
    for (const endpoint of endpoints) {
      if ((endpoint.method === 'GET') !== read) continue;
      const key = `${endpoint.method} ${endpoint.path}`;
      const byRole: Record<string, string[]> = {};
      for (const role of roles) {
        if (!mayCall(endpoint, role)) continue;
        const caller = read ? estate.readers[role] : await estate.newcomer(role);
        const answer = await caller.call(endpoint, (await calls.inputFor(endpoint, caller)) as never);
        if (answer.status > 201) { console.log(key, role, answer.status, answer.body); continue; }
        const f = JSON.stringify(fieldsOf(answer.body as never, caller, estate.people), null, 1);
        (byRole[f] ??= []).push(role);
      }
      out[key] = Object.fromEntries(Object.entries(byRole).map(([f, r]) => [r.join('+'), JSON.parse(f)]));
    }
  writeFileSync('/tmp/mine/probe.json', JSON.stringify(out, null, 1));
}, 60000);
