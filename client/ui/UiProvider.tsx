import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import './tokens.css';
import './base.css';
import { localStorageColorSchemeManager, MantineProvider, useComputedColorScheme } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { cssVariables, theme } from './theme.ts';

/** `public/start.js` reads the same key before the first paint. */
const manager = localStorageColorSchemeManager({ key: 'theme' });

export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={manager}
      defaultColorScheme="auto"
      cssVariablesResolver={cssVariables}
    >
      <BrowserBar />
      {children}
    </MantineProvider>
  );
}

/** The browser's own bar follows the chosen theme, not only the system's. */
function BrowserBar() {
  useComputedColorScheme('light'); // rerenders when the theme changes, so that the effect runs again
  useEffect(() => {
    const color = getComputedStyle(document.documentElement).getPropertyValue('--ui-side-bg');
    for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
      meta.setAttribute('content', color);
  });
  return null;
}
