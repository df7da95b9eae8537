import { IconEraser, IconUserOff } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { eraseAccount, type FormerAccount, listFormerAccounts } from '../../../contract/erasure.ts';
import { formatDate } from '../../../contract/format.ts';
import { roleNames } from '../../../contract/people.ts';
import { useEstate } from '../../shared/estate.ts';
import { usePages, useSend } from '../../shared/queries.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { Column } from '../../ui/columns.ts';
import { DataList } from '../../ui/DataList.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { FormSheet } from '../../ui/FormSheet.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { RowAction } from '../../ui/RowAction.tsx';
import { useReportedForm } from '../../ui/use-reported-form.ts';

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
        onClearFilters={search !== '' && clear}
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
  { header: 'Nama', card: 'title', grows: true, render: ({ nama }) => nama },
  { header: 'Blok', card: 'subtitle', render: ({ blok }) => blok ?? '–' },
  { header: 'Jenis', card: 'hidden', render: ({ jenis }) => roleNames[jenis] },
  {
    header: 'Status',
    card: 'badge',
    render: (account) => (
      <Badge tone={account.data_dihapus_pada ? 'neutral' : 'warning'}>{stateOf(account, timeZone)}</Badge>
    ),
  },
];

function EraseDialog({ account, onClose }: { account: FormerAccount; onClose: () => void }) {
  const { send } = useSend(eraseAccount);
  const form = useReportedForm({
    initial: { password: '' },
    schema: eraseAccount.body,
    send: (body) => send({ params: { id: account.id }, body }),
    onSent: onClose,
  });
  return (
    <FormSheet
      of={form}
      title={`Hapus data pribadi ${account.nama}?`}
      failed="Gagal menghapus data pribadi"
      submit="Hapus data pribadi"
      look="danger"
      onClose={onClose}
    >
      <Notice tone="warning">
        Nama, nomor HP, email, rumah, foto, postingan, komentar, dan isi aduannya dihapus untuk selamanya.
        Pembayaran, bukti transfer, dan kuitansinya tetap untuk pembukuan, atas nama “Warga terhapus”.
      </Notice>
      <PasswordField {...form.field('password')} label="Password Anda" required />
    </FormSheet>
  );
}
