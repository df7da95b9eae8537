import { IconClock } from '@tabler/icons-react';
import type { ReportStatus } from '../../../contract/reports.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { Column } from '../../ui/columns.ts';
import { Meter } from '../../ui/Meter.tsx';
import { Money } from '../../ui/Money.tsx';
import type { Tone } from '../../ui/tone.ts';
import type { Line } from './dues.ts';
import css from './reports.module.css';

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

const month: Column<Line> = {
  key: 'bulan',
  header: 'Bulan',
  card: 'title',
  width: '5.5rem',
  render: ({ name, isTotal }) => (isTotal ? <strong className={css.total}>{name}</strong> : name),
};

const collected: Column<Line> = {
  key: 'terkumpul',
  header: 'Terkumpul',
  card: 'figure',
  align: 'end',
  render: ({ terkumpul, isTotal }) => <Money value={terkumpul} strong={isTotal} />,
};

const status: Column<Line> = {
  key: 'status',
  header: 'Status',
  card: 'badge',
  render: (line) => <MonthBadge line={line} />,
};

/** Every figure in a column of its own. */
export const roomyColumns: readonly Column<Line>[] = [
  month,
  {
    key: 'target',
    header: 'Target',
    align: 'end',
    render: ({ target, isTotal }) => <Money value={target} strong={isTotal} />,
  },
  collected,
  {
    key: 'persentase',
    header: 'Persentase',
    width: '24%',
    render: ({ name, persentase, status: judged }) => (
      <Meter
        label={`Terkumpul, ${name}`}
        value={persentase / 100}
        tone={judged ? tones[judged] : 'neutral'}
        showValue
      />
    ),
  },
  status,
];

const shareOfTarget = ({ target, persentase }: Line) => (
  <>
    {persentase}% dari <Money value={target} />
  </>
);

/** Where there is less room: what was collected, and under it its share of the target. */
export const tightColumns: readonly Column<Line>[] = [
  month,
  {
    key: 'terkumpul-dari',
    header: 'Terkumpul dari target',
    card: 'hidden',
    align: 'end',
    render: (line) => (
      <>
        {collected.render(line)}
        <span className={css.under}>{shareOfTarget(line)}</span>
      </>
    ),
  },
  { key: 'dari', header: 'Persentase', card: 'subtitle', cardOnly: true, render: shareOfTarget },
  { ...collected, cardOnly: true },
  { ...status, width: '5rem' },
];
