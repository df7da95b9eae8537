import { IconArrowDownLeft, IconCircleCheck, IconMessageReport, IconReceipt2 } from '@tabler/icons-react';
import { adminDashboard } from '../../../contract/dashboard.ts';
import { useRead } from '../../shared/queries.ts';
import { StatCard, StatGrid } from '../../ui/StatCard.tsx';
import { DuesChart } from './DuesChart.tsx';
import css from './dashboard.module.css';
import { Frame } from './Frame.tsx';
import { ThisYearsBalance } from './ThisYearsBalance.tsx';
import { Waiting } from './Waiting.tsx';

export function AdminDashboard() {
  const read = useRead('dashboard', adminDashboard, {});
  const data = read.data?.data;
  return (
    <Frame title="Dashboard Admin" read={read}>
      <div className={css.aside}>
        <Waiting counts={data} complaints="complaints" />
        <StatGrid columns={2}>
          <StatCard label="Total Aduan" value={data?.totalAduan} icon={IconMessageReport} />
          <StatCard label="Aduan Selesai" value={data?.aduanSelesai} icon={IconCircleCheck} tone="success" />
          <StatCard label="Total Pembayaran" value={data?.totalPembayaran} icon={IconReceipt2} />
          <StatCard
            label="Total Pemasukan"
            money={data?.totalIncome}
            icon={IconArrowDownLeft}
            tone="success"
          />
        </StatGrid>
      </div>
      <div className="ui-halves">
        <DuesChart months={data?.bulanan} />
        <ThisYearsBalance />
      </div>
    </Frame>
  );
}
