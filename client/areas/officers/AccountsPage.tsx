import { IconEdit, IconPlus, IconUsers } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { type Account, listAccounts } from '../../../contract/officers.ts';
import { mayGrant, type Role, roleNames, roles } from '../../../contract/people.ts';
import { can } from '../../../contract/policy.ts';
import { useActor } from '../../shared/auth.tsx';
import { usePages } from '../../shared/queries.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { Column } from '../../ui/columns.ts';
import { DataList } from '../../ui/DataList.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageAction } from '../../ui/PageAction.tsx';
import { RowAction } from '../../ui/RowAction.tsx';
import { optionsOf, SelectField } from '../../ui/SelectField.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useFilter } from '../../ui/use-filter.ts';
import { AccountForm, statusNames } from './AccountForm.tsx';
import { DeleteAccountAction } from './DeleteAccountAction.tsx';

const everyone = { search: '', role: '' as Role | '' };

export default function AccountsPage() {
  const actor = useActor();
  const { filter, clear, field, isFiltered } = useFilter(everyone);
  const [editing, setEditing] = useState<Account | 'new' | null>(null);
  const { search, role } = filter;
  const query = { q: search.trim() || undefined, jenis: role || undefined };
  const list = usePages('officers', listAccounts, { query });
  const [dirty, setDirty] = useState(false);
  const close = () => setEditing(null);
  const account = editing === 'new' ? undefined : (editing ?? undefined);
  const actions = useCallback(
    (row: Account) =>
      mayGrant(actor, row.jenis) && (
        <>
          <RowAction label="Edit" icon={IconEdit} of={row.nama} onClick={() => setEditing(row)} />
          {row.id !== actor.id && <DeleteAccountAction account={row} />}
        </>
      ),
    [actor],
  );
  return (
    <Page
      title="Kelola Akun"
      context="Semua akun perumahan dan statusnya."
      action={
        can(actor, 'users.create') && (
          <PageAction label="Tambah User" icon={IconPlus} onClick={() => setEditing('new')} />
        )
      }
      filters={
        <FilterBar
          active={role ? 1 : 0}
          onClear={clear}
          search={{ label: 'Cari akun', placeholder: 'Nama atau email', ...field('search') }}
        >
          <SelectField
            {...field('role')}
            label="Jenis"
            placeholder="Semua jenis"
            options={optionsOf(roles, roleNames)}
          />
        </FilterBar>
      }
    >
      <DataList
        label="Daftar akun"
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        actions={actions}
        onClearFilters={isFiltered && clear}
        empty={{
          title: 'Belum ada akun.',
          message: 'Akun yang Anda tambahkan akan tampil di sini.',
          icon: IconUsers,
        }}
      />
      {editing && (
        <Sheet opened onClose={close} title={account ? `Edit ${account.nama}` : 'Tambah User'} guard={dirty}>
          <AccountForm account={account} roles={roles} onDone={close} onCancel={close} onDirty={setDirty} />
        </Sheet>
      )}
    </Page>
  );
}

const columns: Column<Account>[] = [
  { header: 'Nama', card: 'title', render: ({ nama }) => nama },
  { header: 'Email', card: 'subtitle', render: ({ email }) => email },
  { header: 'No HP', render: ({ no_hp }) => no_hp ?? '–' },
  { header: 'Blok', render: ({ blok }) => blok ?? '–' },
  { header: 'Jenis', render: ({ jenis }) => roleNames[jenis] },
  {
    header: 'Status',
    card: 'badge',
    render: ({ status }) => (
      <Badge tone={status === 'active' ? 'success' : 'neutral'}>{statusNames[status]}</Badge>
    ),
  },
];
