import {
  IconArrowDownLeft,
  IconMessageReport,
  IconNews,
  IconShieldCheck,
  IconUserStar,
  IconUsers,
} from '@tabler/icons-react';
import { ketuaDashboard } from '../../../contract/dashboard.ts';
import { useRead } from '../../shared/queries.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { StatCard, StatGrid } from '../../ui/StatCard.tsx';
import { DuesChart } from './DuesChart.tsx';
import css from './dashboard.module.css';
import { Frame } from './Frame.tsx';
import { PaymentRate } from './PaymentRate.tsx';
import { PaymentTallies } from './PaymentTallies.tsx';
import { QuickLinks } from './QuickLinks.tsx';
import { ThisYearsBalance } from './ThisYearsBalance.tsx';
import { Waiting } from './Waiting.tsx';

/** Rarely shown, so it is loaded lazily. */
const Violations = lazyPart(() => import('./Violations.tsx'));
const StorageWarning = lazyPart(() => import('./StorageWarning.tsx'));
const FirstSteps = lazyPart(() => import('./FirstSteps.tsx'));

export function KetuaDashboard() {
  const read = useRead('dashboard', ketuaDashboard, {});
  const data = read.data?.data;
  return (
    <Frame title="Dashboard Ketua" read={read}>
      {data?.pelanggaran && <Violations found={data.pelanggaran} />}
      {data?.penyimpanan && <StorageWarning room={data.penyimpanan} />}
      {data?.totalWarga === 0 && <FirstSteps />}
      <div className={css.thirds}>
        <Waiting counts={data} complaints="aduan-warga" />
        <PaymentRate rate={data?.paymentRate} month={data?.bulanan.at(-1)} />
        <PaymentTallies tallies={data?.statusPembayaran} />
      </div>
      <StatGrid columns={3}>
        <StatCard label="Total Pemasukan" money={data?.totalIncome} icon={IconArrowDownLeft} tone="success" />
        <StatCard label="Total Warga" value={data?.totalWarga} icon={IconUsers} />
        <StatCard label="Aduan Bulan Ini" value={data?.aduanBulanIni} icon={IconMessageReport} />
        <StatCard label="Total Admin" value={data?.totalAdmin} icon={IconShieldCheck} />
        <StatCard label="Total Koordinator" value={data?.totalKoordinator} icon={IconUserStar} />
        <StatCard label="Total Postingan" value={data?.totalPost} icon={IconNews} />
      </StatGrid>
      <div className="ui-halves">
        <DuesChart months={data?.bulanan} />
        <ThisYearsBalance />
      </div>
      <QuickLinks />
    </Frame>
  );
}
