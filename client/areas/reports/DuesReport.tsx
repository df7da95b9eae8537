import { IconCash, IconPercentage, IconTarget } from '@tabler/icons-react';
import type { Report } from '../../../contract/reports.ts';
import { useThisMonth } from '../../shared/estate.ts';
import { Section } from '../../ui/Card.tsx';
import { Chart } from '../../ui/Chart.tsx';
import { DataList } from '../../ui/DataList.tsx';
import { StatCard, StatGrid } from '../../ui/StatCard.tsx';
import { type Dues, duesOf } from './dues.ts';
import { duesColumns, MonthBadge } from './dues-columns.tsx';

export function DuesReport({ report }: { report: Report | undefined }) {
  const thisMonth = useThisMonth();
  const dues = report && duesOf(report, thisMonth);
  const nothing = dues?.lines.every(({ target, terkumpul }) => target + terkumpul === 0);
  return (
    <>
      {dues?.total.status !== null && <Figures dues={dues} />}
      {!nothing && (
        <Section title="Iuran per bulan" context="Yang terkumpul untuk tiap bulan, dibanding target">
          <Chart
            kind="bars"
            axis="Bulan"
            label={`Iuran terkumpul per bulan ${report?.tahun ?? ''} dibanding target`}
            series={['Terkumpul', 'Target']}
            columns={dues?.columns}
          />
        </Section>
      )}
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
        hint="Iuran dikali yang wajib membayar tiap bulan"
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
