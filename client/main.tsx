/** Where the browser starts: the login screen, or for a signed-in person the shell, which is fetched on its own. */
import { lazy, StrictMode, startTransition, Suspense, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { LoginPage } from './areas/auth/LoginPage.tsx';
import { loadOnce } from './lib/load-once.ts';
import { reloadForNewVersion } from './shared/new-version.ts';
import { forgetSeen, storedUser } from './shared/session.ts';
import { CrashScreen } from './shell/CrashScreen.tsx';
import { UiProvider } from './ui/UiProvider.tsx';

/** The shell with its first page, which would else be asked for after it. */
const loadShell = loadOnce(async () => {
  const shell = await import('./shell/Shell.tsx');
  await shell.beforeFirstScreen;
  return shell;
});
const Shell = lazy(loadShell);

function App() {
  const [user, setUser] = useState(storedUser);
  useEffect(followOtherTabs, []);
  return (
    <UiProvider>
      <CrashScreen>
        {user ? (
          <Suspense>
            <Shell user={user} onUserChange={setUser} />
          </Suspense>
        ) : (
          <LoginPage onSignedIn={(next) => startTransition(() => setUser(next))} prepare={loadShell} />
        )}
      </CrashScreen>
    </UiProvider>
  );
}

/** Signing in or out elsewhere counts here, too; nothing of the former person stays in memory. */
function followOtherTabs() {
  const follow = ({ key }: StorageEvent) => (key === 'token' || key === null) && location.reload();
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

window.addEventListener('vite:preloadError', () => void reloadForNewVersion());
if (!storedUser()) forgetSeen();

/**
 * Until the first screen's code is there, the mark in index.html stands; what cannot be fetched, React asks for again.
 * As a transition, the first rendering is done in slices, and no fallback is shown for code that is there.
 */
async function begin(element: HTMLElement) {
  if (storedUser()) await loadShell().catch(() => {});
  const root = createRoot(element);
  startTransition(() =>
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}

const root = document.getElementById('root');
if (root) void begin(root);
