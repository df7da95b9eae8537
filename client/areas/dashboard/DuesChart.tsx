import type { MonthlyDues } from '../../../contract/dashboard.ts';
import { formatMonth, monthName } from '../../../contract/format.ts';
import { Section } from '../../ui/Card.tsx';
import { Chart } from '../../ui/Chart.tsx';

const series = ['Terkumpul', 'Target'];

export function DuesChart({ months }: { months: readonly MonthlyDues[] | undefined }) {
  const columns = months?.map((month) => ({
    tick: monthName(month.bulan).slice(0, 3),
    title: formatMonth(month),
    values: [month.terkumpul, month.target],
  }));
  return (
    <Section title="Iuran per bulan" context="Yang terkumpul untuk tiap bulan, dibanding target">
      <Chart
        kind="bars"
        label="Iuran terkumpul per bulan dibanding target"
        series={series}
        columns={columns}
      />
    </Section>
  );
}
