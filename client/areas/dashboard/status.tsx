import { IconCircleCheck, IconCircleDashed, IconCircleX, IconClock, IconProgress } from '@tabler/icons-react';
import { type ComplaintStatus, complaintStatusLabels } from '../../../contract/complaints.ts';
import { type MonthStatus, statusLabels } from '../../../contract/payments.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { Icon } from '../../ui/icon.ts';
import type { Tone } from '../../ui/tone.ts';

interface Look {
  tone: Tone;
  icon: Icon;
}

export const paymentLook: Record<MonthStatus, Look> = {
  belum_bayar: { tone: 'neutral', icon: IconCircleDashed },
  menunggu_konfirmasi: { tone: 'warning', icon: IconClock },
  dikonfirmasi: { tone: 'success', icon: IconCircleCheck },
  ditolak: { tone: 'danger', icon: IconCircleX },
};

const complaintLook: Record<ComplaintStatus, Look> = {
  pending: { tone: 'warning', icon: IconClock },
  proses: { tone: 'info', icon: IconProgress },
  selesai: { tone: 'success', icon: IconCircleCheck },
  ditolak: { tone: 'danger', icon: IconCircleX },
};

export function PaymentBadge({ status, children }: { status: MonthStatus; children?: string }) {
  return <Badge {...paymentLook[status]}>{children ?? statusLabels[status]}</Badge>;
}

export function ComplaintBadge({ status }: { status: ComplaintStatus }) {
  return <Badge {...complaintLook[status]}>{complaintStatusLabels[status]}</Badge>;
}
