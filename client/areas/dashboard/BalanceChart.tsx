import { useThisMonth } from '../../shared/estate.ts';
import { useNavigation } from '../../shared/navigation.tsx';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../../ui/Card.tsx';
import { Chart } from '../../ui/Chart.tsx';
import { useYearBalance } from '../cash-book/api.ts';

const series = ['Saldo'];

export function BalanceChart() {
  const { tahun } = useThisMonth();
  const { open } = useNavigation();
  const { columns, error } = useYearBalance(tahun);
  if (error && !columns) return null;
  return (
    <Section
      title={`Saldo kas ${tahun}`}
      context="Pada akhir tiap bulan"
      aside={
        <Button look="quiet" onClick={() => open('buku-kas')}>
          Buku Kas
        </Button>
      }
    >
      <Chart
        kind="line"
        label={`Saldo kas tiap akhir bulan ${tahun}`}
        axis="Bulan"
        series={series}
        columns={columns}
      />
    </Section>
  );
}
