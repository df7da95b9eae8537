import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';

const key = 'theme';

/** Keeps plain 'dark' or 'light' under the key `theme`; nothing stored means: as the system prefers. */
export function colorSchemeManager(): MantineColorSchemeManager {
  let stop = () => {};
  const read = (fallback: MantineColorScheme): MantineColorScheme => {
    try {
      const stored = localStorage.getItem(key);
      return stored === 'dark' || stored === 'light' ? stored : fallback;
    } catch {
      return fallback; // storage may be forbidden; the theme is then forgotten, not broken
    }
  };
  return {
    get: read,
    set(value) {
      try {
        if (value === 'auto') localStorage.removeItem(key);
        else localStorage.setItem(key, value);
      } catch {
        // see above
      }
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
      } catch {
        // see above
      }
    },
  };
}
