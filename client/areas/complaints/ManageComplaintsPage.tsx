import { IconMessageReport } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import {
  type Complaint,
  type ComplaintStatus,
  complaintStatuses,
  complaintStatusLabels,
  type StatusCounts,
} from '../../../contract/complaints.ts';
import { type Actor, blockLetter } from '../../../contract/people.ts';
import { can, reachOf } from '../../../contract/policy.ts';
import { useActor } from '../../shared/auth.tsx';
import { useEstate } from '../../shared/estate.ts';
import { useNavigation } from '../../shared/navigation.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useFilter } from '../../ui/use-filter.ts';
import { AnswerDialog, type Answering } from './AnswerDialog.tsx';
import { type ComplaintFilter, useComplaints, useStatusCounts } from './api.ts';
import { ComplaintFilters } from './ComplaintFilters.tsx';
import { ComplaintList } from './ComplaintList.tsx';
import { StaffActions } from './StaffActions.tsx';

const everything: ComplaintFilter = { status: '', category: '', block: '', search: '' };

export default function ManageComplaintsPage() {
  const actor = useActor();
  const { open } = useNavigation();
  const { filter, change, clear, field } = useFilter(everything);
  const [answering, setAnswering] = useState<Answering | null>(null);
  const list = useComplaints(filter);
  const counts = useStatusCounts(filter);
  const actions = useCallback(
    (complaint: Complaint) => (
      <StaffActions complaint={complaint} onAnswer={(status) => setAnswering({ complaint, status })} />
    ),
    [],
  );

  return (
    <Page
      title={titleFor(actor)}
      context="Laporan warga, dari yang terbaru."
      aside={<Button onClick={() => open('aduan-saya')}>Aduan Saya</Button>}
      filters={<ComplaintFilters filter={filter} field={field} onClear={clear} />}
    >
      <MenuOff />
      <Tabs
        label="Status aduan"
        tabs={statusTabs(counts)}
        active={filter.status || 'semua'}
        onChange={(status) => change({ status: status === 'semua' ? '' : status })}
      >
        <ComplaintList
          label="Aduan warga"
          list={list}
          empty={<NoComplaints filtered={Object.values(filter).some(Boolean)} onClear={clear} />}
          by={nameAndHouse}
          actions={actions}
        />
      </Tabs>
      <AnswerDialog
        answering={answering}
        current={list.rows?.find(({ id }) => id === answering?.complaint.id)}
        onClose={() => setAnswering(null)}
      />
    </Page>
  );
}

const nameAndHouse = ({ nama_user: name, blok: house }: Complaint) => (house ? `${name}, ${house}` : name);

function titleFor(actor: Actor): string {
  const letter = reachOf(actor, 'complaints.read') === 'block' && blockLetter(actor.blok);
  return letter ? `Aduan Blok ${letter}` : 'Kelola Aduan Warga';
}

function statusTabs(counts: StatusCounts | undefined) {
  const all = counts ? Object.values(counts).reduce((sum, count) => sum + count, 0) : undefined;
  return [
    { key: 'semua' as const, label: 'Semua', count: all },
    ...complaintStatuses.map((status: ComplaintStatus) => ({
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

function NoComplaints({ filtered, onClear }: { filtered: boolean; onClear(): void }) {
  return filtered ? (
    <EmptyState
      title="Tidak ada aduan yang sesuai dengan filter."
      message="Ubah atau hapus filter untuk melihat yang lain."
      action={<Button onClick={onClear}>Hapus filter</Button>}
    />
  ) : (
    <EmptyState
      title="Belum ada aduan."
      message="Aduan yang dikirim warga akan tampil di sini."
      icon={IconMessageReport}
    />
  );
}
