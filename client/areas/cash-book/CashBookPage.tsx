import {
  IconBook2,
  IconBuildingBank,
  IconFingerprint,
  IconHistory,
  IconLock,
  IconReport,
  IconWallet,
} from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { type Action, can } from '../../../contract/policy.ts';
import { useActor } from '../../shared/auth.tsx';
import type { Icon } from '../../ui/icon.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { BookTab } from './BookTab.tsx';

const ClosingsTab = lazyPart(() => import('../closings/ClosingsTab.tsx'));
const MoneyLogTab = lazyPart(() => import('../settings/MoneyLogTab.tsx'));
const LogTab = lazyPart(() => import('../log/LogTab.tsx'));
const LpjTab = lazyPart(() => import('../lpj/LpjTab.tsx'));
const Statements = lazyPart(() => import('../statements/StatementsTab.tsx'));
const Places = lazyPart(() => import('../places/PlacesTab.tsx'));
const Approvals = lazyPart(() => import('../approvals/Approvals.tsx'));

interface Tab {
  key: string;
  label: string;
  icon: Icon;
  allow: Action;
  Panel: ComponentType<{ waiting?: ReactNode }>;
}

const tabs: readonly [Tab, ...Tab[]] = [
  { key: 'buku', label: 'Buku', icon: IconBook2, allow: 'cash-book.read', Panel: BookTab },
  { key: 'rekening', label: 'Rekening & Dana', icon: IconWallet, allow: 'book.read', Panel: Places },
  {
    key: 'mutasi',
    label: 'Mutasi Bank',
    icon: IconBuildingBank,
    allow: 'statements.read',
    Panel: Statements,
  },
  { key: 'tutup-buku', label: 'Tutup Buku', icon: IconLock, allow: 'cash-book.read', Panel: ClosingsTab },
  { key: 'lpj', label: 'Laporan (LPJ)', icon: IconReport, allow: 'cash-book.read', Panel: LpjTab },
  { key: 'log', label: 'Log & Kuitansi', icon: IconFingerprint, allow: 'log.read', Panel: LogTab },
  { key: 'riwayat', label: 'Riwayat Uang', icon: IconHistory, allow: 'audit.read-money', Panel: MoneyLogTab },
];

/** The estate's money: the book, where it lies, closed months, reports, and what proves them. */
export default function CashBookPage() {
  const actor = useActor();
  const shown = tabs.filter(({ allow }) => can(actor, allow));
  const [key, setKey] = useState('buku');
  const active = shown.find((tab) => tab.key === key) ?? tabs[0];
  const { Panel } = active;
  const panel = (
    <>
      {can(actor, 'approvals.read') && <Approvals isFolded={active !== tabs[0]} />}
      <Panel waiting={<Skeleton height="24rem" radius="var(--ui-radius-l)" />} />
    </>
  );
  return (
    <Page title="Buku Kas" context="Iuran yang masuk, uang yang dibelanjakan, dan saldo kas perumahan.">
      {shown.length === 1 ? (
        panel
      ) : (
        <Tabs label="Bagian buku kas" tabs={shown} active={active.key} onChange={setKey}>
          {panel}
        </Tabs>
      )}
    </Page>
  );
}
