import { IconEraser, IconUserOff } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { type FormerAccount, listFormerAccounts } from '../../../contract/erasure.ts';
import { formatDate } from '../../../contract/format.ts';
import { roleNames } from '../../../contract/people.ts';
import { useEstate } from '../../shared/estate.ts';
import { usePages } from '../../shared/queries.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { Column } from '../../ui/columns.ts';
import { DataList } from '../../ui/DataList.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RowAction } from '../../ui/RowAction.tsx';
import { EraseDialog } from './EraseDialog.tsx';

/** Deleted and inactive accounts, whose personal data the ketua may erase. */
export default function FormerAccounts() {
  const { timeZone } = useEstate();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<FormerAccount | null>(null);
  const list = usePages('officers', listFormerAccounts, { query: { q: search.trim() || undefined } });
  const columns = useMemo(() => columnsIn(timeZone), [timeZone]);
  const clear = () => setSearch('');
  const actions = useCallback(
    (row: FormerAccount) =>
      row.data_dihapus_pada === null && (
        <RowAction
          label="Hapus data pribadi"
          icon={IconEraser}
          of={row.nama}
          onClick={() => setChosen(row)}
        />
      ),
    [],
  );
  return (
    <>
      <Notice tone="info">
        Warga yang sudah pindah boleh meminta data pribadinya dihapus. Pembayarannya tetap tercatat di buku
        kas.
      </Notice>
      <FilterBar
        active={0}
        onClear={clear}
        search={{
          label: 'Cari akun lama',
          placeholder: 'Nama, blok, atau No HP',
          value: search,
          onChange: setSearch,
        }}
      />
      <DataList
        label="Akun lama"
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        actions={actions}
        filtered={search !== ''}
        onClearFilters={clear}
        empty={{
          title: 'Belum ada akun lama.',
          message: 'Akun yang dihapus atau dinonaktifkan tampil di sini.',
          icon: IconUserOff,
        }}
      />
      {chosen && <EraseDialog key={chosen.id} account={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

const stateOf = ({ dihapus_pada, data_dihapus_pada }: FormerAccount, timeZone: string) => {
  if (data_dihapus_pada) return `Data dihapus ${formatDate(data_dihapus_pada, timeZone)}`;
  return dihapus_pada ? `Dihapus ${formatDate(dihapus_pada, timeZone)}` : 'Nonaktif';
};

const columnsIn = (timeZone: string): Column<FormerAccount>[] => [
  { key: 'nama', header: 'Nama', card: 'title', grows: true, render: ({ nama }) => nama },
  { key: 'blok', header: 'Blok', card: 'subtitle', render: ({ blok }) => blok ?? '–' },
  { key: 'jenis', header: 'Jenis', card: 'hidden', render: ({ jenis }) => roleNames[jenis] },
  {
    key: 'status',
    header: 'Status',
    card: 'badge',
    render: (account) => (
      <Badge tone={account.data_dihapus_pada ? 'neutral' : 'warning'}>{stateOf(account, timeZone)}</Badge>
    ),
  },
];
