// `node tools/keep-release.ts`, when a version is released: keeps a small estate that this version has made, and what it
// answers about it, in server/testing/releases/. From then on every later version is tested to upgrade it.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import BetterSqlite from 'better-sqlite3';
import { login } from '../contract/auth.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { can } from '../contract/policy.ts';
import { endpoints } from '../server/areas.ts';
import { newestSchema } from '../server/database/migrate.ts';
import { sqliteFile } from '../server/database/open.ts';
import { makeApp, startOfTests } from '../server/testing/app.ts';
import { fillEstate } from '../server/testing/full-estate.ts';
import { type KeptRelease, keptFolder } from '../server/testing/kept-releases.ts';
import { callsTo, password, type Person } from '../server/testing/people.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const file = (ending: string) => join(keptFolder, `${version}.${ending}`);
mkdirSync(keptFolder, { recursive: true });

const app = await makeApp();
const { readers } = await fillEstate(app);
const copy = join(app.folder, 'copy.db');
new BetterSqlite(sqliteFile(app.folder)).prepare('VACUUM INTO ?').run(copy);
writeFileSync(file('db.gz'), gzipSync(readFileSync(copy), { level: 9 }));
rmSync(copy);

const people: KeptRelease['people'][number][] = [];
for (const person of Object.values(readers)) people.push(await answersTo(person));
const kept: KeptRelease = { schema: newestSchema, now: startOfTests, password, people };
writeFileSync(file('json'), `${JSON.stringify(kept)}\n`);
await app.close();

/** Of every list and figure that this person may read. */
async function answersTo(person: Person): Promise<KeptRelease['people'][number]> {
  const { email } = person;
  const { token } = (await callsTo(app.url, null)(login, { body: { email, password } })).body;
  const answers: Record<string, unknown> = {};
  for (const endpoint of endpoints.filter((each) => isKept(each, person))) {
    const path = endpoint.path
      .replace(':year', '2026')
      .replace(':month', '7')
      .replace(':userId', String(person.id));
    const response = await fetch(app.url + path, { headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
    answers[path] = await response.json();
  }
  return { email, answers };
}

/** Without files, single records, and what tells of this device and machine. */
function isKept({ method, path, allow, exports }: Endpoint, person: Person): boolean {
  const isOfEstate = allow !== 'public' && allow !== 'signed-in' && can(person, allow);
  const isOfMachine = ['sessions.own', 'backup.read'].includes(allow);
  return method === 'GET' && isOfEstate && !isOfMachine && !exports && !path.includes(':id');
}
