import { IconUser } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { login, type SessionUser } from '../../../contract/auth.ts';
import { normalizePhone, phonePattern } from '../../../contract/people.ts';
import { hasSessionEnded, storeSession } from '../../shared/session.ts';
import { hasDrafts } from '../../ui/draft.ts';
import { Form, SubmitButton } from '../../ui/Form.tsx';
import { Kawung } from '../../ui/Kawung.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Mark } from '../../ui/Mark.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useForm } from '../../ui/use-form.ts';
import { signIn, useWelcome } from './api.ts';
import { DemoAccounts } from './DemoAccounts.tsx';
import css from './LoginPage.module.css';

const CheckResidentDialog = lazyPart(() => import('./CheckResidentDialog.tsx'));

interface Props {
  onSignedIn(user: SessionUser): void;
  /** Preloads the code of the first screen while the server checks the password. */
  prepare(): Promise<unknown>;
}

export function LoginPage({ onSignedIn, prepare }: Props) {
  const welcome = useWelcome();
  const [checking, setChecking] = useState(false);
  // After a logout the tab still names the page that the last person had open.
  useEffect(() => void (document.title = 'Sistem Guyub'), []);
  const onLogoClick = useManyClicks({ clicks: 5, within: 3_000 }, () => setChecking(true));
  const form = useForm({
    initial: { email: '', password: '' },
    schema: login.body,
    async send({ email, password }) {
      const prepared = prepare().catch(() => {}); // a failed preload is requested again after login
      const { user, token } = await signIn(email, password);
      await prepared;
      storeSession(user, token);
      onSignedIn(user);
    },
  });

  return (
    <main className={css.page}>
      <Kawung />
      <div className={css.column}>
        <header className={css.header}>
          <button type="button" className={css.logo} aria-label="Logo Guyub" onClick={onLogoClick}>
            <Mark size={64} />
          </button>
          <h1 className={css.title}>Sistem Guyub</h1>
          <p className={css.estate}>{welcome?.estateName ?? '\u00a0'}</p>
        </header>
        {hasSessionEnded() && !form.failure && (
          <Notice tone="info">
            Sesi Anda telah berakhir, misalnya karena password diganti, HP atau komputer ini dikeluarkan, atau
            30 hari tidak dipakai. Silakan masuk kembali.
            {hasDrafts() && ' Yang sudah Anda ketik masih ada saat formulirnya dibuka lagi.'}
          </Notice>
        )}
        <div className={css.card}>
          <Form of={form} label="Masuk ke Sistem Guyub">
            <TextField {...form.field('email')} label="Email atau No HP" kind="username" icon={IconUser} />
            <PasswordField {...form.field('password')} label="Password" />
            <SubmitButton wide>Masuk</SubmitButton>
          </Form>
          {form.failure && phonePattern.test(normalizePhone(form.values.email)) && (
            <p className={`ui-note ${css.help}`}>
              Anda pengurus? Masuklah dengan email; No HP hanya untuk warga.
            </p>
          )}
          <p className={`ui-note ${css.help}`}>Lupa password? Minta pengurus menggantinya.</p>
        </div>
        {welcome?.demo && (
          <DemoAccounts
            {...welcome.demo}
            onPick={(email, password) => {
              form.set('email', email);
              form.set('password', password);
            }}
          />
        )}
      </div>
      {checking && <CheckResidentDialog onClose={() => setChecking(false)} />}
    </main>
  );
}

/** Calls `act` at the last of `clicks` clicks within `within` milliseconds. */
function useManyClicks({ clicks, within }: { clicks: number; within: number }, act: () => void) {
  const times = useRef<number[]>([]);
  return () => {
    const now = Date.now();
    times.current = [...times.current.filter((time) => now - time < within), now];
    if (times.current.length < clicks) return;
    times.current = [];
    act();
  };
}
