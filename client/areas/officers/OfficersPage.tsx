import { IconEdit, IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import type { Officer } from '../../../contract/officers.ts';
import { mayGrant, officerRoles, roleNames } from '../../../contract/people.ts';
import { useActor } from '../../shared/auth.tsx';
import { useNavigation } from '../../shared/navigation.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../../ui/Card.tsx';
import type { Column } from '../../ui/columns.ts';
import { confirm, leaving } from '../../ui/confirm.ts';
import { DataList } from '../../ui/DataList.tsx';
import { clearDraft } from '../../ui/draft.ts';
import { Page } from '../../ui/Page.tsx';
import { RowAction } from '../../ui/RowAction.tsx';
import { WaiveAction } from '../waivers/WaiveAction.tsx';
import { AccountForm } from './AccountForm.tsx';
import { useOfficers } from './api.ts';
import { DeleteAccountAction } from './DeleteAccountAction.tsx';

const draftKey = 'perangkat-baru';

export default function OfficersPage() {
  const actor = useActor();
  const { open } = useNavigation();
  const { data, error, refetch } = useOfficers();
  const [editing, setEditing] = useState<Officer | null>(null);
  const [dirty, setDirty] = useState(false);
  const finish = () => setEditing(null);
  return (
    <Page
      title="Kelola Perangkat Komunitas"
      context="Ketua, admin, dan koordinator blok beserta hak aksesnya."
      aside={<Button onClick={() => open('users')}>Kelola Akun</Button>}
    >
      <Section
        title={editing ? `Edit ${editing.nama}` : 'Tambah Perangkat'}
        context="Warga yang menjadi perangkat, atau sebaliknya: ubah jenisnya di Kelola Akun."
      >
        <AccountForm
          key={editing?.id ?? 'new'}
          account={editing ?? undefined}
          roles={officerRoles}
          onDone={finish}
          onCancel={editing ? finish : undefined}
          onDirty={setDirty}
          draftKey={editing ? undefined : draftKey}
          autoFocus={editing !== null}
        />
      </Section>
      <DataList
        label="Daftar perangkat"
        columns={columns}
        list={{ rows: data?.data, error, retry: () => void refetch() }}
        rowKey={({ id }) => id}
        actions={(officer) =>
          mayGrant(actor, officer.jenis) && (
            <>
              <RowAction label="Edit" icon={IconEdit} of={officer.nama} onClick={() => void edit(officer)} />
              {officer.blok && officer.status === 'active' && (
                <WaiveAction payer={{ user_id: officer.id, nama: officer.nama }} />
              )}
              {officer.id !== actor.id && <DeleteAccountAction account={officer} />}
            </>
          )
        }
        empty={{
          title: 'Belum ada perangkat.',
          message: 'Perangkat yang Anda tambahkan akan tampil di sini.',
          icon: IconUsersGroup,
        }}
      />
    </Page>
  );

  async function edit(officer: Officer) {
    if (dirty && !(await confirm(leaving))) return;
    clearDraft(draftKey);
    setEditing(officer);
    document.querySelector('[data-page-title]')?.scrollIntoView({ block: 'start' });
  }
}

const columns: Column<Officer>[] = [
  {
    header: 'Nama',
    card: 'title',
    render: ({ nama, status }) => (
      <>
        {nama} {status === 'inactive' && <Badge tone="neutral">Nonaktif</Badge>}
      </>
    ),
  },
  { header: 'Email', card: 'subtitle', render: ({ email }) => email },
  { header: 'No HP', render: ({ no_hp }) => no_hp ?? '–' },
  { header: 'Blok', render: ({ blok }) => blok ?? '–' },
  {
    header: 'Jenis',
    card: 'badge',
    render: ({ jenis }) => <Badge tone="info">{roleNames[jenis]}</Badge>,
  },
];
