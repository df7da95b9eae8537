import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { claimDrafts, clearDraft, readDraft, writeDraft } from './draft.ts';

/** sessionStorage, of which `draft.ts` also uses `Object.keys`. */
class Storage {
  getItem(name: string): string | null {
    return ((this as Record<string, unknown>)[name] as string | null) ?? null;
  }
  setItem(name: string, value: string) {
    Object.assign(this, { [name]: value });
  }
  removeItem(name: string) {
    delete (this as Record<string, unknown>)[name];
  }
}

beforeEach(() => void vi.stubGlobal('sessionStorage', new Storage()));
afterEach(() => void vi.unstubAllGlobals());

test('restores texts and numbers, not files and lists', () => {
  writeDraft('aduan', { judul: 'Lampu mati', jumlah: 3, blok: null, foto: new Blob(), bulan: [1, 2] });
  expect(readDraft('aduan')).toEqual({ judul: 'Lampu mati', jumlah: 3, blok: null });
});

test('a cleared draft leaves nothing behind', () => {
  writeDraft('aduan', { judul: 'Lampu mati' });
  clearDraft('aduan');
  expect(readDraft('aduan')).toEqual({});
});

test('another account in this tab finds no drafts, the same one does', () => {
  claimDrafts(7);
  writeDraft('aduan', { judul: 'Lampu mati' });
  claimDrafts(7);
  expect(readDraft('aduan')).toEqual({ judul: 'Lampu mati' });
  claimDrafts(8);
  expect(readDraft('aduan')).toEqual({});
});

test.each([
  ['full', 'setItem'],
  ['forbidden', 'getItem'],
])('a %s storage costs the draft, never the form', (_, method) => {
  vi.spyOn(Storage.prototype, method as 'setItem').mockImplementation(() => {
    throw new DOMException('QuotaExceededError');
  });
  claimDrafts(7);
  writeDraft('aduan', { judul: 'Lampu mati' });
  expect(readDraft('aduan')).toEqual({});
  vi.restoreAllMocks();
});
