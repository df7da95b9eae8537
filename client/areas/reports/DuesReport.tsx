import { IconCash, IconPercentage, IconTarget } from '@tabler/icons-react';
import type { Report } from '../../../contract/reports.ts';
import { useThisMonth } from '../../shared/estate.ts';
import { DataList } from '../../ui/DataList.tsx';
import { StatCard, StatGrid } from '../../ui/StatCard.tsx';
import { DuesChart } from '../dashboard/DuesChart.tsx';
import { type Dues, duesOf } from './dues.ts';
import { duesColumns, MonthBadge } from './dues-columns.tsx';

export function DuesReport({ report }: { report: Report | undefined }) {
  const thisMonth = useThisMonth();
  const dues = report && duesOf(report, thisMonth);
  const nothing = dues?.lines.every(({ target, terkumpul }) => target + terkumpul === 0);
  return (
    <>
      {dues?.total.status !== null && <Figures dues={dues} />}
      {!nothing && <DuesChart months={dues?.drawn} />}
      <DataList
        label={`Laporan iuran ${report?.tahun ?? ''}`}
        columns={duesColumns}
        list={{ rows: nothing ? [] : dues?.lines }}
        rowKey={({ name }) => name}
        skeletonRows={12}
        empty={{
          title: `Belum ada iuran ${report?.tahun ?? ''}.`,
          message: 'Target dan iuran yang terkumpul tampil sejak ada warga yang terdaftar.',
          icon: IconCash,
        }}
      />
    </>
  );
}

function Figures({ dues }: { dues: Dues | undefined }) {
  const total = dues?.total;
  return (
    <StatGrid columns={3}>
      <StatCard
        label="Target"
        money={total?.target}
        hint="Iuran kali jumlah yang wajib membayar, tiap bulan"
        icon={IconTarget}
      />
      <StatCard label="Terkumpul" money={total?.terkumpul} hint={dues?.span} icon={IconCash} tone="success" />
      <StatCard
        label="Persentase"
        value={total && `${total.persentase ?? 0}%`}
        hint={total && <MonthBadge line={total} />}
        icon={IconPercentage}
      />
    </StatGrid>
  );
}
