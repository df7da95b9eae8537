import { IconArrowDownLeft, IconArrowUpRight, IconWallet } from '@tabler/icons-react';
import { type Balance, expenseRatio } from '../../../contract/cash-book.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorCard } from '../../ui/ErrorCard.tsx';
import { Money } from '../../ui/Money.tsx';
import { ProgressRing } from '../../ui/ProgressRing.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatCard, StatGrid } from '../../ui/StatCard.tsx';
import { useBalance } from './api.ts';
import css from './Summary.module.css';

const ofAllYears = 'Semua tahun';

/** Totals over all years, independent of the year filter of the list below. */
export function Summary() {
  const { data, error, refetch } = useBalance();
  const balance = data?.data;
  if (!balance && error) return <ErrorCard message={error.message} onRetry={() => void refetch()} />;
  return (
    <div className="ui-stack">
      <StatGrid columns={3}>
        <StatCard
          label="Total Pemasukan"
          money={balance?.totalPemasukan}
          hint={ofAllYears}
          icon={IconArrowDownLeft}
          tone="success"
        />
        <StatCard
          label="Total Pengeluaran"
          money={balance?.totalPengeluaran}
          hint={ofAllYears}
          icon={IconArrowUpRight}
          tone="danger"
        />
        <StatCard
          label="Saldo"
          money={balance?.saldo}
          hint={balance?.saldoAwal ? <OpeningBalance amount={balance.saldoAwal} /> : ofAllYears}
          icon={IconWallet}
          tone={balance && balance.saldo < 0 ? 'danger' : 'primary'}
        />
      </StatGrid>
      <Ratio balance={balance} />
    </div>
  );
}

/** Without it, the three figures seem not to add up. */
function OpeningBalance({ amount }: { amount: number }) {
  return (
    <>
      Termasuk saldo awal <Money value={amount} />
    </>
  );
}

function Ratio({ balance }: { balance: Balance | undefined }) {
  const ratio = balance && expenseRatio(balance);
  return (
    <Card className={css.ratio} aria-busy={ratio === undefined || undefined}>
      {ratio === undefined ? (
        <Skeleton width="6rem" height="6rem" radius="50%" />
      ) : (
        <ProgressRing
          label="Rasio pengeluaran"
          value={ratio / 100}
          tone={ratio > 100 ? 'danger' : ratio >= 80 ? 'warning' : 'primary'}
          size={6}
        />
      )}
      <div>
        <p className="ui-detail">Rasio pengeluaran</p>
        <p className={css.meaning}>{balance ? <Meaning {...balance} /> : <Skeleton width="10rem" />}</p>
      </div>
    </Card>
  );
}

function Meaning(balance: Balance) {
  if (balance.totalPengeluaran === 0) return 'Belum ada yang dibelanjakan.';
  if (balance.totalPemasukan === 0) return 'Belum ada uang yang masuk.';
  return (
    <>
      Dari setiap <Money value={100} /> yang masuk, <Money value={expenseRatio(balance)} /> dibelanjakan.
    </>
  );
}
