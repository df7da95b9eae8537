import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { pageHistory, type Task } from '../lib/history.ts';

export type PageKey =
  | 'dashboard'
  | 'info-warga'
  | 'aduan-saya'
  | 'complaints'
  | 'payments'
  | 'verify-payments'
  | 'payments-admin'
  | 'users'
  | 'residents'
  | 'reports'
  | 'finance'
  | 'documents'
  | 'document-management'
  | 'management'
  | 'kelola-warga'
  | 'aduan-warga'
  | 'pembayaran-warga'
  | 'kelola-warga-blok'
  | 'pengeluaran'
  | 'buku-kas'
  | 'profile'
  | 'about'
  | 'dokumen'
  | 'kelola-warga-admin'
  | 'profile-warga'
  | 'kelola-perangkat'
  | 'tambah-pembayaran'
  | 'tunggakan'
  | 'keliling'
  | 'setoran';

interface Navigation {
  /** The current page. An unknown or forbidden key becomes `dashboard`. */
  page: string;
  /** Also accepts any string, because `halaman` of a notification comes from the server. */
  open(page: PageKey | (string & {}), task?: Task): void;
  /** Whether the page exists and the user may open it; links to other pages are hidden. */
  canOpen(page: PageKey): boolean;
}

const NavigationContext = createContext<Navigation | null>(null);

interface Props {
  /** Maps any key to a page that the user may open. */
  resolve(page: string): string;
  children: ReactNode;
}

export function NavigationProvider({ resolve, children }: Props) {
  const page = resolve(useSyncExternalStore(pageHistory.subscribe, pageHistory.page));
  const navigation = useMemo(
    () => ({
      page,
      open(next: string, task?: Task) {
        // With a task also while that page is still coming: the last tap counts.
        if (resolve(next) !== page || task) pageHistory.open(next, task);
      },
      canOpen: (other: PageKey) => resolve(other) === other,
    }),
    [page, resolve],
  );
  return <NavigationContext value={navigation}>{children}</NavigationContext>;
}

export function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext);
  if (!navigation) throw new Error('useNavigation must be used within a NavigationProvider');
  return navigation;
}

/** The task that this page was opened with, at most once. */
export function useTask(): Task | undefined {
  const [task] = useState(pageHistory.task);
  useEffect(() => pageHistory.forgetTask(), []);
  return task;
}
