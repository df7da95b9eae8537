import type { ReactNode } from 'react';
import { getYearBalance, type YearBalance } from '../../../contract/cash-book.ts';
import { formatMonth, monthName } from '../../../contract/format.ts';
import { useRead } from '../../shared/queries.ts';
import { Section } from '../../ui/Card.tsx';
import { Chart } from '../../ui/Chart.tsx';
import { Money } from '../../ui/Money.tsx';

const series = ['Saldo', 'Pemasukan', 'Pengeluaran'];

/** Renders nothing before the year begins or when its data failed to load: the list below shows the error. */
export function BalanceChart({ year, aside }: { year: number; aside?: ReactNode }) {
  const { data, error } = useRead('cash-book', getYearBalance, { params: { year } });
  const columns = data && columnsOf(data.data);
  if (columns ? columns.length < 2 : error) return null;
  return (
    <Section title={`Saldo kas ${year}`} context={data && <Sums months={data.data.bulanan} />} aside={aside}>
      <Chart kind="line" label={`Saldo kas tiap akhir bulan ${year}`} series={series} columns={columns} />
    </Section>
  );
}

const columnsOf = ({ tahun, saldoAwal, bulanan }: YearBalance) => [
  { tick: 'Awal', title: `Awal ${tahun}`, values: [saldoAwal] },
  ...bulanan.map(({ bulan, saldo, pemasukan, pengeluaran }) => ({
    tick: monthName(bulan).slice(0, 3),
    title: formatMonth({ tahun, bulan }),
    values: [saldo, pemasukan, pengeluaran],
  })),
];

function Sums({ months }: { months: YearBalance['bulanan'] }) {
  const sum = (of: 'pemasukan' | 'pengeluaran') => months.reduce((total, month) => total + month[of], 0);
  return (
    <>
      Masuk <Money value={sum('pemasukan')} />, keluar <Money value={sum('pengeluaran')} />
    </>
  );
}
