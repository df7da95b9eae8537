import {
  IconArrowDownLeft,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconMessageReport,
  IconReceipt2,
} from '@tabler/icons-react';
import { useEffect } from 'react';
import { wargaDashboard } from '../../../contract/dashboard.ts';
import { formatCount, monthIn, monthKey } from '../../../contract/format.ts';
import { isFreeIn } from '../../../contract/owed.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { useEstate, useThisMonth } from '../../shared/estate.ts';
import { useNavigation } from '../../shared/navigation.tsx';
import { useRead } from '../../shared/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StatCard, StatGrid } from '../../ui/StatCard.tsx';
import { ArrearsCard } from '../payments/ArrearsCard.tsx';
import { DuesCard } from './DuesCard.tsx';
import { Frame } from './Frame.tsx';
import { LatestComplaints, LatestPayments } from './Latest.tsx';

const PushOffer = lazyPart<object>(() => whenIdle().then(() => import('../push/PushOffer.tsx')));

export function WargaDashboard() {
  const read = useRead('dashboard', wargaDashboard, {});
  const data = read.data?.data;
  const { timeZone } = useEstate();
  const thisMonth = useThisMonth();
  const month = data ? monthIn(timeZone, new Date(read.dataUpdatedAt)) : thisMonth;
  const { open } = useNavigation();
  const isOver = monthKey(month) !== monthKey(thisMonth);
  const { refetch } = read;
  useEffect(() => {
    if (isOver) void refetch(); // the clock changed, not the data: no event from the server
  }, [isOver, refetch]);
  const isFree = data !== undefined && isFreeIn(data.iuran, month);
  return (
    <Frame title="Dashboard" read={read}>
      <ForAuditors pending={data?.persetujuanPending ?? 0} />
      <ArrearsCard
        iuran={data?.iuran}
        onPay={() => open('payments', 'pay-arrears')}
        onShow={() => open('payments')}
      />
      <DuesCard
        month={month}
        status={data?.statusBulanIni}
        isFree={isFree}
        isBehind={(data?.iuran.tunggakan.length ?? 0) > 0}
      />
      <StatGrid columns={3}>
        <StatCard label="Total Pembayaran" value={data?.totalPembayaran} icon={IconReceipt2} />
        <StatCard label="Lunas" value={data?.lunas} icon={IconCircleCheck} tone="success" />
        <StatCard label="Menunggu Konfirmasi" value={data?.menunggu} icon={IconClock} tone="warning" />
        <StatCard label="Ditolak" value={data?.ditolak} icon={IconCircleX} tone="danger" />
        <StatCard label="Total Aduan" value={data?.totalAduan} icon={IconMessageReport} />
        <StatCard
          label="Total Pemasukan"
          money={data?.totalIncome}
          hint="Kas perumahan"
          icon={IconArrowDownLeft}
        />
      </StatGrid>
      {/* Comes late: nothing above it moves. */}
      {(data?.lunas ?? 0) > 0 && <PushOffer />}
      <div className="ui-halves">
        <LatestPayments payments={data?.pembayaranTerbaru} />
        <LatestComplaints complaints={data?.aduanTerbaru} />
      </div>
    </Frame>
  );
}

/** Hardly ever: shown only to auditors, and only while a proposal waits. */
function ForAuditors({ pending }: { pending: number }) {
  const { open } = useNavigation();
  if (pending === 0) return null;
  return (
    <Notice
      tone="warning"
      title="Menunggu persetujuan Anda"
      action={<Button onClick={() => open('buku-kas')}>Periksa</Button>}
    >
      Ada {formatCount(pending)} usulan tentang uang kas. Usulan berlaku setelah disetujui Anda atau pengurus
      lain.
    </Notice>
  );
}
