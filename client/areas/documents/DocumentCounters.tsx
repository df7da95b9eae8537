import { IconFiles, IconGavel, IconReportMoney, IconSpeakerphone } from '@tabler/icons-react';
import { type EstateDocument, groupOf } from '../../../contract/documents.ts';
import { StatCard, StatGrid } from '../../ui/StatCard.tsx';

const counted = [
  { group: 'announcement', label: 'Pengumuman', icon: IconSpeakerphone },
  { group: 'regulation', label: 'Peraturan', icon: IconGavel },
  { group: 'financial', label: 'Keuangan', icon: IconReportMoney },
] as const;

/** How many documents there are, and of the three kinds asked for most. */
export function DocumentCounters({ documents }: { documents: readonly EstateDocument[] | undefined }) {
  const count = (group: string) => documents?.filter(({ kategori }) => groupOf(kategori) === group).length;
  return (
    <StatGrid>
      <StatCard label="Total dokumen" value={documents?.length} icon={IconFiles} loading={!documents} />
      {counted.map(({ group, label, icon }) => (
        <StatCard key={group} label={label} value={count(group)} icon={icon} loading={!documents} />
      ))}
    </StatGrid>
  );
}
