import { IconChevronRight } from '@tabler/icons-react';
import type { Role } from '../../../contract/people.ts';
import css from './DemoAccounts.module.css';

interface Props {
  accounts: readonly { email: string; jenis: Role }[];
  password: string;
  onPick(email: string, password: string): void;
}

const names: Record<Role, string> = {
  ketua: 'Ketua',
  admin: 'Admin',
  koordinator_perblok: 'Koordinator Blok',
  warga: 'Warga',
};

/** Demo mode only: a click fills the login form. */
export function DemoAccounts({ accounts, password, onPick }: Props) {
  return (
    <section className={css.demo} aria-labelledby="akun-demo">
      <h2 className={css.title} id="akun-demo">
        Akun demo
      </h2>
      <p className="ui-detail">
        Pilih untuk mengisi. Password: <strong className={css.password}>{password}</strong>
      </p>
      <ul className={css.list}>
        {accounts.map(({ email, jenis }) => (
          <li key={email}>
            <button type="button" className={css.account} onClick={() => onPick(email, password)}>
              <span className={css.role}>{names[jenis]}</span>
              <span className={css.email}>{email}</span>
              <IconChevronRight size={18} stroke={1.9} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
