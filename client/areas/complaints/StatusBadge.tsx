import { IconCircleCheck, IconCircleX, IconClock, IconProgress } from '@tabler/icons-react';
import { type ComplaintStatus, complaintStatusLabels } from '../../../contract/complaints.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { Icon } from '../../ui/icon.ts';
import type { Tone } from '../../ui/tone.ts';

export const statusLook: Record<ComplaintStatus, { tone: Tone; icon: Icon }> = {
  pending: { tone: 'warning', icon: IconClock },
  proses: { tone: 'info', icon: IconProgress },
  selesai: { tone: 'success', icon: IconCircleCheck },
  ditolak: { tone: 'danger', icon: IconCircleX },
};

export function StatusBadge({ status }: { status: ComplaintStatus }) {
  return <Badge {...statusLook[status]}>{complaintStatusLabels[status]}</Badge>;
}
