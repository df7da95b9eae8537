import { IconChecklist, IconEye, IconWallet } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { formatMonth, type Period } from '../../../contract/format.ts';
import {
  countWaitingPayments,
  type ListedPayment,
  type MonthRow,
  type MonthStatus,
  waiting,
} from '../../../contract/payments.ts';
import { useActor } from '../../shared/auth.tsx';
import { useEstate, useThisMonth } from '../../shared/estate.ts';
import { useRead } from '../../shared/queries.ts';
import { DataList } from '../../ui/DataList.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { Page } from '../../ui/Page.tsx';
import { RowAction } from '../../ui/RowAction.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { StatCard, StatGrid } from '../../ui/StatCard.tsx';
import { useFilter } from '../../ui/use-filter.ts';
import { useMonthCounts, useMonthPayments, useWaitingPayments } from './api.ts';
import { checkAction } from './check-action.tsx';
import { ReviewViewer } from './ReviewViewer.tsx';
import { statusLook } from './StatusBadge.tsx';
import { monthsOf, oncePerProof } from './same-proof.ts';
import { staffColumns } from './staff-columns.tsx';
import { isPayment, mayReview } from './use-decide.ts';

const statuses: readonly { value: MonthStatus; label: string }[] = [
  { value: 'menunggu_konfirmasi', label: 'Menunggu' },
  { value: 'dikonfirmasi', label: 'Terverifikasi' },
  { value: 'belum_bayar', label: 'Belum Bayar' },
];

const everything = { status: '' as MonthStatus | '', search: '' };

export default function VerifyPaymentsPage() {
  const thisMonth = useThisMonth();
  const { timeZone } = useEstate();
  const { filter, clear, field } = useFilter(everything);
  const { status, search } = filter;
  const [shown, setShown] = useState<number | null>(null);
  const [reviewing, setReviewing] = useState(false);

  const list = useWorklist(thisMonth, status, search);
  const month = useMonthCounts(thisMonth);
  const queue = useRead('payments', countWaitingPayments, {}).data?.data;
  const loading = !month || !queue;
  const columns = useMemo(() => {
    const { warga, periode, status: state, jumlahBukti } = staffColumns(timeZone, setShown);
    return [warga, periode, state, jumlahBukti];
  }, [timeZone]);
  const actions = useCallback(
    (row: MonthRow) => isPayment(row) && <Actions row={row} onShow={() => setShown(row.id)} />,
    [],
  );

  return (
    <Page
      title="Verifikasi Pembayaran"
      context={`Bukti yang menunggu dari semua bulan, dan keadaan ${formatMonth(thisMonth)}.`}
      action={checkAction(queue?.untuk_diperiksa, reviewing, () => setReviewing(true))}
      filters={
        <FilterBar
          active={status ? 1 : 0}
          onClear={clear}
          search={{ label: 'Cari warga', placeholder: 'Nama, blok, No HP', ...field('search') }}
        >
          <SelectField {...field('status')} label="Status" placeholder="Semua status" options={statuses} />
        </FilterBar>
      }
    >
      {(!loading || !list.error) && (
        <StatGrid>
          {statuses.map(({ value, label }) => (
            <StatCard
              key={value}
              label={label}
              value={value === waiting ? queue?.total : month?.[value]}
              {...statusLook[value]}
              hint={value === waiting ? 'semua bulan' : formatMonth(thisMonth)}
            />
          ))}
          <StatCard
            label="Terkumpul"
            money={month?.terkumpul}
            icon={IconWallet}
            hint={formatMonth(thisMonth)}
          />
        </StatGrid>
      )}
      <DataList
        label="Daftar verifikasi pembayaran"
        columns={columns}
        list={list}
        rowKey={({ id, user_id }) => id ?? `warga-${user_id}`}
        actions={actions}
        filteredTitle="Tidak Ada Data"
        onClearFilters={Boolean(status || search.trim()) && clear}
        empty={{
          title: 'Tidak Ada Data',
          message: 'Bukti transfer warga akan tampil di sini.',
          icon: IconChecklist,
        }}
      />
      {shown !== null && <ReviewViewer list={list} first={shown} onClose={() => setShown(null)} />}
      {reviewing && <QueueReview onClose={() => setReviewing(false)} />}
    </Page>
  );
}

/** Waiting payments, oldest first, then the other payments of the month, by house. */
function useWorklist(thisMonth: Period, status: MonthStatus | '', search: string) {
  const waitingList = useWaitingPayments(search);
  const slips = useMemo(
    () => waitingList.rows && oncePerProof<MonthRow>(waitingList.rows),
    [waitingList.rows],
  );
  const queue = { ...waitingList, rows: slips };
  const isQueue = status === waiting;
  const isWhole = status === '';
  const filter = { ...thisMonth, block: '', status: isQueue ? '' : status, search } as const;
  const month = useMonthPayments(filter, !isQueue && (!isWhole || !queue.hasMore));
  const rows = useMemo(() => {
    const rest = month.rows?.filter((row) => row.status !== waiting);
    const settled = new Set(rest?.map(({ id }) => id)); // the two lists are loaded separately: skip a payment that is in both
    const all = [...(queue.rows ?? []).filter(({ id }) => !settled.has(id)), ...(rest ?? [])];
    return rest || all.length > 0 ? all : undefined;
  }, [queue.rows, month.rows]);
  if (!isWhole) return isQueue ? queue : month;
  if (queue.hasMore || !queue.rows) return queue;
  const isFollowing = !month.rows && !month.error;
  return {
    ...month,
    rows,
    hasMore: month.hasMore || !month.rows,
    loadingMore: month.loadingMore || isFollowing,
  };
}

function QueueReview({ onClose }: { onClose(): void }) {
  return <ReviewViewer list={useWaitingPayments('')} onClose={onClose} />;
}

function Actions({ row, onShow }: { row: ListedPayment; onShow(): void }) {
  const actor = useActor();
  const of = `${row.nama}, ${monthsOf(row)}`;
  return (
    <>
      {row.bukti_transfer && <RowAction label="Lihat Bukti" icon={IconEye} of={of} onClick={onShow} />}
      {mayReview(actor, row) && (
        <RowAction label="Verifikasi" icon={IconChecklist} of={of} onClick={onShow} />
      )}
    </>
  );
}
