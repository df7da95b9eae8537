import { IconEdit, IconMessageReport, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Complaint } from '../../../contract/complaints.ts';
import { useEstate } from '../../shared/estate.ts';
import { WaitingCards } from '../../shared/WaitingCards.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageAction } from '../../ui/PageAction.tsx';
import { RowAction } from '../../ui/RowAction.tsx';
import { type UnsentComplaint, useOwnComplaints, useUnsentComplaints } from './api.ts';
import { ComplaintDialog } from './ComplaintDialog.tsx';
import { ComplaintList } from './ComplaintList.tsx';
import { DeleteComplaintAction } from './DeleteComplaintAction.tsx';
import { topicOf } from './topic.ts';

export default function MyComplaintsPage() {
  const { complaintMenuEnabled, timeZone } = useEstate();
  const { data, error, refetch } = useOwnComplaints();
  const [editing, setEditing] = useState<Complaint | UnsentComplaint | 'new' | null>(null);
  const waiting = useUnsentComplaints();
  const add = () => setEditing('new');

  return (
    <Page
      title="Aduan Saya"
      context="Laporkan yang perlu ditangani pengurus, dan ikuti jawabannya di sini."
      action={complaintMenuEnabled && <PageAction label="Tambah Aduan" icon={IconPlus} onClick={add} />}
    >
      {!complaintMenuEnabled && (
        <Notice tone="info" title="Aduan baru sedang ditutup">
          Ketua menonaktifkan menu aduan untuk sementara. Aduan Anda yang sudah ada tetap dapat dibaca,
          diubah, dan dihapus.
        </Notice>
      )}
      <WaitingCards
        label="Aduan yang belum terkirim"
        items={waiting}
        timeZone={timeZone}
        onMend={setEditing}
      />
      <ComplaintList
        label="Aduan saya"
        list={{ rows: data?.data, error, retry: () => void refetch() }}
        empty={
          <EmptyState
            title="Belum ada aduan."
            message="Lampu mati, sampah menumpuk, jalan rusak: yang Anda laporkan akan tampil di sini."
            icon={IconMessageReport}
            action={complaintMenuEnabled && <Button onClick={add}>Tambah Aduan</Button>}
          />
        }
        actions={(complaint) => (
          <>
            <RowAction
              label="Edit"
              icon={IconEdit}
              of={topicOf(complaint)}
              onClick={() => setEditing(complaint)}
            />
            <DeleteComplaintAction complaint={complaint} />
          </>
        )}
      />
      <ComplaintDialog complaint={editing} onClose={() => setEditing(null)} />
    </Page>
  );
}
