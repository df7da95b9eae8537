import { IconMessageReport } from '@tabler/icons-react';
import {
  categoryLabels,
  complaintCategories,
  complaintStatuses,
  complaintStatusLabels,
} from '../../../contract/complaints.ts';
import { formatCount, formatDate, formatMonth, monthName, type Period } from '../../../contract/format.ts';
import { type ComplaintReport, hasBegun, type Report } from '../../../contract/reports.ts';
import { useActor } from '../../shared/auth.tsx';
import { useEstate, useThisMonth } from '../../shared/estate.ts';
import { Card, Section } from '../../ui/Card.tsx';
import { Chart } from '../../ui/Chart.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Meter } from '../../ui/Meter.tsx';
import rows from '../../ui/rows.module.css';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatCard, StatGrid } from '../../ui/StatCard.tsx';
import { StatusBadge, statusLook } from '../complaints/StatusBadge.tsx';
import { Latest } from '../dashboard/Latest.tsx';
import css from './reports.module.css';

export function ComplaintsReport({ report }: { report: Report | undefined }) {
  const thisMonth = useThisMonth();
  const complaints = report?.aduan;
  if (report && complaints?.total === 0) {
    return (
      <Card>
        <EmptyState
          title={`Belum ada aduan ${report.tahun}.`}
          message="Aduan warga akan terhitung di sini menurut bulan, status, dan kategori."
          icon={IconMessageReport}
        />
      </Card>
    );
  }
  return (
    <>
      <StatusFigures complaints={complaints} />
      <div className="ui-halves">
        <Section title="Aduan per bulan" context="Menurut tanggal aduan dikirim">
          <Chart
            kind="bars"
            label={`Jumlah aduan per bulan ${report?.tahun ?? ''}`}
            series={['Aduan']}
            columns={report && columnsOf(report, thisMonth)}
            tell={formatCount}
          />
        </Section>
        <Categories complaints={complaints} tahun={report?.tahun} />
      </div>
      <LatestComplaints complaints={complaints?.terbaru} />
    </>
  );
}

const columnsOf = ({ tahun, aduan }: Report, thisMonth: Period) =>
  aduan.perBulan
    .map((count, index) => ({ tahun, bulan: index + 1, count }))
    .filter((month) => hasBegun(month, thisMonth))
    .map(({ count, ...month }) => ({
      tick: monthName(month.bulan).slice(0, 3),
      title: formatMonth(month),
      values: [count],
    }));

interface Part {
  complaints: ComplaintReport | undefined;
}

function StatusFigures({ complaints }: Part) {
  return (
    <StatGrid columns={5}>
      <StatCard label="Total Aduan" value={complaints?.total} icon={IconMessageReport} />
      {complaintStatuses.map((status) => (
        <StatCard
          key={status}
          label={complaintStatusLabels[status]}
          value={complaints?.[status]}
          {...statusLook[status]}
        />
      ))}
    </StatGrid>
  );
}

function Categories({ complaints, tahun }: Part & { tahun: number | undefined }) {
  return (
    <Section title="Menurut kategori" context={`Bagian dari seluruh aduan ${tahun ?? ''}`}>
      <dl className={`ui-stack ${css.parts}`} aria-busy={!complaints || undefined}>
        {complaintCategories.map((kategori) => {
          const count = complaints?.perKategori[kategori];
          return (
            <div key={kategori}>
              <dt>{categoryLabels[kategori]}</dt>
              <dd className="ui-tabular">
                {count === undefined ? <Skeleton width="3ch" /> : formatCount(count)}
              </dd>
              <dd className={css.share}>
                <Meter
                  label={`Bagian ${categoryLabels[kategori]}`}
                  value={complaints && count ? count / complaints.total : 0}
                  showValue
                />
              </dd>
            </div>
          );
        })}
      </dl>
    </Section>
  );
}

function LatestComplaints({ complaints }: { complaints: ComplaintReport['terbaru'] | undefined }) {
  const { jenis } = useActor();
  const { timeZone } = useEstate();
  return (
    <Latest
      title="Aduan terbaru"
      page={jenis === 'admin' ? 'complaints' : 'aduan-warga'}
      count={complaints?.length}
    >
      {complaints?.map(({ id, judul, kategori, status, nama_user, blok, tanggal_aduan }) => (
        <li key={id} className={rows.row}>
          <div className={css.words}>
            <p className={rows.title}>{judul}</p>
            <p className="ui-detail">
              {[nama_user, blok, categoryLabels[kategori], formatDate(tanggal_aduan, timeZone, 'short')]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          <StatusBadge status={status} />
        </li>
      ))}
    </Latest>
  );
}
