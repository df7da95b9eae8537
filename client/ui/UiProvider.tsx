import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import './tokens.css';
import './base.css';
import {
  localStorageColorSchemeManager,
  MantineProvider,
  useComputedColorScheme,
  useMantineTheme,
} from '@mantine/core';
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
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <Variables />
      <BrowserBar />
      {children}
    </MantineProvider>
  );
}

/**
 * The first style of the page. Mantine would put it into the body: each style that is loaded later would stand before it,
 * and a style with layers that is not the last one makes Chromium lay out the whole page again.
 */
function Variables() {
  const full = useMantineTheme();
  return (
    <style href="mantine" precedence="first">
      {cssVariables(full)}
    </style>
  );
}

/** As `--ui-side-bg`. */
const barColors = { light: '#0f4a43', dark: '#10211d' };

/** The browser's own bar follows the chosen theme, not only the system's. */
function BrowserBar() {
  const color = barColors[useComputedColorScheme('light')];
  useEffect(() => {
    for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
      meta.setAttribute('content', color);
  }, [color]);
  return null;
}
