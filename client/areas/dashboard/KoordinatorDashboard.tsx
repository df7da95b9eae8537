import { IconArrowDownLeft, IconArrowUpRight, IconUsers, IconWallet } from '@tabler/icons-react';
import { type KoordinatorDashboard as Figures, koordinatorDashboard } from '../../../contract/dashboard.ts';
import { formatMillions } from '../../../contract/format.ts';
import { blockLetter } from '../../../contract/people.ts';
import { useActor } from '../../shared/auth.tsx';
import { useRead } from '../../shared/queries.ts';
import { Section } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatCard, StatGrid } from '../../ui/StatCard.tsx';
import { BalanceChart } from './BalanceChart.tsx';
import css from './dashboard.module.css';
import { Frame } from './Frame.tsx';
import { QuickLinks } from './QuickLinks.tsx';
import { Waiting } from './Waiting.tsx';

export function KoordinatorDashboard() {
  const letter = blockLetter(useActor().blok) ?? '';
  const read = useRead('dashboard', koordinatorDashboard, {});
  const data = read.data?.data;
  const negative = data !== undefined && data.saldo < 0;
  return (
    <Frame title={`Dashboard Koordinator Blok ${letter}`} read={read}>
      <div className={css.aside}>
        <Waiting counts={data} complaints="aduan-warga" />
        <StatGrid columns={2}>
          <StatCard label="Total Warga" value={data?.totalWarga} hint={`Blok ${letter}`} icon={IconUsers} />
          <StatCard
            label="Total Pemasukan"
            money={data?.totalPemasukan}
            hint="Seluruh perumahan"
            icon={IconArrowDownLeft}
            tone="success"
          />
          <StatCard
            label="Total Pengeluaran"
            money={data?.totalPengeluaran}
            hint="Seluruh perumahan"
            icon={IconArrowUpRight}
            tone="danger"
          />
          <StatCard
            label="Saldo Saat Ini"
            money={data?.saldo}
            hint="Seluruh perumahan"
            icon={IconWallet}
            tone={negative ? 'danger' : 'primary'}
          />
        </StatGrid>
      </div>
      <BlockSummary letter={letter} data={data} />
      <BalanceChart />
      <QuickLinks />
    </Frame>
  );
}

function BlockSummary({ letter, data }: { letter: string; data: Figures | undefined }) {
  const facts = [
    ['Aduan', data?.totalAduan],
    [`Pemasukan Blok ${letter}`, data && formatMillions(data.pemasukanBlok)],
    ['Pengeluaran perumahan', data && formatMillions(data.totalPengeluaran)],
  ] as const;
  return (
    <Section title={`Ringkasan Blok ${letter}`} context="Uang dalam juta rupiah">
      <dl className={css.facts} aria-busy={!data || undefined}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="ui-tabular">{value ?? <Skeleton width="4ch" />}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
