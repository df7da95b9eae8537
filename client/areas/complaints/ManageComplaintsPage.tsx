import { IconMessageReport } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import {
  type Complaint,
  type ComplaintCategory,
  type ComplaintStatus,
  categoryLabels,
  complaintCategories,
  complaintStatuses,
  complaintStatusLabels,
  countComplaints,
  listComplaints,
  type StatusCounts,
} from '../../../contract/complaints.ts';
import { blockLetter } from '../../../contract/people.ts';
import { can, reachOf } from '../../../contract/policy.ts';
import { useActor } from '../../shared/auth.tsx';
import { BlockField } from '../../shared/BlockField.tsx';
import { useEstate } from '../../shared/estate.ts';
import { useNavigation } from '../../shared/navigation.tsx';
import { usePages, useRead } from '../../shared/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { optionsOf, SelectField } from '../../ui/SelectField.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useFilter } from '../../ui/use-filter.ts';
import { AnswerDialog, type Answering } from './AnswerDialog.tsx';
import { ComplaintList } from './ComplaintList.tsx';
import { StaffActions } from './StaffActions.tsx';

const everything = {
  status: '' as ComplaintStatus | '',
  category: '' as ComplaintCategory | '',
  block: '',
  search: '',
};

export default function ManageComplaintsPage() {
  const actor = useActor();
  const { open } = useNavigation();
  const { filter, change, clear, field } = useFilter(everything);
  const [answering, setAnswering] = useState<Answering | null>(null);
  const { status, category, block, search } = filter;
  const query = { kategori: category || undefined, blok: block || undefined, q: search.trim() || undefined };
  const list = usePages('complaints', listComplaints, { query: { ...query, status: status || undefined } });
  const counts = useRead('complaints', countComplaints, { query }).data?.data;
  const reach = reachOf(actor, 'complaints.read');
  const letter = reach === 'block' && blockLetter(actor.blok);
  const actions = useCallback(
    (complaint: Complaint) => (
      <StaffActions complaint={complaint} onAnswer={(to) => setAnswering({ complaint, status: to })} />
    ),
    [],
  );

  return (
    <Page
      title={letter ? `Aduan Blok ${letter}` : 'Kelola Aduan Warga'}
      context="Laporan warga, dari yang terbaru."
      aside={<Button onClick={() => open('aduan-saya')}>Aduan Saya</Button>}
      filters={
        // The status filter is the row of tabs.
        <FilterBar
          active={[category, block].filter(Boolean).length}
          onClear={clear}
          search={{ label: 'Cari aduan', placeholder: 'Judul, isi, atau nama warga', ...field('search') }}
        >
          <SelectField
            {...field('category')}
            label="Kategori"
            placeholder="Semua kategori"
            options={optionsOf(complaintCategories, categoryLabels)}
          />
          {reach === 'all' && <BlockField {...field('block')} />}
        </FilterBar>
      }
    >
      <MenuOff />
      <Tabs
        label="Status aduan"
        tabs={statusTabs(counts)}
        active={status || 'semua'}
        onChange={(tab) => change({ status: tab === 'semua' ? '' : tab })}
      >
        <ComplaintList
          label="Aduan warga"
          list={list}
          empty={
            Object.values(filter).some(Boolean) ? (
              <EmptyState
                title="Tidak ada aduan yang sesuai dengan filter."
                message="Ubah atau hapus filter untuk melihat yang lain."
                action={<Button onClick={clear}>Hapus filter</Button>}
              />
            ) : (
              <EmptyState
                title="Belum ada aduan."
                message="Aduan yang dikirim warga akan tampil di sini."
                icon={IconMessageReport}
              />
            )
          }
          by={nameAndHouse}
          actions={actions}
        />
      </Tabs>
      {answering && (
        <AnswerDialog
          {...answering}
          current={list.rows?.find(({ id }) => id === answering.complaint.id)}
          onClose={() => setAnswering(null)}
        />
      )}
    </Page>
  );
}

const nameAndHouse = ({ nama_user: name, blok: house }: Complaint) => (house ? `${name}, ${house}` : name);

function statusTabs(counts: StatusCounts | undefined) {
  const all = counts ? Object.values(counts).reduce((sum, count) => sum + count, 0) : undefined;
  return [
    { key: 'semua' as const, label: 'Semua', count: all },
    ...complaintStatuses.map((status) => ({
      key: status,
      label: complaintStatusLabels[status],
      count: counts?.[status],
    })),
  ];
}

function MenuOff() {
  const { complaintMenuEnabled } = useEstate();
  const mayChange = can(useActor(), 'settings.change');
  const { open } = useNavigation();
  if (complaintMenuEnabled) return null;
  return (
    <Notice
      tone="info"
      title="Menu aduan sedang nonaktif"
      action={mayChange && <Button onClick={() => open('management')}>Buka Pengaturan</Button>}
    >
      Warga tidak dapat mengirim aduan baru. Yang sudah ada tetap dapat dijawab.
    </Notice>
  );
}
