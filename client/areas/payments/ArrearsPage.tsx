import { IconCalendarDue, IconCircleCheck, IconReceipt } from '@tabler/icons-react';
import type { Arrears } from '../../../contract/arrears.ts';
import { ageLabel } from '../../../contract/arrears.ts';
import { formatCount, formatMonth, monthOf } from '../../../contract/format.ts';
import { type ArrearsAge, arrearsAgeKeys } from '../../../contract/owed.ts';
import { blockLetter } from '../../../contract/people.ts';
import { reachOf } from '../../../contract/policy.ts';
import { useActor } from '../../shared/auth.tsx';
import { BlockField } from '../../shared/BlockField.tsx';
import { ExportMenu } from '../../shared/ExportMenu.tsx';
import { Badge } from '../../ui/Badge.tsx';
import type { Column } from '../../ui/columns.ts';
import { DataList } from '../../ui/DataList.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { Money } from '../../ui/Money.tsx';
import { Page } from '../../ui/Page.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { StatCard, StatGrid } from '../../ui/StatCard.tsx';
import { useFilter } from '../../ui/use-filter.ts';
import { type ArrearsFilter, arrearsInput, useArrears, useArrearsCounts, useArrearsDownload } from './api.ts';
import { payerColumn } from './staff-columns.tsx';

const columns: Column<Arrears>[] = [
  payerColumn,
  {
    key: 'bulan',
    header: 'Tunggakan',
    card: 'badge',
    render: ({ bulan }) => (
      <Badge tone={bulan === 1 ? 'warning' : 'danger'} icon={IconCalendarDue}>
        {bulan} bulan
      </Badge>
    ),
  },
  {
    key: 'sejak',
    header: 'Sejak',
    card: 'subtitle',
    render: ({ sejak }) => `Sejak ${formatMonth(monthOf(sejak))}`,
  },
  {
    key: 'jumlah',
    header: 'Jumlah',
    card: 'figure',
    align: 'end',
    render: ({ jumlah }) => <Money value={jumlah} />,
  },
];

export default function ArrearsPage() {
  const actor = useActor();
  const { filter, change, clear } = useFilter<ArrearsFilter>({ block: '', age: '', search: '' });
  const list = useArrears(filter);
  const counts = useArrearsCounts(filter);
  const choosesBlock = reachOf(actor, 'payments.read') === 'all';
  return (
    <Page
      title={choosesBlock ? 'Tunggakan' : `Tunggakan Blok ${blockLetter(actor.blok) ?? ''}`}
      context="Iuran bulan-bulan lalu yang belum dibayar. Bulan berjalan tidak dihitung."
      aside={<ExportMenu download={useArrearsDownload()} input={arrearsInput(filter)} />}
      filters={
        <FilterBar
          active={[filter.block, filter.age].filter(Boolean).length}
          onClear={clear}
          search={
            <SearchField
              label="Cari warga"
              placeholder="Nama, blok, No HP"
              value={filter.search}
              onChange={(search) => change({ search })}
            />
          }
        >
          {choosesBlock && <BlockField value={filter.block} onChange={(block) => change({ block })} />}
          <SelectField
            label="Umur"
            placeholder="Semua umur"
            options={arrearsAgeKeys.map((value) => ({ value, label: ageLabel(value) }))}
            value={filter.age}
            onChange={(age) => change({ age: age as ArrearsAge | '' })}
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
            hint={counts && `${formatCount(counts.banyak)} orang, ${formatCount(counts.bulan)} bulan`}
          />
        </StatGrid>
      )}
      <DataList
        label="Daftar tunggakan"
        columns={columns}
        list={list}
        rowKey={({ user_id }) => user_id}
        exportable
        filtered={Boolean(filter.block || filter.age || filter.search.trim())}
        onClearFilters={clear}
        empty={{
          title: 'Tidak ada tunggakan.',
          message: 'Semua iuran sampai bulan lalu sudah dibayar atau sedang diperiksa.',
          icon: IconCircleCheck,
        }}
      />
    </Page>
  );
}
