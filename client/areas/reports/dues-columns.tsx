import { IconClock } from '@tabler/icons-react';
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
      Akan datang
    </Badge>
  ) : (
    <Badge tone="neutral">Tanpa target</Badge>
  );
}

/** The table has a column per figure; a card shows only the collected amount and its share of the target. */
export const duesColumns: readonly Column<Line>[] = [
  {
    header: 'Bulan',
    card: 'title',
    render: ({ name, isTotal }) => (isTotal ? <strong>{name}</strong> : name),
  },
  {
    header: 'Target',
    card: 'hidden',
    align: 'end',
    render: ({ target, isTotal }) => <Money value={target} strong={isTotal} />,
  },
  {
    header: 'Terkumpul',
    card: 'figure',
    align: 'end',
    render: ({ terkumpul, isTotal }) => <Money value={terkumpul} strong={isTotal} />,
  },
  {
    header: 'Persentase',
    card: 'subtitle',
    cardOnly: true,
    render: ({ target, persentase }) => (
      <>
        {persentase}% dari <Money value={target} />
      </>
    ),
  },
  {
    header: 'Persentase',
    card: 'hidden',
    width: '8rem',
    render: ({ name, persentase, status }) => (
      <Meter
        label={`Terkumpul, ${name}`}
        value={persentase / 100}
        tone={status ? tones[status] : 'neutral'}
        showValue
      />
    ),
  },
  { header: 'Status', card: 'badge', render: (line) => <MonthBadge line={line} /> },
];
