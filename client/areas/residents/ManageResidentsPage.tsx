import { IconEdit, IconPlus, IconUsers } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { formatCount, formatDate } from '../../../contract/format.ts';
import { blockLetter } from '../../../contract/people.ts';
import { can, reachOf } from '../../../contract/policy.ts';
import { houseStatusLabels } from '../../../contract/rates.ts';
import { countResidents, deleteResident, type Resident } from '../../../contract/residents.ts';
import { useActor } from '../../shared/auth.tsx';
import { useEstate } from '../../shared/estate.ts';
import { useRead, useSend } from '../../shared/queries.ts';
import { residentDeletion } from '../../shared/resident-deletion.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../../ui/columns.ts';
import { DataList } from '../../ui/DataList.tsx';
import { DeleteAction } from '../../ui/DeleteAction.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageAction } from '../../ui/PageAction.tsx';
import { RowAction } from '../../ui/RowAction.tsx';
import { WaiveAction } from '../waivers/WaiveAction.tsx';
import { ResidentDialog } from './ResidentDialog.tsx';
import { ResidentFilters } from './ResidentFilters.tsx';
import { useResidents } from './use-residents.ts';

const ResidentListSheet = lazyPart(() => import('./ResidentListSheet.tsx'));

export default function ManageResidentsPage() {
  const actor = useActor();
  const { timeZone } = useEstate();
  const residents = useResidents();
  const { list, query, isFiltered, clear } = residents;
  const [editing, setEditing] = useState<Resident | 'new' | 'many' | null>(null);
  const count = useRead('residents', countResidents, { query }).data?.data;
  const letter = reachOf(actor, 'residents.read') === 'block' && blockLetter(actor.blok);
  const mayAdd = can(actor, 'residents.create');
  const columns = useMemo(() => columnsIn(timeZone), [timeZone]);
  const actions = useCallback(
    (resident: Resident) => <Actions resident={resident} onEdit={() => setEditing(resident)} />,
    [],
  );

  return (
    <Page
      title={letter ? `Kelola Warga Blok ${letter}` : 'Kelola Warga'}
      context={list.error && !count ? 'Jumlah warga belum diketahui' : inWords(count)}
      action={mayAdd && <PageAction label="Tambah Warga" icon={IconPlus} onClick={() => setEditing('new')} />}
      filters={<ResidentFilters of={residents} />}
    >
      <DataList
        label="Daftar warga"
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        actions={actions}
        filteredTitle="Tidak ada warga yang cocok."
        onClearFilters={isFiltered && clear}
        empty={{
          title: 'Belum ada warga.',
          message: 'Warga yang Anda tambahkan akan tampil di sini.',
          icon: IconUsers,
          action: mayAdd && <Button onClick={() => setEditing('new')}>Tambah Warga</Button>,
        }}
      />
      {editing === 'many' ? (
        <ResidentListSheet onClose={() => setEditing(null)} />
      ) : (
        editing && (
          <ResidentDialog
            resident={editing === 'new' ? null : editing}
            onClose={() => setEditing(null)}
            onMany={() => setEditing('many')}
          />
        )
      )}
    </Page>
  );
}

/** Dashboards do not count inactive residents, so the difference is explained here. */
function inWords(count: { total: number; nonaktif: number } | undefined): string {
  if (!count) return 'Menghitung warga…';
  const inactive = count.nonaktif > 0 ? `, ${formatCount(count.nonaktif)} nonaktif` : '';
  return `Total ${formatCount(count.total)} warga${inactive}`;
}

const columnsIn = (timeZone: string): Column<Resident>[] => [
  {
    header: 'Nama',
    card: 'title',
    render: ({ nama, status, rumah }) => (
      <>
        {nama} {status === 'inactive' && <Badge tone="neutral">Nonaktif</Badge>}
        {rumah !== 'dihuni' && <Badge tone="neutral">{houseStatusLabels[rumah]}</Badge>}
      </>
    ),
  },
  { header: 'Email', card: 'subtitle', render: ({ email }) => email },
  { header: 'No HP', render: ({ no_hp }) => no_hp ?? '–' },
  { header: 'Blok', card: 'badge', render: ({ blok }) => blok },
  {
    header: 'Terdaftar',
    nowrap: true,
    render: ({ created_at }) => formatDate(created_at, timeZone, 'short'),
  },
];

function Actions({ resident: { id, nama, status }, onEdit }: { resident: Resident; onEdit(): void }) {
  const actor = useActor();
  const deletion = useSend(deleteResident);
  return (
    <>
      {can(actor, 'residents.edit') && <RowAction label="Edit" icon={IconEdit} of={nama} onClick={onEdit} />}
      {status === 'active' && can(actor, 'waivers.propose') && <WaiveAction payer={{ user_id: id, nama }} />}
      {can(actor, 'residents.delete') && (
        <DeleteAction id={id} of={nama} {...residentDeletion(nama)} by={deletion} gone={nama} />
      )}
    </>
  );
}
