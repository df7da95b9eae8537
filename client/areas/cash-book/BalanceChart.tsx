import type { YearBalance } from '../../../contract/cash-book.ts';
import { Section } from '../../ui/Card.tsx';
import { Chart } from '../../ui/Chart.tsx';
import { Money } from '../../ui/Money.tsx';
import { useYearBalance } from './api.ts';

const series = ['Saldo', 'Pemasukan', 'Pengeluaran'];

/** Renders nothing before the year begins or when its data failed to load: the list below shows the error. */
export function BalanceChart({ year }: { year: number }) {
  const { balance, columns, error } = useYearBalance(year);
  if (columns ? columns.length < 2 : error) return null;
  return (
    <Section title={`Saldo ${year}`} context={balance && <Sums months={balance.bulanan} />}>
      <Chart
        kind="line"
        label={`Saldo kas tiap akhir bulan ${year}`}
        axis="Bulan"
        series={series}
        columns={columns}
      />
    </Section>
  );
}

function Sums({ months }: { months: YearBalance['bulanan'] }) {
  const sum = (of: 'pemasukan' | 'pengeluaran') => months.reduce((total, month) => total + month[of], 0);
  return (
    <>
      Masuk <Money value={sum('pemasukan')} />, keluar <Money value={sum('pengeluaran')} />
    </>
  );
}
