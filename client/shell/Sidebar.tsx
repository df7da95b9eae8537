import { IconInfoCircle, IconLogout } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { roleNames } from '../../contract/people.ts';
import { useAuth } from '../shared/auth.tsx';
import { useEstate } from '../shared/estate.ts';
import { useNavigation } from '../shared/navigation.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Mark } from '../ui/Mark.tsx';
import { NavItem, SideNav } from '../ui/SideNav.tsx';
import { ThemeToggle } from '../ui/ThemeToggle.tsx';
import { entryOf, menuOf } from './menu.ts';
import { mayOpen, preloadPage } from './pages.ts';
import css from './Sidebar.module.css';

export function Sidebar({ bell }: { bell: ReactNode }) {
  const { user, logout } = useAuth();
  const { page, open } = useNavigation();
  const estate = useEstate();
  const entries = menuOf(user, estate);
  return (
    <SideNav
      label="Menu utama"
      header={
        <>
          <div className={css.brand}>
            <Mark size={40} />
            <div className={`ui-rest ${css.words}`}>
              <p className={css.product}>Guyub</p>
              <p className={css.muted}>{estate.estateName}</p>
            </div>
            {bell}
          </div>
          <div className={css.person}>
            <Avatar name={user.nama} src={user.foto_profile} size={40} />
            <div className={`ui-rest ${css.words}`}>
              <p className={css.name}>{user.nama}</p>
              <p className={css.muted}>
                {roleNames[user.jenis]}
                {user.blok && ` · Blok ${user.blok}`}
              </p>
            </div>
          </div>
        </>
      }
      footer={
        <>
          {mayOpen(user, 'about') && (
            <NavItem
              icon={IconInfoCircle}
              label="Tentang"
              active={page === 'about' && 'page'}
              onClick={() => open('about')}
              onApproach={() => preloadPage('about')}
            />
          )}
          <ThemeToggle />
          <NavItem icon={IconLogout} label="Keluar" onClick={() => void logout()} />
        </>
      }
    >
      {entries.map(({ key, label, icon }) => (
        <NavItem
          key={key}
          icon={icon}
          label={label}
          active={page === key ? 'page' : page !== 'about' && entryOf(entries, page) === key}
          onClick={() => open(key)}
          onApproach={() => preloadPage(key)}
        />
      ))}
    </SideNav>
  );
}
