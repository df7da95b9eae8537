// `node tools/keep-release.ts`, when a version is released: keeps a small estate that this version has made, and what it
// answers about it, in server/testing/releases/. From then on every later version is tested to upgrade it.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import BetterSqlite from 'better-sqlite3';
import { login } from '../contract/auth.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { type Role, roles } from '../contract/people.ts';
import { can } from '../contract/policy.ts';
import { getReceipt } from '../contract/receipts.ts';
import { endpoints } from '../server/areas.ts';
import { newestSchema } from '../server/database/migrate.ts';
import { sqliteFile } from '../server/database/open.ts';
import { makeApp, startOfTests } from '../server/testing/app.ts';
import { fillEstate } from '../server/testing/full-estate.ts';
import { type KeptRelease, keptFolder } from '../server/testing/kept-releases.ts';
import { isAboutOneself, makerOf } from '../server/testing/makers.ts';
import { callsTo, type Person, password } from '../server/testing/people.ts';
import { makeRecipes } from '../server/testing/recipes.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const file = (ending: string) => join(keptFolder, `${version}.${ending}`);
mkdirSync(keptFolder, { recursive: true });

const app = await makeApp();
const { readers } = await fillEstate(app);
await changeEverything();
const copy = join(app.folder, 'copy.db');
new BetterSqlite(sqliteFile(app.folder)).prepare('VACUUM INTO ?').run(copy);
writeFileSync(file('db.gz'), gzipSync(readFileSync(copy), { level: 9 }));
rmSync(copy);

const people: KeptRelease['people'][number][] = [];
for (const person of Object.values(readers)) people.push(await answersTo(person));
const logKey = readFileSync(app.context.config.logKeyFile, 'utf8');
const kept: KeptRelease = { schema: newestSchema, now: startOfTests, password, logKey, people };
writeFileSync(file('json.gz'), gzipSync(JSON.stringify(kept), { level: 9 }));
await app.close();

/** Each change once, so that every kind of record is kept; receipts are made when they are read. */
async function changeEverything(): Promise<void> {
  const officers = Object.fromEntries(
    await Promise.all(roles.map(async (jenis) => [jenis, await app.as.person(jenis, { blok: 'A91' })])),
  ) as Record<Role, Person>;
  for (const { endpoint, cook } of makeRecipes(app)) {
    if (endpoint.method === 'GET' && endpoint !== getReceipt) continue;
    const jenis = makerOf(endpoint);
    const owner = await app.as.person(isAboutOneself(endpoint, jenis) ? jenis : 'warga', { blok: 'A92' });
    const maker = isAboutOneself(endpoint, jenis) ? owner : officers[jenis];
    const { input } = await cook(owner, maker);
    const { status, refusal } = await maker.call(endpoint, input);
    if (status >= 400) throw new Error(`${endpoint.path} was answered ${status} ${JSON.stringify(refusal)}`);
  }
}

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
    if (response.status === 422) continue; // asks for something in particular
    if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
    answers[path] = await response.json();
  }
  return { email, answers };
}

/** Without files, texts, single records, and what tells of this device and machine. */
function isKept({ method, path, allow, exports, text }: Endpoint, person: Person): boolean {
  const isOfEstate = allow !== 'public' && allow !== 'signed-in' && can(person, allow);
  const isOfMachine = ['sessions.own', 'backup.read'].includes(allow);
  const isSingle = /:id|_id|\*/u.test(path);
  return method === 'GET' && isOfEstate && !isOfMachine && !exports && !text && !isSingle;
}
