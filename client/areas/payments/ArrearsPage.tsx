import { IconCalendarDue, IconCircleCheck, IconReceipt } from '@tabler/icons-react';
import { useMemo } from 'react';
import {
  type Arrears,
  ageLabel,
  countArrears,
  exportArrears,
  listArrears,
} from '../../../contract/arrears.ts';
import { formatCount, formatDate, formatMonth, monthOf } from '../../../contract/format.ts';
import { type ArrearsAge, arrearsAgeKeys } from '../../../contract/owed.ts';
import { blockLetter } from '../../../contract/people.ts';
import { can, reachOf } from '../../../contract/policy.ts';
import { useActor } from '../../shared/auth.tsx';
import { BlockField } from '../../shared/BlockField.tsx';
import { amountColumn, Under } from '../../shared/columns.tsx';
import { ExportMenu } from '../../shared/ExportMenu.tsx';
import { useEstate } from '../../shared/estate.ts';
import { usePages, useRead } from '../../shared/queries.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { Column } from '../../ui/columns.ts';
import { DataList } from '../../ui/DataList.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { Page } from '../../ui/Page.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { StatCard, StatGrid } from '../../ui/StatCard.tsx';
import { useFilter } from '../../ui/use-filter.ts';
import { WaiveAction } from '../waivers/WaiveAction.tsx';
import { RemindAction } from './RemindAction.tsx';
import { payerColumn } from './staff-columns.tsx';

const remindAction = (row: Arrears) => <RemindAction row={row} />;
const allActions = (row: Arrears) => (
  <>
    <RemindAction row={row} />
    <WaiveAction payer={row} />
  </>
);

const columnsOf = (timeZone: string): Column<Arrears>[] => [
  payerColumn,
  {
    header: 'Tunggakan',
    card: 'badge',
    render: ({ bulan }) => (
      <Badge tone={bulan === 1 ? 'warning' : 'danger'} icon={IconCalendarDue}>
        {bulan} bulan
      </Badge>
    ),
  },
  {
    header: 'Sejak',
    card: 'subtitle',
    render: (row) => (
      <>
        Sejak {formatMonth(monthOf(row.sejak))}
        <Under>{reminderSays(row, timeZone)}</Under>
      </>
    ),
  },
  amountColumn,
];

/** Whether the text was sent from WhatsApp nobody knows. */
function reminderSays({ diingatkan, diingatkan_oleh, tanpa_pengingat, no_hp }: Arrears, timeZone: string) {
  if (tanpa_pengingat) return 'Tidak ingin diingatkan';
  if (diingatkan)
    return `Pengingat dibuka ${formatDate(diingatkan, timeZone, 'short')} oleh ${diingatkan_oleh}`;
  return no_hp ? '' : 'No HP belum diisi';
}

const everything = { block: '', age: '' as ArrearsAge | '', search: '' };

export default function ArrearsPage() {
  const actor = useActor();
  const { timeZone } = useEstate();
  const columns = useMemo(() => columnsOf(timeZone), [timeZone]);
  const { filter, clear, field } = useFilter(everything);
  const { block, age, search } = filter;
  const counted = { blok: block || undefined, q: search.trim() || undefined };
  const query = { ...counted, umur: age || undefined };
  const list = usePages('payments', listArrears, { query });
  const counts = useRead('payments', countArrears, { query: counted }).data?.data;
  const choosesBlock = reachOf(actor, 'payments.read') === 'all';
  return (
    <Page
      title={choosesBlock ? 'Tunggakan' : `Tunggakan Blok ${blockLetter(actor.blok) ?? ''}`}
      context="Iuran bulan-bulan lalu yang belum dibayar. Bulan berjalan tidak dihitung."
      aside={<ExportMenu of={exportArrears} input={{ query }} />}
      filters={
        <FilterBar
          active={[block, age].filter(Boolean).length}
          onClear={clear}
          search={{ label: 'Cari warga', placeholder: 'Nama, blok, No HP', ...field('search') }}
        >
          {choosesBlock && <BlockField {...field('block')} />}
          <SelectField
            {...field('age')}
            label="Lama menunggak"
            placeholder="Semua"
            options={arrearsAgeKeys.map((value) => ({ value, label: ageLabel(value) }))}
          />
        </FilterBar>
      }
    >
      {(counts || !list.error) && (
        <StatGrid columns={2}>
          <StatCard
            label="Jumlah"
            money={counts?.jumlah}
            icon={IconReceipt}
            tone="danger"
            hint={counts && `${formatCount(counts.banyak)} rumah, ${formatCount(counts.bulan)} bulan`}
          />
        </StatGrid>
      )}
      <DataList
        label="Daftar tunggakan"
        columns={columns}
        list={list}
        rowKey={({ user_id }) => user_id}
        actions={can(actor, 'waivers.propose') ? allActions : remindAction}
        exportable
        onClearFilters={Object.values(query).some(Boolean) && clear}
        empty={{
          title: 'Tidak ada tunggakan.',
          message: 'Semua iuran sampai bulan lalu sudah dibayar atau sedang diperiksa.',
          icon: IconCircleCheck,
        }}
      />
    </Page>
  );
}
