import {
  IconArrowDownLeft,
  IconMessageReport,
  IconNews,
  IconShieldCheck,
  IconUserStar,
  IconUsers,
} from '@tabler/icons-react';
import {
  type KetuaDashboard as Figures,
  ketuaDashboard,
  type MonthlyDues,
} from '../../../contract/dashboard.ts';
import { formatCount, formatMonth } from '../../../contract/format.ts';
import type { MonthStatus } from '../../../contract/payments.ts';
import { useRead } from '../../shared/queries.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Section } from '../../ui/Card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Meter } from '../../ui/Meter.tsx';
import { Money } from '../../ui/Money.tsx';
import { ProgressRing } from '../../ui/ProgressRing.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatCard, StatGrid } from '../../ui/StatCard.tsx';
import { statusLook } from '../payments/StatusBadge.tsx';
import { DuesChart } from './DuesChart.tsx';
import css from './dashboard.module.css';
import { Frame } from './Frame.tsx';
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
    </Frame>
  );
}

interface RateProps {
  /** Percentage of residents who have paid this month; undefined while loading. */
  rate: number | undefined;
  month: MonthlyDues | undefined;
}

function PaymentRate({ rate, month }: RateProps) {
  const loading = rate === undefined || !month;
  return (
    <Section title="Tingkat pembayaran" context={loading ? <Skeleton width="7rem" /> : formatMonth(month)}>
      <div className={css.rate}>
        {loading ? (
          <Skeleton width="8rem" height="8rem" radius="50%" />
        ) : (
          <ProgressRing label="Warga yang sudah membayar bulan ini" value={rate / 100} size={8}>
            warga lunas
          </ProgressRing>
        )}
        <p>
          <strong>{loading ? <Skeleton width="8rem" /> : <Money value={month.terkumpul} />}</strong>
          <span className="ui-muted">
            terkumpul dari {loading ? <Skeleton width="6rem" /> : <Money value={month.target} />}
          </span>
        </p>
      </div>
    </Section>
  );
}

type Tallies = Figures['statusPembayaran'];

const rows: readonly { of: keyof Tallies; status: MonthStatus; label: string }[] = [
  { of: 'lunas', status: 'dikonfirmasi', label: 'Lunas' },
  { of: 'menunggu', status: 'menunggu_konfirmasi', label: 'Menunggu' },
  { of: 'ditolak', status: 'ditolak', label: 'Ditolak' },
];

function PaymentTallies({ tallies }: { tallies: Tallies | undefined }) {
  const all = tallies && tallies.lunas + tallies.menunggu + tallies.ditolak;
  return (
    <Section title="Status pembayaran" context="Semua pembayaran">
      <ul className="ui-stack" aria-busy={!tallies || undefined}>
        {rows.map(({ of, status, label }) => (
          <li key={of}>
            <div className={`ui-ends ${css.tally}`}>
              <Badge {...statusLook[status]}>{label}</Badge>
              <strong className="ui-tabular">
                {tallies ? formatCount(tallies[of]) : <Skeleton width="3ch" />}
              </strong>
            </div>
            <Meter
              label={`Bagian ${label}`}
              value={tallies && all ? tallies[of] / all : 0}
              tone={statusLook[status].tone}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}
