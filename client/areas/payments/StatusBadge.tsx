import { IconCircleCheck, IconCircleDashed, IconCircleX, IconClock } from '@tabler/icons-react';
import { type MonthStatus, statusLabels } from '../../../contract/payments.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { Icon } from '../../ui/icon.ts';
import type { Tone } from '../../ui/tone.ts';

export const statusLook: Record<MonthStatus, { tone: Tone; icon: Icon }> = {
  belum_bayar: { tone: 'neutral', icon: IconCircleDashed },
  menunggu_konfirmasi: { tone: 'warning', icon: IconClock },
  dikonfirmasi: { tone: 'success', icon: IconCircleCheck },
  ditolak: { tone: 'danger', icon: IconCircleX },
};

export function StatusBadge({ status }: { status: MonthStatus }) {
  return <Badge {...statusLook[status]}>{statusLabels[status]}</Badge>;
}
