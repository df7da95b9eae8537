import { afterEach, expect, test, vi } from 'vitest';
import { deviceStorage } from './storage.ts';

afterEach(() => void vi.unstubAllGlobals());

const refuse = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

test('what the browser does not store is kept for this page', () => {
  vi.stubGlobal('localStorage', { getItem: () => 'old', setItem: refuse, removeItem: refuse });
  deviceStorage.setItem('token', 'new');
  expect(deviceStorage.getItem('token')).toBe('new');
  deviceStorage.removeItem('token');
  expect(deviceStorage.getItem('token')).toBe('old');
});

test('a storage that may not be touched at all counts as an empty one', () => {
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  expect(deviceStorage.getItem('token')).toBeNull();
  deviceStorage.setItem('token', 'new');
  expect(deviceStorage.getItem('token')).toBe('new');
  deviceStorage.removeItem('token');
  expect(deviceStorage.getItem('token')).toBeNull();
});
