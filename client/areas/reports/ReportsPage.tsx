import { IconCash, IconMessageReport, IconMessageShare } from '@tabler/icons-react';
import { useState } from 'react';
import { filterYears } from '../../../contract/payments.ts';
import { blockLetter } from '../../../contract/people.ts';
import { can, reachOf } from '../../../contract/policy.ts';
import { exportComplaintReport, exportReport, getReport } from '../../../contract/reports.ts';
import { useActor } from '../../shared/auth.tsx';
import { BlockField } from '../../shared/BlockField.tsx';
import { ExportMenu } from '../../shared/ExportMenu.tsx';
import { useThisMonth } from '../../shared/estate.ts';
import { useRead } from '../../shared/queries.ts';
import { YearField } from '../../shared/YearField.tsx';
import { DialogButton } from '../../ui/DialogButton.tsx';
import { ErrorCard } from '../../ui/ErrorCard.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Page } from '../../ui/Page.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useFilter } from '../../ui/use-filter.ts';
import { ComplaintsReport } from './ComplaintsReport.tsx';
import { DuesReport } from './DuesReport.tsx';

const MonthlyTextSheet = lazyPart(() => import('./MonthlyTextSheet.tsx'));

const tabs = [
  { key: 'keuangan', label: 'Keuangan', icon: IconCash },
  { key: 'aduan', label: 'Aduan', icon: IconMessageReport },
] as const;
type Tab = (typeof tabs)[number]['key'];

export default function ReportsPage() {
  const actor = useActor();
  const { tahun: thisYear } = useThisMonth();
  const [tab, setTab] = useState<Tab>('keuangan');
  const { filter, clear, field, active } = useFilter({ year: thisYear, block: '' });
  const { year, block } = filter;
  const input = { params: { year }, query: { blok: block || undefined } };
  const { data, error, refetch } = useRead('reports', getReport, input);
  const choosesBlock = reachOf(actor, 'reports.read') === 'all';

  return (
    <Page
      title={choosesBlock ? 'Laporan' : `Laporan Blok ${blockLetter(actor.blok) ?? ''}`}
      context="Iuran yang terkumpul dibanding target, dan aduan warga, per tahun."
      aside={
        <>
          {can(actor, 'reports.share') && (
            <DialogButton icon={IconMessageShare} dialog={(close) => <MonthlyTextSheet onClose={close} />}>
              Laporan singkat
            </DialogButton>
          )}
          <ExportMenu
            label={`Export ${year}`}
            of={tab === 'keuangan' ? exportReport : exportComplaintReport}
            input={input}
          />
        </>
      }
      filters={
        <FilterBar active={active} onClear={clear}>
          <YearField {...field('year')} offered={filterYears(thisYear)} />
          {choosesBlock && <BlockField {...field('block')} />}
        </FilterBar>
      }
    >
      <Tabs label="Bagian laporan" tabs={tabs} active={tab} onChange={setTab}>
        {!data && error ? (
          <ErrorCard message={error.message} onRetry={() => void refetch()} />
        ) : tab === 'keuangan' ? (
          <DuesReport report={data?.data} />
        ) : (
          <ComplaintsReport report={data?.data} />
        )}
      </Tabs>
    </Page>
  );
}
