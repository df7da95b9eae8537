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

/** Every page of the product. */
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
  | 'tambah-pembayaran';

interface Navigation {
  /** The page to be shown; a key that is unknown or not for this person's role has become `dashboard`. */
  page: string;
  /** Also takes any text a server may send as `halaman`. */
  open(page: PageKey | (string & {}), task?: Task): void;
  /** Whether the page exists and is for this person: links to others are not shown. */
  canOpen(page: PageKey): boolean;
}

const NavigationContext = createContext<Navigation | null>(null);

interface Props {
  /** Turns any key into one of a page this person may open. */
  resolve(page: string): string;
  children: ReactNode;
}

export function NavigationProvider({ resolve, children }: Props) {
  const page = resolve(useSyncExternalStore(pageHistory.subscribe, pageHistory.page));
  const navigation = useMemo(
    () => ({
      page,
      open(next: string, task?: Task) {
        if (resolve(next) !== page) pageHistory.open(next, task);
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

/** What this page was opened to do. */
export function useTask(): Task | undefined {
  const [task] = useState(pageHistory.task);
  useEffect(() => pageHistory.forgetTask(), []);
  return task;
}
