import {
  IconChevronDown,
  IconInfoCircle,
  IconLogout,
  IconUserCircle,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { roleNames } from '../../contract/people.ts';
import { useSound } from '../lib/sound.ts';
import { useAuth } from '../shared/auth.tsx';
import { useNavigation } from '../shared/navigation.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { MenuButton, type MenuEntry } from '../ui/MenuButton.tsx';
import { useThemeToggle } from '../ui/ThemeToggle.tsx';
import { mayOpen } from './pages.ts';
import css from './TopBar.module.css';

/** Top bar of phones. The user's name opens a menu with the entries that do not fit into the bottom bar. */
export function TopBar({ bell }: { bell: ReactNode }) {
  const { user } = useAuth();
  return (
    <div className={css.bar}>
      <MenuButton entries={usePersonalMenu()}>
        <button type="button" className={css.person}>
          <Avatar name={user.nama} src={user.foto_profile} size={36} />
          <span className={css.words}>
            <span className={css.name}>{user.nama}</span>
            <span className={css.muted}>{user.blok ? `Blok ${user.blok}` : roleNames[user.jenis]}</span>
          </span>
          <IconChevronDown size={18} stroke={2} aria-hidden />
        </button>
      </MenuButton>
      {bell}
    </div>
  );
}

function usePersonalMenu(): MenuEntry[] {
  const { user, logout } = useAuth();
  const { open } = useNavigation();
  const theme = useThemeToggle();
  const sound = useSound();
  return [
    ...(mayOpen(user, 'profile')
      ? [{ label: 'Profil', icon: IconUserCircle, onSelect: () => open('profile') }]
      : []),
    ...(mayOpen(user, 'about')
      ? [{ label: 'Tentang', icon: IconInfoCircle, onSelect: () => open('about') }]
      : []),
    { label: theme.label, icon: theme.icon, onSelect: theme.toggle },
    sound.muted
      ? { label: 'Bunyikan notifikasi', icon: IconVolume, onSelect: sound.toggle }
      : { label: 'Senyapkan notifikasi', icon: IconVolumeOff, onSelect: sound.toggle },
    { label: 'Keluar', icon: IconLogout, onSelect: () => void logout() },
  ];
}
