import { IconEdit, IconMessageReport, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { createComplaint, listOwnComplaints } from '../../../contract/complaints.ts';
import { useEstate } from '../../shared/estate.ts';
import { useRead } from '../../shared/queries.ts';
import { useWaiting } from '../../shared/use-outbox.ts';
import { WaitingCards } from '../../shared/WaitingCards.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageAction } from '../../ui/PageAction.tsx';
import { RowAction } from '../../ui/RowAction.tsx';
import { ComplaintDialog, type Editing } from './ComplaintDialog.tsx';
import { ComplaintList } from './ComplaintList.tsx';
import { DeleteComplaintAction } from './DeleteComplaintAction.tsx';
import { topicOf } from './topic.ts';

export default function MyComplaintsPage() {
  const { complaintMenuEnabled } = useEstate();
  const { data, error, refetch } = useRead('complaints', listOwnComplaints, {});
  const [editing, setEditing] = useState<Editing | null>(null);
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
        items={useWaiting(createComplaint)}
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
      {editing && <ComplaintDialog editing={editing} onClose={() => setEditing(null)} />}
    </Page>
  );
}
