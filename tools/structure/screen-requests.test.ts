/** The bench asks what the screens ask: `npm run bench -- record` must be run again when a screen asks something new. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isEndpoint } from '../../contract/endpoint.ts';
import { areas } from '../../server/areas.ts';

const recorded = Object.values(
  JSON.parse(readFileSync('bench/screen-requests.json', 'utf8')) as Record<string, string[]>,
).flat();

const client = globSync('client/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] })
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

const readByScreens = areas
  .flatMap(({ contract }) => Object.entries(contract))
  .filter(([name]) => new RegExp(`\\b${name}\\b`).test(client))
  .map(([, endpoint]) => endpoint)
  .filter(isEndpoint)
  .filter(({ method }) => method === 'GET');

const placeholders: Record<string, RegExp> = { year: /^\{year/, month: /^(\{month\}|\d+)$/ };

/** What was recorded of a call. */
const requestsOf = (path: string) =>
  recorded.filter((request) => {
    const asked = request.replace('GET ', '').split('?')[0]?.split('/') ?? [];
    const parts = path.split('/');
    const fits = (part: string, index: number) =>
      part.startsWith(':')
        ? (placeholders[part.slice(1)] ?? /^\{/).test(asked[index] ?? '')
        : part === asked[index];
    return asked.length === parts.length && parts.every(fits);
  });

test('every call that a screen reads by is among those that the bench asks', () => {
  expect(readByScreens.length).toBeGreaterThan(40);
  // Asked by devices that saw a former log or a former key, and about a settlement of QRIS, which the demo has not.
  const byFew = ['/api/log/restored', '/api/log/rotations', '/api/mutasi-bank/:id/qris'];
  expect(
    readByScreens
      .map(({ path }) => path)
      .filter((path) => requestsOf(path).length === 0)
      .toSorted(),
  ).toEqual(byFew);
});

test('every filter and search of such a call is among them', () => {
  /** For other clients; `bench/scale.ts` adds the pagers, since the lists of the demo estate are short. */
  const byNoScreen = [
    '/api/admin/payments?blok',
    '/api/kas/entri?kategori',
    '/api/log/consistency?asal',
    '/api/log/consistency?sampai',
    '/api/log/restored?asal',
    '/api/log/rotations?asal',
    '/api/log/rotations?ukuran',
    '/api/warga/jumlah?status',
  ];
  const missing = readByScreens.flatMap(({ path, query }) =>
    Object.keys(query?.shape ?? {})
      .filter((name) => !requestsOf(path).some((request) => request.includes(`${name}=`)))
      .map((name) => `${path}?${name}`),
  );
  expect(missing.filter((each) => !each.endsWith('?cursor')).toSorted()).toEqual(byNoScreen);
});
