import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { claimDrafts, clearDraft, clearDrafts, readDraft, writeDraft } from './draft.ts';

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

const values = (key: string) => readDraft(key).values;

test('restores texts, numbers and lists of them, and which files have to be chosen again', () => {
  const plain = { judul: 'Lampu mati', jumlah: 3, blok: null, bulan: ['2026-07'] };
  writeDraft('aduan', { ...plain, foto: new Blob(), banyak: [new Blob()] });
  expect(readDraft('aduan')).toEqual({ values: plain, files: ['foto'] });
  writeDraft('aduan', plain, readDraft('aduan').files);
  expect(readDraft('aduan').files).toEqual(['foto']);
});

test('a logout deletes all drafts and nothing else', () => {
  sessionStorage.setItem('reloaded-for', '1');
  writeDraft('aduan', { judul: 'Lampu mati' });
  writeDraft('post', { konten: 'Halo' });
  clearDrafts();
  expect([values('aduan'), values('post')]).toEqual([{}, {}]);
  expect(sessionStorage.getItem('reloaded-for')).toBe('1');
});

test('a cleared draft leaves nothing behind', () => {
  writeDraft('aduan', { judul: 'Lampu mati' });
  clearDraft('aduan');
  expect(values('aduan')).toEqual({});
});

test('another account in this tab finds no drafts, the same one does', () => {
  claimDrafts(7);
  writeDraft('aduan', { judul: 'Lampu mati' });
  claimDrafts(7);
  expect(values('aduan')).toEqual({ judul: 'Lampu mati' });
  claimDrafts(8);
  expect(values('aduan')).toEqual({});
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
  expect(values('aduan')).toEqual({});
  vi.restoreAllMocks();
});
