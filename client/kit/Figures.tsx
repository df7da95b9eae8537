import { IconUsers, IconWallet } from '@tabler/icons-react';
import { Avatar } from '../ui/Avatar.tsx';
import { Section } from '../ui/Card.tsx';
import { Chart } from '../ui/Chart.tsx';
import { Meter } from '../ui/Meter.tsx';
import { Money } from '../ui/Money.tsx';
import { ProgressRing } from '../ui/ProgressRing.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { StatCard, StatGrid } from '../ui/StatCard.tsx';

const months = ['Mei', 'Jun', 'Jul'].map((short, index) => ({
  tick: short,
  title: `${short} 2026`,
  values: [9_000_000 + index * 1_500_000, 12_000_000],
}));

export function Figures() {
  return (
    <Section title="Angka dan grafik">
      <StatGrid columns={3}>
        <StatCard label="Total Warga" value={1_234} icon={IconUsers} hint="Blok A" />
        <StatCard label="Saldo" money={-50_000} icon={IconWallet} tone="danger" />
        <StatCard label="Memuat" icon={IconWallet} />
      </StatGrid>
      <Money value={100_000} /> <Money value={-50_000} /> <Skeleton width="8rem" />
      <Avatar name="Budi Santoso" />
      <Meter label="Mengirim" value={0.4} showValue />
      <ProgressRing label="Warga lunas" value={0.85} size={8}>
        102 dari 120
      </ProgressRing>
      <Chart kind="bars" label="Iuran" series={['Terkumpul', 'Target']} columns={months} />
      <Chart kind="line" label="Saldo" series={['Saldo']} columns={months} />
    </Section>
  );
}
