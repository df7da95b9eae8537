import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { brokenLaws } from './laws.ts';

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

/** Problems in a small valid project with these files added or replaced. */
function laws(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'guyub-laws-'));
  roots.push(root);
  const lawful = {
    'package.json': '{"scripts": {"check": ""}, "dependencies": {"kysely": "1"}}',
    'docs/decisions/0001-parts.md': '| `kysely` | queries |',
    'README.md': 'Run `npm run check`, see `contract/dues.ts` and `queries.ts`; set `PORT`.',
    'server/config.ts': 'export const environment = { PORT: 3001 };\n',
    'contract/dues.ts':
      "import * as z from 'zod/mini';\n" +
      "export const Due = z.object({ bukti_transfer: z.enum(['belum_bayar', 'lunas']) });\n" +
      "export const listDues = endpoint('GET', '/api/x', { allow: 'signed-in' });\n",
    'server/areas/dues/routes.ts':
      "import { dues } from './queries.ts';\nexport const list = () => dues().bukti_transfer;\n",
    'server/areas/dues/queries.ts':
      "import { sql } from 'kysely';\nexport const dues = () => db.selectFrom('dues');\n",
    'server/areas/dashboard/routes.ts':
      "import { dues } from '../dues/queries.ts';\nexport const sum = dues;\n",
    'client/areas/dues/DuesPage.tsx':
      "import { Due } from '../../../contract/dues.ts';\nexport const page = <p>{Due}</p>;\n",
  };
  for (const [path, text] of Object.entries({ ...lawful, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return brokenLaws(root).map(({ path, line, message }) => `${path}:${line ?? ''} ${message}`);
}

test('a valid project has no problems', () => {
  expect(laws({})).toEqual([]);
});

const crimes: [crime: string, path: string, text: string, message: string][] = [
  ['contract imports a package', 'contract/x.ts', "import 'pg';", "contract/x.ts:1 imports 'pg'"],
  [
    'contract imports the server',
    'contract/x.ts',
    "import type { A } from '../server/app.ts';",
    'only contract/ may',
  ],
  [
    'the database imports an area',
    'server/database/x.ts',
    "\nimport '../areas/dues/routes.ts';",
    'server/database/x.ts:2 imports',
  ],
  [
    'a migration imports the program',
    'server/database/migrations/0001-tables.ts',
    "import { dues } from '../../../contract/dues.ts';",
    'imports contract/dues.ts; from here only nothing',
  ],
  [
    'a migration imports a package',
    'server/database/migrations/0001-tables.ts',
    "import { sql } from 'kysely';",
    'migrations import nothing',
  ],
  [
    'the program uses a migration',
    'server/database/open.ts',
    "import './migrations/0001-tables.ts';",
    'are run by server/database/migrate.ts alone',
  ],
  [
    'a type import counts',
    'client/lib/x.ts',
    "type A = import('../shell/menu.ts').A;",
    'imports client/shell/menu.ts',
  ],
  [
    'a dynamic import counts',
    'client/ui/x.ts',
    "await import('../areas/dues/api.ts');",
    'imports client/areas/dues/api.ts',
  ],
  [
    'a re-export counts',
    'server/areas/dues/rules.ts',
    "export * from '../../app.ts';\nlet a;",
    'imports server/app.ts',
  ],
  [
    'the client imports the server',
    'client/shell/x.ts',
    "import '../../server/config.ts';",
    'imports server/config.ts',
  ],
  ['the server runs on a dev dependency', 'server/main.ts', "import 'vite';", 'runs without devDependencies'],
  ['the client imports node', 'client/lib/x.ts', "import 'node:fs';", 'no browser has'],
  [
    'an area reads another',
    'server/areas/posts/routes.ts',
    "import '../dues/queries.ts';",
    'of another area',
  ],
  [
    'a listed area takes more',
    'server/areas/dashboard/rules.ts',
    "import '../dues/routes.ts';",
    'of another area',
  ],
  ['a long handler', 'server/areas/dues/routes.ts', `() => {${'\n'.repeat(40)}};`, 'function of 41 lines'],
  ['a nameless file', 'client/lib/utils.ts', 'export const a = 1;', 'says nothing by its name'],
  [
    'a stranger in an area',
    'server/areas/dues/service.ts',
    'export const a = 1;',
    'is no file of a server area',
  ],
  [
    'a barrel',
    'client/ui/index.ts',
    "export * from './Card.tsx';\nexport { a } from './a.ts';",
    'only re-exports',
  ],
  [
    'an endpoint without allow',
    'contract/x.ts',
    "endpoint('GET', '/api/x', {});",
    'endpoint without `allow`',
  ],
  [
    'a wire word in a handler',
    'server/areas/dues/rules.ts',
    "const a = b === 'belum_bayar';",
    'is a word of the wire',
  ],
  ['SQL in a handler', 'server/areas/dues/routes.ts', "db.insertInto('dues');", 'outside queries.ts'],
  ['a document names a missing script', 'docs/x.md', 'then `npm run fly`', "names the npm script 'fly'"],
  [
    'a document names a missing file',
    'README.md',
    'set `PORT`,\nsee `server/gone.ts`',
    'README.md:2 names server/gone.ts',
  ],
  [
    'a variable nobody is told of',
    'server/config.ts',
    'export const environment = {\n  PORT: 1,\n  SECRET: 2,\n};',
    'README.md: does not tell of the environment variable SECRET',
  ],
  [
    'a colour that does not exist',
    'client/ui/x.css',
    'p {\n  color: var(--ui-gone);\n}',
    'x.css:2 reads --ui-gone',
  ],
  ['a dependency without reason', 'docs/decisions/0001-parts.md', 'nothing', "'kysely' has no reason"],
];

test('does not count nested handlers for the function that lists the routes', () => {
  const handler = `route(() => {${'\n'.repeat(30)}}),`;
  const routes = `export function dues() { return [${handler}${handler}]; }`;
  expect(laws({ 'server/areas/dues/routes.ts': routes })).toEqual([]);
});

test.each(crimes)('%s', (_, path, text, message) => {
  expect(laws({ [path]: text })).toEqual([expect.stringContaining(message)]);
});
