import { useThisMonth } from '../../shared/estate.ts';
import { useNavigation } from '../../shared/navigation.tsx';
import { Button } from '../../ui/Button.tsx';
import { BalanceChart } from '../cash-book/BalanceChart.tsx';

/** This year's, with the way to the cash book. */
export function ThisYearsBalance() {
  const { tahun } = useThisMonth();
  const { open } = useNavigation();
  const cashBook = (
    <Button look="quiet" onClick={() => open('buku-kas')}>
      Buku Kas
    </Button>
  );
  return <BalanceChart year={tahun} aside={cashBook} />;
}
