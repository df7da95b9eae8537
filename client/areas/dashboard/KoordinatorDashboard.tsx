import { IconArrowDownLeft, IconArrowUpRight, IconUsers, IconWallet } from '@tabler/icons-react';
import type { KoordinatorDashboard as Figures } from '../../../contract/dashboard.ts';
import { formatMillions } from '../../../contract/format.ts';
import { blockLetter } from '../../../contract/people.ts';
import { useActor } from '../../shared/auth.tsx';
import { Section } from '../../ui/Card.tsx';
import { Money } from '../../ui/Money.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatCard, StatGrid } from '../../ui/StatCard.tsx';
import { useKoordinatorDashboard } from './api.ts';
import { BalanceChart } from './BalanceChart.tsx';
import css from './dashboard.module.css';
import { Frame } from './Frame.tsx';
import { QuickLinks } from './QuickLinks.tsx';
import { Waiting } from './Waiting.tsx';

export function KoordinatorDashboard() {
  const letter = blockLetter(useActor().blok) ?? '';
  const read = useKoordinatorDashboard();
  const data = read.data?.data;
  const loading = !data;
  const negative = data !== undefined && data.saldo < 0;
  return (
    <Frame title={`Dashboard Koordinator Blok ${letter}`} read={read}>
      <div className={css.aside}>
        <Waiting counts={data} complaints="aduan-warga" />
        <StatGrid columns={2}>
          <StatCard
            label="Total Warga"
            value={data?.totalWarga}
            hint={`Blok ${letter}`}
            icon={IconUsers}
            loading={loading}
          />
          <StatCard
            label="Total Pemasukan"
            value={<Money value={data?.totalPemasukan ?? 0} />}
            hint="Seluruh perumahan"
            icon={IconArrowDownLeft}
            tone="success"
            loading={loading}
          />
          <StatCard
            label="Total Pengeluaran"
            value={<Money value={data?.totalPengeluaran ?? 0} />}
            hint="Seluruh perumahan"
            icon={IconArrowUpRight}
            tone="danger"
            loading={loading}
          />
          <StatCard
            label="Saldo Saat Ini"
            value={<Money value={data?.saldo ?? 0} />}
            hint="Seluruh perumahan"
            icon={IconWallet}
            tone={negative ? 'danger' : 'primary'}
            loading={loading}
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
