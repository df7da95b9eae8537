import { IconBell, IconDevices, IconKey, IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { createComplaint } from '../../../contract/complaints.ts';
import { collectDues } from '../../../contract/rounds.ts';
import { type PageKey, useNavigation } from '../../shared/navigation.tsx';
import { useAllWaiting } from '../../shared/use-outbox.ts';
import { WaitingCards } from '../../shared/WaitingCards.tsx';
import { Card } from '../../ui/Card.tsx';
import { Page } from '../../ui/Page.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { PushCard } from '../push/PushCard.tsx';
import { Devices } from './Devices.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { PersonCard } from './PersonCard.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import css from './profile.module.css';
import { ReminderSwitch } from './ReminderSwitch.tsx';

const tabs = [
  { key: 'data', label: 'Data Diri', icon: IconUser },
  { key: 'password', label: 'Ubah Password', icon: IconKey },
  { key: 'kabar', label: 'Pemberitahuan', icon: IconBell },
  { key: 'perangkat', label: 'HP & komputer', icon: IconDevices },
] as const;

export default function ProfilePage() {
  const [tab, setTab] = useState<(typeof tabs)[number]['key']>('data');
  return (
    <Page title="Profil Saya" context="Data diri, password, serta HP dan komputer yang memakai akun Anda.">
      <Unsent />
      <div className={css.layout}>
        <PersonCard />
        <Tabs label="Bagian profil" tabs={tabs} active={tab} onChange={setTab}>
          {tab === 'data' && (
            <Card>
              <ProfileForm />
            </Card>
          )}
          {tab === 'password' && (
            <Card>
              <PasswordForm />
            </Card>
          )}
          {tab === 'kabar' && (
            <>
              <PushCard />
              <ReminderSwitch />
            </>
          )}
          {tab === 'perangkat' && <Devices />}
        </Tabs>
      </div>
    </Page>
  );
}

const pages: Record<string, PageKey> = {
  [createComplaint.path]: 'aduan-saya',
  [collectDues.path]: 'keliling',
};

/** Unsent forms of all kinds, because the current role's menu may lack the page that lists them. */
function Unsent() {
  const { open } = useNavigation();
  return (
    <WaitingCards
      label="Yang belum terkirim"
      items={useAllWaiting()}
      onMend={({ path }) => open(pages[path] ?? 'payments')}
    />
  );
}
