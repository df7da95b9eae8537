import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';

const key = 'theme';

/** Stores 'dark' or 'light' under the key `theme`; without an entry the system decides. */
export function colorSchemeManager(): MantineColorSchemeManager {
  let stop = () => {};
  const read = (fallback: MantineColorScheme): MantineColorScheme => {
    try {
      const stored = localStorage.getItem(key);
      return stored === 'dark' || stored === 'light' ? stored : fallback;
    } catch {
      return fallback; // storage may be unavailable: the choice is then lost at reload
    }
  };
  return {
    get: read,
    set(value) {
      try {
        if (value === 'auto') localStorage.removeItem(key);
        else localStorage.setItem(key, value);
      } catch {}
    },
    subscribe(onUpdate) {
      const listen = (event: StorageEvent) => {
        if (event.key === key) onUpdate(read('auto'));
      };
      window.addEventListener('storage', listen);
      stop = () => window.removeEventListener('storage', listen);
    },
    unsubscribe: () => stop(),
    clear() {
      try {
        localStorage.removeItem(key);
      } catch {}
    },
  };
}
