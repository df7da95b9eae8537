import { expect, test } from 'vitest';
import type { Role } from '../../contract/people.ts';
import { entryOf, menuOf, tabsOf } from './menu.ts';

const estate = { complaintMenuEnabled: true };
const entry = (jenis: Role, page: string) => entryOf(menuOf({ jenis }, estate), page);

test('a page without an entry of its own is found under the one that is most like it', () => {
  expect(entry('koordinator_perblok', 'verify-payments')).toBe('pembayaran-warga');
  expect(entry('koordinator_perblok', 'tambah-pembayaran')).toBe('tambah-pembayaran');
  expect(entry('admin', 'verify-payments')).toBe('payments-admin');
  expect(entry('admin', 'users')).toBe('kelola-warga');
  expect(entry('ketua', 'users')).toBe('kelola-perangkat');
  expect(entry('warga', 'documents')).toBe('dokumen');
});

test('a page whose family has no entry is found under the dashboard', () => {
  expect(entry('warga', 'kelola-perangkat')).toBe('dashboard');
});

test('the cash book has a tab of its own on phones, and belongs to the reports beside a sidebar', () => {
  expect(entryOf(tabsOf({ jenis: 'ketua' }, estate), 'buku-kas')).toBe('buku-kas');
  expect(entry('ketua', 'buku-kas')).toBe('reports');
});
