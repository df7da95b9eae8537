import { afterEach, expect, test, vi } from 'vitest';
import { deleteResident, listResidents } from '../../contract/residents.ts';
import { call } from './http.ts';

afterEach(() => void vi.unstubAllGlobals());

test('encodes path parameters and query values in the URL', async () => {
  const asked: unknown[] = [];
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('fetch', async (address: unknown) => {
    asked.push(address);
    return new Response('{"status":"success"}');
  });
  await call(listResidents, { query: { q: 'a&blok=B#x ?/%' } });
  await call(deleteResident, { params: { id: '../x?y#z' } });
  expect(asked).toEqual(['/api/warga?q=a%26blok%3DB%23x+%3F%2F%25', '/api/warga/..%2Fx%3Fy%23z']);
});
