import { IconArrowDownLeft, IconArrowUpRight, IconUsers, IconWallet } from '@tabler/icons-react';
import { koordinatorDashboard } from '../../../contract/dashboard.ts';
import { formatMillions } from '../../../contract/format.ts';
import { blockLetter } from '../../../contract/people.ts';
import { useActor } from '../../shared/auth.tsx';
import { useRead } from '../../shared/queries.ts';
import { Section } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatCard, StatGrid } from '../../ui/StatCard.tsx';
import css from './dashboard.module.css';
import { Frame } from './Frame.tsx';
import { ThisYearsBalance } from './ThisYearsBalance.tsx';
import { Waiting } from './Waiting.tsx';

const waiting = <Skeleton width="4ch" />;

export function KoordinatorDashboard() {
  const letter = blockLetter(useActor().blok) ?? '';
  const read = useRead('dashboard', koordinatorDashboard, {});
  const data = read.data?.data;
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
            tone={data && data.saldo < 0 ? 'danger' : 'primary'}
          />
        </StatGrid>
      </div>
      <Section title={`Ringkasan Blok ${letter}`} context="Uang dalam juta rupiah">
        <Facts
          of={[
            ['Aduan', data?.totalAduan ?? waiting],
            [`Pemasukan Blok ${letter}`, data ? formatMillions(data.pemasukanBlok) : waiting],
            ['Pengeluaran perumahan', data ? formatMillions(data.totalPengeluaran) : waiting],
          ]}
        />
      </Section>
      <ThisYearsBalance />
    </Frame>
  );
}
