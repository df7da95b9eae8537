import { IconFiles, IconGavel, IconReportMoney, IconSpeakerphone } from '@tabler/icons-react';
import { amountOf } from '../../../contract/amount-of.ts';
import { type DocumentGroup, groupOf } from '../../../contract/documents.ts';
import { StatCard, StatGrid } from '../../ui/StatCard.tsx';
import { useDocumentCounts } from './api.ts';

const counted = [
  { group: 'announcement', label: 'Pengumuman', icon: IconSpeakerphone },
  { group: 'regulation', label: 'Peraturan', icon: IconGavel },
  { group: 'financial', label: 'Keuangan', icon: IconReportMoney },
] as const;

/** Total number of documents, and the numbers of the three most used categories. */
export function DocumentCounters() {
  const counts = useDocumentCounts();
  const count = (group?: DocumentGroup) =>
    counts && amountOf(counts.filter(({ kategori }) => group === undefined || groupOf(kategori) === group));
  return (
    <StatGrid>
      <StatCard label="Total dokumen" value={count()} icon={IconFiles} />
      {counted.map(({ group, label, icon }) => (
        <StatCard key={group} label={label} value={count(group)} icon={icon} />
      ))}
    </StatGrid>
  );
}
