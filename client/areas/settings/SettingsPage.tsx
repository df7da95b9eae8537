import {
  IconAdjustments,
  IconHistory,
  IconInfoCircle,
  IconLock,
  IconReceipt,
  IconUserOff,
} from '@tabler/icons-react';
import { useState } from 'react';
import { can } from '../../../contract/policy.ts';
import { useActor } from '../../shared/auth.tsx';
import { useNavigation } from '../../shared/navigation.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorCard } from '../../ui/ErrorCard.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useSettings } from './api.ts';

const AboutForm = lazyPart(() => import('./AboutForm.tsx'));
const General = lazyPart(() => import('./General.tsx'));
const DuesTab = lazyPart(() => import('./DuesTab.tsx'));
const FormerAccounts = lazyPart(() => import('../erasure/FormerAccounts.tsx'));
const AuditLog = lazyPart(() => import('./AuditLog.tsx'));

/** Settings of the whole estate; users other than the ketua see an explanation instead. */
export default function SettingsPage() {
  const mayChange = can(useActor(), 'settings.change');
  return (
    <Page
      title="Pengaturan"
      context={mayChange && 'Berlaku untuk seluruh perumahan, langsung setelah disimpan.'}
    >
      {mayChange ? <Settings /> : <AccessDenied />}
    </Page>
  );
}

function AccessDenied() {
  const { open } = useNavigation();
  return (
    <Card>
      <EmptyState
        title="Akses Ditolak"
        message="Hanya ketua yang dapat membuka pengaturan sistem."
        icon={IconLock}
        action={<Button onClick={() => open('dashboard')}>Ke Dashboard</Button>}
      />
    </Card>
  );
}

const tabs = [
  { key: 'umum', label: 'Umum', icon: IconAdjustments },
  { key: 'iuran', label: 'Iuran', icon: IconReceipt },
  { key: 'tentang', label: 'Tentang', icon: IconInfoCircle },
  { key: 'riwayat', label: 'Riwayat', icon: IconHistory },
  { key: 'akun-lama', label: 'Akun Lama', icon: IconUserOff },
] as const;

function Settings() {
  const [tab, setTab] = useState<(typeof tabs)[number]['key']>('umum');
  const { data, error, refetch } = useSettings();
  const settings = data?.data;
  if (!settings && error) return <ErrorCard message={error.message} onRetry={() => void refetch()} />;
  const waiting = <Skeleton height="24rem" radius="var(--ui-radius-l)" />;
  return (
    <Tabs label="Bagian pengaturan" tabs={tabs} active={tab} onChange={setTab}>
      {!settings && waiting}
      {settings && tab === 'umum' && <General settings={settings} waiting={waiting} />}
      {settings && tab === 'iuran' && <DuesTab settings={settings} waiting={waiting} />}
      {settings && tab === 'tentang' && <AboutForm settings={settings} waiting={waiting} />}
      {settings && tab === 'riwayat' && <AuditLog />}
      {settings && tab === 'akun-lama' && <FormerAccounts />}
    </Tabs>
  );
}
