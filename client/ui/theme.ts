import {
  colorsTuple,
  convertCssVariables,
  createTheme,
  defaultCssVariablesResolver,
  type MantineTheme,
} from '@mantine/core';
import field from './field.module.css';

const font =
  "'Plus Jakarta Sans Variable', 'Plus Jakarta Sans on Android', 'Plus Jakarta Sans Fallback', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/** Mantine's theme. The values are in tokens.css; here Mantine's components are bound to them. */
export const theme = createTheme({
  primaryColor: 'leaf',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  respectReducedMotion: true,
  cursorType: 'pointer',
  white: '#fffefb',
  black: '#22261f',
  fontFamily: font,
  headings: { fontFamily: font, fontWeight: '700' },
  defaultRadius: 'md',
  radius: { xs: '0.25rem', sm: '0.5rem', md: '0.75rem', lg: '1.125rem', xl: '1.5rem' },
  shadows: { lg: 'var(--ui-shadow-l)' },
  lineHeights: { xs: '1.4', sm: '1.5', md: '1.55', lg: '1.6', xl: '1.6' },
  colors: {
    // Used by calendar and dropdowns; both are the tokens' neutrals.
    dark: [
      '#f2eee5',
      '#d9d4c8',
      '#b7b2a6',
      '#878277',
      '#45413a',
      '#3a3731',
      '#211f1b',
      '#1b1916',
      '#161411',
      '#0f0e0c',
    ],
    gray: [
      '#f7f4ee',
      '#f3efe7',
      '#e9e4d9',
      '#e4ded2',
      '#c9c2b3',
      '#a59d8d',
      '#8f887a',
      '#5e6158',
      '#3d4039',
      '#22261f',
    ],
    leaf: colorsTuple('#12645a'), // where Mantine shows it, tokens say how
  },
  components: {
    Input: { defaultProps: { size: 'md' }, classNames: field },
    InputWrapper: {
      defaultProps: { size: 'md', inputWrapperOrder: ['label', 'description', 'input', 'error'] },
      classNames: field,
    },
  },
});

const semantic = {
  '--mantine-color-body': 'var(--ui-surface)',
  '--mantine-color-text': 'var(--ui-ink)',
  '--mantine-color-bright': 'var(--ui-ink)',
  '--mantine-color-dimmed': 'var(--ui-muted)',
  '--mantine-color-placeholder': 'var(--ui-muted)',
  '--mantine-color-error': 'var(--ui-danger-ink)',
  '--mantine-color-anchor': 'var(--ui-primary-ink)',
  '--mantine-color-default': 'var(--ui-surface)',
  '--mantine-color-default-hover': 'var(--ui-hover)',
  '--mantine-color-default-border': 'var(--ui-line)',
  '--mantine-color-default-color': 'var(--ui-ink)',
  '--mantine-primary-color-filled': 'var(--ui-primary)',
  '--mantine-primary-color-contrast': 'var(--ui-on-primary)',
};

/** The variables of Mantine's styles. */
export function cssVariables(full: MantineTheme): string {
  const { variables, light, dark } = defaultCssVariablesResolver(full);
  return convertCssVariables({
    variables,
    light: { ...light, ...semantic },
    dark: { ...dark, ...semantic },
  });
}
