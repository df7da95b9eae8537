import { IconMessageReply, IconProgress } from '@tabler/icons-react';
import {
  answerComplaint,
  type Complaint,
  type ComplaintStatus,
  complaintStatuses,
  complaintStatusLabels,
} from '../../../contract/complaints.ts';
import { canOn } from '../../../contract/policy.ts';
import { useActor } from '../../shared/auth.tsx';
import { useSend } from '../../shared/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { MenuButton } from '../../ui/MenuButton.tsx';
import { notify } from '../../ui/notify.ts';
import { RowAction } from '../../ui/RowAction.tsx';
import { DeleteComplaintAction } from './DeleteComplaintAction.tsx';
import { statusLook } from './StatusBadge.tsx';
import { topicOf } from './topic.ts';

interface Props {
  complaint: Complaint;
  onAnswer(status: ComplaintStatus): void;
}

export function StaffActions({ complaint, onAnswer }: Props) {
  const actor = useActor();
  const { status } = complaint;
  return (
    <>
      {canOn(actor, 'complaints.answer', complaint) && (
        <>
          <RowAction
            label="Jawab"
            icon={IconMessageReply}
            of={topicOf(complaint)}
            onClick={() => onAnswer(status === 'pending' ? 'proses' : status)}
          />
          <MoveButton complaint={complaint} onAnswer={onAnswer} />
        </>
      )}
      {canOn(actor, 'complaints.delete', complaint) && <DeleteComplaintAction complaint={complaint} />}
    </>
  );
}

/** Changes the status at once; a rejection opens the answer form. */
function MoveButton({ complaint, onAnswer }: Props) {
  const { id, judul, status } = complaint;
  const { send, isSending } = useSend(answerComplaint);
  const move = (to: ComplaintStatus) =>
    notify.outcome(
      send({ params: { id }, body: { status: to } }),
      'Gagal mengubah status aduan',
      `${judul}: ${complaintStatusLabels[to]}`,
    );
  return (
    <MenuButton
      entries={complaintStatuses
        .filter((each) => each !== status)
        .map((each) => ({
          label: complaintStatusLabels[each],
          icon: statusLook[each].icon,
          onSelect: () => (each === 'ditolak' ? onAnswer(each) : void move(each)),
        }))}
    >
      <Button
        look="quiet"
        icon={IconProgress}
        busy={isSending}
        aria-label={`Ubah status ${topicOf(complaint)}`}
      >
        Ubah status
      </Button>
    </MenuButton>
  );
}
