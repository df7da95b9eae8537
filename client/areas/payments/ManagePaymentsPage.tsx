import { IconChecklist, IconCirclePlus, IconReceipt } from '@tabler/icons-react';
import { useState } from 'react';
import { formatMonth, type Period } from '../../../contract/format.ts';
import {
  filterYears,
  type MonthRow,
  type MonthStatus,
  monthStatuses,
  recordableYears,
  statusLabels,
} from '../../../contract/payments.ts';
import { type Actor, blockLetter } from '../../../contract/people.ts';
import { canOn, reachOf } from '../../../contract/policy.ts';
import { useActor } from '../../lib/auth.tsx';
import { useEstate, useThisMonth } from '../../lib/estate.ts';
import { Button } from '../../ui/Button.tsx';
import { DataList } from '../../ui/DataList.tsx';
import { ExportMenu } from '../../ui/ExportMenu.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { MonthPicker } from '../../ui/MonthPicker.tsx';
import { notify } from '../../ui/notify.ts';
import { Page } from '../../ui/Page.tsx';
import { PageAction } from '../../ui/PageAction.tsx';
import { RowAction } from '../../ui/RowAction.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { useMonthDownload, useMonthPayments } from './api.ts';
import { MonthSummary } from './MonthSummary.tsx';
import { RecordDialog } from './RecordDialog.tsx';
import { ReviewActions } from './ReviewActions.tsx';
import { ReviewViewer } from './ReviewViewer.tsx';
import { staffColumns } from './staff-columns.tsx';
import { mayReview } from './use-decide.ts';
import type { RecordAbout } from './use-record-form.ts';

interface Filter {
  block: string;
  status: MonthStatus | '';
  name: string;
}

const everything: Filter = { block: '', status: '', name: '' };

/** A month's dues of everyone in scope: who paid, whose proof waits, who owes. */
export default function ManagePaymentsPage() {
  const actor = useActor();
  const thisMonth = useThisMonth();
  const { timeZone } = useEstate();
  const [period, setPeriod] = useState<Period>(thisMonth);
  const [filter, setFilter] = useState(everything);
  const [reviewing, setReviewing] = useState<number | null>(null);
  const [recording, setRecording] = useState<RecordAbout | null>(null);

  const { rows, error, retry } = useMonthPayments(period);
  const ofBlock = rows?.filter(({ blok }) => !filter.block || blockLetter(blok) === filter.block);
  const shown = ofBlock?.filter((row) => matches(row, filter));
  const waiting = shown?.filter((row) => mayReview(actor, row)) ?? [];
  const isThisMonth = period.tahun === thisMonth.tahun && period.bulan === thisMonth.bulan;
  const clear = () => {
    setFilter(everything);
    setPeriod(thisMonth);
  };
  const columns = staffColumns(timeZone, ({ id }) => setReviewing(id));

  return (
    <Page
      title={titleFor(actor)}
      context={`Iuran ${formatMonth(period)}`}
      action={
        waiting[0] && (
          <PageAction
            label={`Periksa ${waiting.length} bukti`}
            icon={IconChecklist}
            onClick={() => setReviewing(waiting[0]?.id ?? null)}
          />
        )
      }
      aside={
        <>
          <Button onClick={() => setRecording({ ...period })}>Tambah Pembayaran</Button>
          <MonthExport period={period} filter={filter} />
        </>
      }
      filters={
        <PaymentFilters
          period={period}
          filter={filter}
          active={Object.values(filter).filter(Boolean).length + (isThisMonth ? 0 : 1)}
          onPeriod={setPeriod}
          onFilter={(change) => setFilter({ ...filter, ...change })}
          onClear={clear}
        />
      }
    >
      <MonthSummary rows={ofBlock} />
      <DataList
        label={`Pembayaran ${formatMonth(period)}`}
        columns={[columns.bukti, columns.warga, columns.status, columns.jumlah]}
        rows={shown}
        rowKey={({ id, user_id }) => id ?? `warga-${user_id}`}
        actions={(row) =>
          mayReview(actor, row) ? (
            <ReviewActions payment={row} />
          ) : (
            mayRecord(actor, row, thisMonth) && (
              <RowAction
                label="Tambah"
                icon={IconCirclePlus}
                of={`pembayaran ${row.nama}`}
                onClick={() => setRecording(row)}
              />
            )
          )
        }
        error={error}
        onRetry={retry}
        filtered={ofBlock !== undefined && ofBlock.length > 0}
        onClearFilters={clear}
        empty={{
          title: 'Belum ada pembayaran.',
          message: `Pembayaran ${formatMonth(period)} akan tampil di sini.`,
          icon: IconReceipt,
        }}
      />
      {reviewing !== null && (
        <ReviewViewer rows={shown ?? []} first={reviewing} onClose={() => setReviewing(null)} />
      )}
      <RecordDialog about={recording} onClose={() => setRecording(null)} />
    </Page>
  );
}

function titleFor(actor: Actor): string {
  if (actor.jenis === 'admin') return 'Data Pembayaran';
  const inBlock = reachOf(actor, 'payments.read') === 'block' && blockLetter(actor.blok);
  return inBlock ? `Pembayaran Warga Blok ${inBlock}` : 'Pembayaran Warga';
}

function matches(row: MonthRow, { status, name }: Filter): boolean {
  return (!status || row.status === status) && row.nama.toLowerCase().includes(name.trim().toLowerCase());
}

function mayRecord(actor: Actor, row: MonthRow, thisMonth: Period): boolean {
  const owed = row.status === 'belum_bayar' && recordableYears(thisMonth.tahun).includes(row.tahun);
  return owed && row.user_id !== actor.id && canOn(actor, 'payments.record', row);
}

interface FiltersProps {
  period: Period;
  filter: Filter;
  active: number;
  onPeriod(period: Period): void;
  onFilter(change: Partial<Filter>): void;
  onClear(): void;
}

function PaymentFilters({ period, filter, active, onPeriod, onFilter, onClear }: FiltersProps) {
  const { blockLetters } = useEstate();
  const thisMonth = useThisMonth();
  const choosesBlock = reachOf(useActor(), 'payments.read') === 'all';
  return (
    <FilterBar
      active={active}
      onClear={onClear}
      search={
        <SearchField
          label="Cari nama"
          placeholder="Nama warga"
          value={filter.name}
          onChange={(name) => onFilter({ name })}
        />
      }
    >
      {choosesBlock && (
        <SelectField
          label="Blok"
          placeholder="Semua blok"
          options={[...blockLetters].map((letter) => ({ value: letter, label: `Blok ${letter}` }))}
          value={filter.block}
          onChange={(block) => onFilter({ block })}
        />
      )}
      <SelectField
        label="Status"
        placeholder="Semua status"
        options={monthStatuses.map((value) => ({ value, label: statusLabels[value] }))}
        value={filter.status}
        onChange={(status) => onFilter({ status: status as Filter['status'] })}
      />
      <MonthPicker
        year={period.tahun}
        month={period.bulan}
        years={filterYears(thisMonth.tahun)}
        onYear={(tahun) => onPeriod({ ...period, tahun: tahun ?? period.tahun })}
        onMonth={(bulan) => onPeriod({ ...period, bulan: bulan ?? period.bulan })}
      />
    </FilterBar>
  );
}

function MonthExport({ period, filter }: { period: Period; filter: Filter }) {
  const { save, isSaving } = useMonthDownload();
  const input = {
    params: { year: period.tahun, month: period.bulan },
    query: {
      blok: filter.block || undefined,
      status: filter.status || undefined,
      q: filter.name.trim() || undefined,
    },
  };
  return (
    <ExportMenu
      busy={isSaving}
      onExport={(format) =>
        void save(input, format).catch((error: unknown) => notify.failure('Gagal mengekspor data', error))
      }
    />
  );
}
