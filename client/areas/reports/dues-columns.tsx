import { IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ReportStatus } from '../../../contract/reports.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { Column } from '../../ui/columns.ts';
import { Meter } from '../../ui/Meter.tsx';
import { Money } from '../../ui/Money.tsx';
import type { Tone } from '../../ui/tone.ts';
import type { Line } from './dues.ts';

const tones: Record<ReportStatus, Tone> = { Baik: 'success', Cukup: 'warning', Kurang: 'danger' };

export function MonthBadge({ line: { status, target } }: { line: Line }) {
  if (status) return <Badge tone={tones[status]}>{status}</Badge>;
  return target > 0 ? (
    <Badge tone="neutral" icon={IconClock}>
      Belum berjalan
    </Badge>
  ) : (
    <Badge tone="neutral">Tanpa target</Badge>
  );
}

const emphasized = (line: Line, text: ReactNode) => (line.isTotal ? <strong>{text}</strong> : text);

export const duesColumns: Column<Line>[] = [
  { key: 'bulan', header: 'Bulan', card: 'title', render: (line) => emphasized(line, line.name) },
  {
    key: 'target',
    header: 'Target',
    align: 'end',
    render: ({ target, isTotal }) => <Money value={target} strong={isTotal} />,
  },
  {
    key: 'terkumpul',
    header: 'Terkumpul',
    align: 'end',
    render: ({ terkumpul, isTotal }) => <Money value={terkumpul} strong={isTotal} />,
  },
  {
    key: 'persentase',
    header: 'Persentase',
    width: '24%',
    render: ({ name, persentase, status }) => (
      <Meter
        label={`Terkumpul, ${name}`}
        value={persentase / 100}
        tone={status ? tones[status] : 'neutral'}
        showValue
      />
    ),
  },
  { key: 'status', header: 'Status', card: 'badge', render: (line) => <MonthBadge line={line} /> },
];
