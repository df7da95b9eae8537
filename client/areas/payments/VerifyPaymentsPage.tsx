import { IconChecklist, IconEye, IconWallet } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount, formatMonth } from '../../../contract/format.ts';
import type { MonthRow, MonthStatus, StaffPayment } from '../../../contract/payments.ts';
import { useActor } from '../../lib/auth.tsx';
import { useEstate, useThisMonth } from '../../lib/estate.ts';
import { DataList } from '../../ui/DataList.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { Money } from '../../ui/Money.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageAction } from '../../ui/PageAction.tsx';
import { RowAction } from '../../ui/RowAction.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { StatCard, StatGrid } from '../../ui/StatCard.tsx';
import { useMonthPayments, useWaitingPayments } from './api.ts';
import { matching } from './PaymentFilters.tsx';
import { type Reviewing, ReviewViewer } from './ReviewViewer.tsx';
import { staffColumns } from './staff-columns.tsx';
import { statusLook } from './StatusBadge.tsx';
import { isPayment, mayReview } from './use-decide.ts';

const filters: readonly { value: MonthStatus; label: string }[] = [
  { value: 'menunggu_konfirmasi', label: 'Menunggu' },
  { value: 'dikonfirmasi', label: 'Terverifikasi' },
  { value: 'belum_bayar', label: 'Belum Bayar' },
];

/** What waits for a verdict, of any month, and how this month stands beside it. */
export default function VerifyPaymentsPage() {
  const actor = useActor();
  const thisMonth = useThisMonth();
  const { timeZone } = useEstate();
  const queue = useWaitingPayments();
  const month = useMonthPayments(thisMonth);
  const [status, setStatus] = useState<string>('');
  const [search, setSearch] = useState('');
  const [reviewing, setReviewing] = useState<Reviewing | null>(null);

  const error = queue.error ?? month.error;
  const all = queue.rows && month.rows && worklist(queue.rows, month.rows);
  const ofStatus = (wanted: string) => all?.filter((row) => row.status === wanted) ?? [];
  const rows = all && matching(all, { status, search });
  const waiting = all?.filter((row) => mayReview(actor, row)) ?? [];
  const columns = staffColumns(timeZone, ({ id }) => setReviewing({ first: id, among: 'shown' }));
  const received = ofStatus('dikonfirmasi').reduce((sum, { jumlah }) => sum + jumlah, 0);
  const clear = () => {
    setStatus('');
    setSearch('');
  };

  return (
    <Page
      title="Verifikasi Pembayaran"
      context={`Bukti yang menunggu dari semua bulan, dan keadaan ${formatMonth(thisMonth)}.`}
      action={
        waiting[0] && (
          <PageAction
            label={`Periksa ${formatCount(waiting.length)} bukti`}
            icon={IconChecklist}
            onClick={() => setReviewing({ first: waiting[0]?.id ?? 0, among: 'waiting' })}
          />
        )
      }
      filters={
        <FilterBar
          active={status ? 1 : 0}
          onClear={clear}
          search={
            <SearchField
              label="Cari warga"
              placeholder="Nama atau blok"
              value={search}
              onChange={setSearch}
            />
          }
        >
          <SelectField
            label="Status"
            placeholder="Semua status"
            options={filters}
            value={status}
            onChange={setStatus}
          />
        </FilterBar>
      }
    >
      {(all || !error) && (
        <StatGrid>
          <StatCard
            label="Menunggu"
            value={ofStatus('menunggu_konfirmasi').length}
            {...statusLook.menunggu_konfirmasi}
            hint="semua bulan"
            loading={!all}
          />
          <StatCard
            label="Terverifikasi"
            value={ofStatus('dikonfirmasi').length}
            {...statusLook.dikonfirmasi}
            hint={formatMonth(thisMonth)}
            loading={!all}
          />
          <StatCard
            label="Belum Bayar"
            value={ofStatus('belum_bayar').length}
            {...statusLook.belum_bayar}
            hint={formatMonth(thisMonth)}
            loading={!all}
          />
          <StatCard
            label="Terkumpul"
            value={<Money value={received} />}
            icon={IconWallet}
            hint={formatMonth(thisMonth)}
            loading={!all}
          />
        </StatGrid>
      )}
      <DataList
        label="Daftar verifikasi pembayaran"
        columns={[columns.warga, columns.periode, columns.status, columns.jumlah]}
        rows={rows}
        rowKey={({ id, user_id }) => id ?? `warga-${user_id}`}
        actions={(row) =>
          isPayment(row) && (
            <>
              <RowAction
                label="Lihat Bukti"
                icon={IconEye}
                of={row.nama}
                onClick={() => setReviewing({ first: row.id, among: 'shown' })}
              />
              {mayReview(actor, row) && (
                <RowAction
                  label="Verifikasi"
                  icon={IconChecklist}
                  of={row.nama}
                  onClick={() => setReviewing({ first: row.id, among: 'waiting' })}
                />
              )}
            </>
          )
        }
        error={error}
        onRetry={queue.retry}
        filtered={Boolean(status || search)}
        filteredTitle="Tidak Ada Data"
        onClearFilters={clear}
        empty={{
          title: 'Tidak Ada Data',
          message: 'Bukti transfer warga akan tampil di sini.',
          icon: IconChecklist,
        }}
      />
      {reviewing && (
        <ReviewViewer
          rows={reviewing.among === 'waiting' ? waiting : (rows ?? [])}
          first={reviewing.first}
          onClose={() => setReviewing(null)}
        />
      )}
    </Page>
  );
}

/** The longest waiting first, then the other rows of the month, house by house. */
function worklist(queue: readonly StaffPayment[], month: readonly MonthRow[]): MonthRow[] {
  const rest = month.filter(({ status }) => status !== 'menunggu_konfirmasi');
  const settled = new Set(rest.map(({ id }) => id)); // one of the two lists may be a moment older
  return [...queue.filter(({ id }) => !settled.has(id)).toReversed(), ...rest];
}
