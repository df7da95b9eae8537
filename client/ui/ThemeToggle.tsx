import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { NavItem } from './SideNav.tsx';

export function ThemeToggle() {
  const { label, icon, toggle } = useThemeToggle();
  return <NavItem icon={icon} label={label} onClick={toggle} />;
}

export function useThemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  return {
    label: dark ? 'Light Mode' : 'Dark Mode',
    icon: dark ? IconSun : IconMoon,
    toggle: () => setColorScheme(dark ? 'light' : 'dark'),
  };
}
