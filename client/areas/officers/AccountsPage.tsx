import { IconEdit, IconPlus, IconUsers } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import type { Account } from '../../../contract/officers.ts';
import { mayGrant, roleNames, roles } from '../../../contract/people.ts';
import { can } from '../../../contract/policy.ts';
import { useActor } from '../../shared/auth.tsx';
import { Badge } from '../../ui/Badge.tsx';
import type { Column } from '../../ui/columns.ts';
import { DataList } from '../../ui/DataList.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageAction } from '../../ui/PageAction.tsx';
import { RowAction } from '../../ui/RowAction.tsx';
import { optionsOf, SelectField } from '../../ui/SelectField.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { type FilterProps, useFilter } from '../../ui/use-filter.ts';
import { AccountForm, statusNames } from './AccountForm.tsx';
import { type AccountFilter, useAccounts } from './api.ts';
import { DeleteAccountAction } from './DeleteAccountAction.tsx';

const everyone: AccountFilter = { search: '', role: '' };

export default function AccountsPage() {
  const actor = useActor();
  const { filter, clear, field } = useFilter(everyone);
  const [editing, setEditing] = useState<Account | 'new' | null>(null);
  const list = useAccounts(filter);
  const [dirty, setDirty] = useState(false);
  const close = () => setEditing(null);
  const account = editing === 'new' || editing === null ? undefined : editing;
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
      filters={<AccountFilters filter={filter} field={field} onClear={clear} />}
    >
      <DataList
        label="Daftar user"
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        actions={actions}
        filtered={filter.search !== '' || filter.role !== ''}
        onClearFilters={clear}
        empty={{
          title: 'Belum ada user.',
          message: 'Akun yang Anda tambahkan akan tampil di sini.',
          icon: IconUsers,
        }}
      />
      <Sheet
        opened={editing !== null}
        onClose={close}
        title={account ? `Edit ${account.nama}` : 'Tambah User'}
        guard={dirty}
      >
        {editing && (
          <AccountForm
            key={account?.id ?? 'new'}
            account={account}
            roles={roles}
            onDone={close}
            onCancel={close}
            onDirty={setDirty}
          />
        )}
      </Sheet>
    </Page>
  );
}

function AccountFilters({ filter, field, onClear }: FilterProps<AccountFilter>) {
  return (
    <FilterBar
      active={filter.role ? 1 : 0}
      onClear={onClear}
      search={{ label: 'Cari user', placeholder: 'Nama atau email', ...field('search') }}
    >
      <SelectField
        {...field('role')}
        label="Jenis"
        placeholder="Semua jenis"
        options={optionsOf(roles, roleNames)}
      />
    </FilterBar>
  );
}

const columns: Column<Account>[] = [
  { key: 'nama', header: 'Nama', card: 'title', render: ({ nama }) => nama },
  { key: 'email', header: 'Email', card: 'subtitle', render: ({ email }) => email },
  { key: 'no_hp', header: 'No HP', render: ({ no_hp }) => no_hp ?? '–' },
  { key: 'blok', header: 'Blok', render: ({ blok }) => blok ?? '–' },
  { key: 'jenis', header: 'Jenis', render: ({ jenis }) => roleNames[jenis] },
  {
    key: 'status',
    header: 'Status',
    card: 'badge',
    render: ({ status }) => (
      <Badge tone={status === 'active' ? 'success' : 'neutral'}>{statusNames[status]}</Badge>
    ),
  },
];
