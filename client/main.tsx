/** Entry point: the login screen, or the shell, which is a separate chunk. */
import {
  lazy,
  StrictMode,
  Suspense,
  startTransition,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { createRoot } from 'react-dom/client';
import { LoginPage } from './areas/auth/LoginPage.tsx';
import { loadOnce } from './lib/load-once.ts';
import { keepPressedPush } from './lib/pressed-push.ts';
import { endLeftSession } from './shared/end-session-later.ts';
import { logAlarm } from './shared/log-alarm.ts';
import { reloadForNewVersion } from './shared/new-version.ts';
import { clearOfflineData, hasSessionEnded, isSessionReplaced, storedUser } from './shared/session.ts';
import { CrashScreen } from './shell/CrashScreen.tsx';
import { clearDrafts } from './ui/draft.ts';
import { UiProvider } from './ui/UiProvider.tsx';

/** Loads the shell and its first page in parallel. */
const loadShell = loadOnce(async () => {
  const shell = await import('./shell/Shell.tsx');
  await shell.beforeFirstScreen;
  return shell;
});
const Shell = lazy(loadShell);
const LogAlarm = lazy(() => import('./areas/log/LogAlarm.tsx'));

function App() {
  const [user, setUser] = useState(storedUser);
  const isAlarmShown = useSyncExternalStore(logAlarm.subscribe, logAlarm.isShown);
  useEffect(followOtherTabs, []);
  return (
    <UiProvider>
      <CrashScreen>
        {isAlarmShown ? (
          <Suspense>
            <LogAlarm />
          </Suspense>
        ) : user ? (
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

/**
 * Login or logout in another tab reloads this one, so that no data of the previous user stays in memory. A page that the
 * browser had put aside, for Back or to save power, is told of neither and looks when it is shown again.
 */
function followOtherTabs() {
  const gone = new AbortController();
  const follow = () => isSessionReplaced() && location.reload();
  window.addEventListener('storage', follow, { signal: gone.signal });
  window.addEventListener('pageshow', follow, { signal: gone.signal });
  document.addEventListener('visibilitychange', follow, { signal: gone.signal });
  follow();
  return () => gone.abort();
}

window.addEventListener('vite:preloadError', () => void reloadForNewVersion());
keepPressedPush();
if (!storedUser()) {
  clearOfflineData();
  endLeftSession();
  if (!hasSessionEnded()) clearDrafts(); // signed out in another tab
}

/**
 * index.html shows the logo until the first screen's code has loaded; a failed load is repeated by React.
 * Rendering as a transition is split into slices and shows no fallback for code that is already loaded.
 */
async function start(element: HTMLElement) {
  if (!('withResolvers' in Promise)) await import('./lib/builtins.ts').catch(() => {}); // the newest of what it adds
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
if (root) void start(root);
