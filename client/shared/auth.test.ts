import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => void vi.unstubAllGlobals());

test('useAuth outside its provider throws', async () => {
  // The test environment has no DOM.
  vi.stubGlobal('history', {});
  vi.stubGlobal('window', { addEventListener: () => {} });
  const { useAuth } = await import('./auth.tsx');
  const Lost = () => createElement('p', null, useAuth().user.nama);
  expect(() => renderToString(createElement(Lost))).toThrow('useAuth must be used within an AuthProvider');
});
