import { IconCirclePlus, IconReceipt } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { formatMonth, type Period } from '../../../contract/format.ts';
import type { MonthCounts } from '../../../contract/month-counts.ts';
import {
  exportMonthPayments,
  filterYears,
  type ListedPayment,
  type MonthRow,
  type MonthStatus,
  monthStatuses,
  recordableYears,
  statusLabels,
  waiting,
} from '../../../contract/payments.ts';
import { type Actor, blockLetter } from '../../../contract/people.ts';
import { canOn, reachOf } from '../../../contract/policy.ts';
import { useActor } from '../../shared/auth.tsx';
import { BlockField } from '../../shared/BlockField.tsx';
import { ExportMenu } from '../../shared/ExportMenu.tsx';
import { useEstate, useThisMonth } from '../../shared/estate.ts';
import { yearsBackFrom } from '../../shared/years.ts';
import { Button } from '../../ui/Button.tsx';
import { DataList } from '../../ui/DataList.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { Money } from '../../ui/Money.tsx';
import { MonthPicker } from '../../ui/MonthPicker.tsx';
import { Page } from '../../ui/Page.tsx';
import { RowAction } from '../../ui/RowAction.tsx';
import { optionsOf, SelectField } from '../../ui/SelectField.tsx';
import { StatCard, StatGrid } from '../../ui/StatCard.tsx';
import { useFilter } from '../../ui/use-filter.ts';
import { ReceiptAction, ReceiptSheet } from '../receipts/ReceiptAction.tsx';
import { type MonthFilter, monthInput, useMonthCounts, useMonthPayments } from './api.ts';
import { checkAction } from './check-action.tsx';
import { RecordDialog } from './RecordDialog.tsx';
import { RejectSheet } from './RejectSheet.tsx';
import { ReviewActions } from './ReviewActions.tsx';
import { ReviewViewer } from './ReviewViewer.tsx';
import { statusLook } from './StatusBadge.tsx';
import { staffColumns } from './staff-columns.tsx';
import { mayReview, useReceivingBanks } from './use-decide.ts';
import type { RecordAbout } from './use-record-form.ts';

export default function ManagePaymentsPage() {
  const actor = useActor();
  const thisMonth = useThisMonth();
  const { timeZone } = useEstate();
  const { filter, clear, field } = useFilter<MonthFilter>({
    ...thisMonth,
    block: '',
    status: '',
    search: '',
  });
  const { tahun, bulan, block, status, search } = filter;
  const isThisMonth = tahun === thisMonth.tahun && bulan === thisMonth.bulan;
  const [shown, setShown] = useState<number | null>(null);
  const [reviewing, setReviewing] = useState(false);
  const [receipt, setReceipt] = useState<number | null>(null);
  const [decided, setDecided] = useState<MonthRow | null>(null); // prevents a second decision before it is reloaded
  const [rejecting, setRejecting] = useState<ListedPayment | null>(null);
  const [recording, setRecording] = useState<RecordAbout | null>(null);

  const list = useMonthPayments(filter);
  const counts = useMonthCounts(filter, block);
  const [bank, ...otherBanks] = useReceivingBanks();
  const into = otherBanks.length > 0 ? bank?.nama : undefined;
  const columns = useMemo(() => {
    const { bukti, warga, status, jumlah } = staffColumns(timeZone, setShown);
    return [bukti, warga, status, jumlah];
  }, [timeZone]);
  const actions = useCallback(
    (row: MonthRow) => (
      <Actions
        row={row}
        into={into}
        isDecided={row === decided}
        onReject={setRejecting}
        onDecided={() => setDecided(row)}
        onRecord={() => setRecording(row)}
        onReceipt={setReceipt}
      />
    ),
    [decided, into],
  );

  return (
    <Page
      title={titleFor(actor)}
      context={`Iuran ${formatMonth(filter)}`}
      action={checkAction(counts?.untuk_diperiksa, reviewing, () => setReviewing(true))}
      aside={
        <>
          <Button onClick={() => setRecording({ tahun, bulan })}>Tambah Pembayaran</Button>
          <ExportMenu of={exportMonthPayments} input={monthInput(filter)} />
        </>
      }
      filters={
        <FilterBar
          active={[block, status, !isThisMonth].filter(Boolean).length}
          onClear={clear}
          search={{ label: 'Cari warga', placeholder: 'Nama, blok, No HP', ...field('search') }}
        >
          {reachOf(actor, 'payments.read') === 'all' && <BlockField {...field('block')} />}
          <SelectField
            {...field('status')}
            label="Status"
            placeholder="Semua status"
            options={optionsOf(monthStatuses, statusLabels)}
          />
          <MonthPicker
            year={field('tahun')}
            month={field('bulan')}
            years={yearsBackFrom(filterYears(thisMonth.tahun), tahun)}
          />
        </FilterBar>
      }
    >
      {(counts || !list.error) && <MonthSummary counts={counts} />}
      <DataList
        label={`Pembayaran ${formatMonth(filter)}`}
        columns={columns}
        list={list}
        rowKey={({ id, user_id }) => id ?? `warga-${user_id}`}
        actions={actions}
        exportable
        onClearFilters={[block, status, search.trim()].some(Boolean) && clear}
        empty={{
          title: 'Belum ada pembayaran.',
          message: `Pembayaran ${formatMonth(filter)} akan tampil di sini.`,
          icon: IconReceipt,
        }}
      />
      {shown !== null && <ReviewViewer list={list} first={shown} onClose={() => setShown(null)} />}
      {reviewing && <MonthReview filter={filter} onClose={() => setReviewing(false)} />}
      {rejecting && (
        <RejectSheet
          payment={rejecting}
          onClose={() => setRejecting((now) => (now === rejecting ? null : now))}
          onDecided={() => setDecided(rejecting)}
        />
      )}
      {receipt !== null && <ReceiptSheet paymentId={receipt} onClose={() => setReceipt(null)} />}
      <RecordDialog about={recording} onClose={() => setRecording(null)} />
    </Page>
  );
}

function titleFor(actor: Actor): string {
  if (actor.jenis === 'admin') return 'Data Pembayaran';
  const letter = reachOf(actor, 'payments.read') === 'block' && blockLetter(actor.blok);
  return letter ? `Pembayaran Warga Blok ${letter}` : 'Pembayaran Warga';
}

function mayRecord(actor: Actor, row: MonthRow, thisMonth: Period): boolean {
  const owed = row.status === 'belum_bayar' && recordableYears(thisMonth.tahun).includes(row.tahun);
  return owed && row.halangan === null && canOn(actor, 'payments.record', row);
}

interface ActionsProps {
  row: MonthRow;
  into: string | undefined;
  isDecided: boolean;
  onReject(payment: ListedPayment): void;
  onDecided(): void;
  onRecord(): void;
  onReceipt(paymentId: number): void;
}

function Actions({ row, into, isDecided, onReject, onDecided, onRecord, onReceipt }: ActionsProps) {
  const actor = useActor();
  const thisMonth = useThisMonth();
  if (mayReview(actor, row))
    return (
      <ReviewActions
        payment={row}
        into={into}
        isDecided={isDecided}
        onReject={() => onReject(row)}
        onDecided={onDecided}
      />
    );
  if (row.id !== null && row.status === 'dikonfirmasi')
    return <ReceiptAction payment={{ ...row, id: row.id }} of={row.nama} onOpen={onReceipt} />;
  if (!mayRecord(actor, row, thisMonth)) return null;
  return <RowAction label="Tambah" icon={IconCirclePlus} of={`pembayaran ${row.nama}`} onClick={onRecord} />;
}

/** Number of waiting payments of the month and block, ignoring the other filters. */
function MonthReview({ filter, onClose }: { filter: MonthFilter; onClose(): void }) {
  const list = useMonthPayments({ ...filter, status: waiting, search: '' });
  return <ReviewViewer list={list} onClose={onClose} />;
}

const order: readonly MonthStatus[] = ['dikonfirmasi', 'menunggu_konfirmasi', 'belum_bayar', 'ditolak'];

function MonthSummary({ counts }: { counts: MonthCounts | undefined }) {
  return (
    <StatGrid>
      {order.map((status) => (
        <StatCard
          key={status}
          label={statusLabels[status]}
          value={counts?.[status]}
          {...statusLook[status]}
          hint={hintOf(status, counts)}
        />
      ))}
    </StatGrid>
  );
}

/** A house whose proof was rejected may have paid since, and is counted in both. */
function hintOf(status: MonthStatus, counts: MonthCounts | undefined) {
  if (status === 'dikonfirmasi') return <Money value={counts?.terkumpul ?? 0} />;
  return status === 'ditolak' && 'Dihitung per bukti';
}
