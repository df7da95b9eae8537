/**
 * localStorage, of which every use may fail: blocked by a setting of the browser, full, or in private browsing. What
 * cannot be stored is kept in memory, until the page is left.
 */
const memory = new Map<string, string>();

export const deviceStorage = {
  getItem(key: string): string | null {
    const kept = memory.get(key);
    if (kept !== undefined) return kept;
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  setItem(key: string, value: string): void {
    memory.delete(key);
    try {
      localStorage.setItem(key, value);
    } catch {
      memory.set(key, value);
    }
  },
  removeItem(key: string): void {
    memory.delete(key);
    try {
      localStorage.removeItem(key);
    } catch {}
  },
};
