/** Where the browser starts: the login screen, or for a signed-in person the shell, which is fetched on its own. */
import { lazy, StrictMode, Suspense, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { LoginPage } from './areas/auth/LoginPage.tsx';
import { reloadForNewVersion } from './lib/new-version.ts';
import { forgetSeen, storedUser } from './lib/session.ts';
import { CrashScreen } from './shell/CrashScreen.tsx';
import { StartScreen } from './shell/StartScreen.tsx';
import { UiProvider } from './ui/UiProvider.tsx';

const loadShell = () => import('./shell/Shell.tsx');
const Shell = lazy(loadShell);

function App() {
  const [user, setUser] = useState(storedUser);
  useEffect(followOtherTabs, []);
  return (
    <UiProvider>
      <CrashScreen>
        {user ? (
          <Suspense fallback={<StartScreen />}>
            <Shell user={user} onUserChange={setUser} />
          </Suspense>
        ) : (
          <LoginPage onSignedIn={setUser} prepare={loadShell} />
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

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
