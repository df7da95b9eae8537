import { IconPlus, IconReceipt } from '@tabler/icons-react';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { formatMonth, monthKey, type Period } from '../../../contract/format.ts';
import { isFreeIn } from '../../../contract/owed.ts';
import { periodsOf } from '../../../contract/payment-months.ts';
import {
  canDelete,
  type OwnPayment,
  paymentStatuses,
  statusLabels,
  waiting as waitingStatus,
} from '../../../contract/payments.ts';
import { duesIn } from '../../../contract/settings.ts';
import { takeSharedSlip } from '../../lib/shared-slip.ts';
import { ExportMenu } from '../../shared/ExportMenu.tsx';
import { useEstate, useEstateStatus, useThisMonth } from '../../shared/estate.ts';
import { useTask } from '../../shared/navigation.tsx';
import { WaitingCards } from '../../shared/WaitingCards.tsx';
import { Button } from '../../ui/Button.tsx';
import { DataList } from '../../ui/DataList.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { ImageViewer } from '../../ui/ImageViewer.tsx';
import { Money } from '../../ui/Money.tsx';
import { notify } from '../../ui/notify.ts';
import { Page } from '../../ui/Page.tsx';
import { PageAction } from '../../ui/PageAction.tsx';
import { optionsOf, SelectField } from '../../ui/SelectField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { isUnreadable, shrinkImage, unreadableError } from '../../ui/shrink-image.ts';
import { useFilter } from '../../ui/use-filter.ts';
import { ReceiptAction, ReceiptSheet } from '../receipts/ReceiptAction.tsx';
import { ArrearsCard } from './ArrearsCard.tsx';
import {
  type UnsentPayment,
  useOwnDues,
  useOwnPayments,
  useOwnRates,
  useOwnYearExport,
  useUnsentPayments,
} from './api.ts';
import { MonthCards } from './MonthCards.tsx';
import { ownColumns } from './own-columns.tsx';
import { nextPayable, openMonths } from './payable-months.ts';
import { proofItems } from './proof.ts';
import { RecentChanges } from './RecentChanges.tsx';
import { type Paying, UploadDialog, type UploadHandle } from './UploadDialog.tsx';
import { WithdrawAction } from './WithdrawAction.tsx';

const noPayments: readonly OwnPayment[] = [];

export default function PaymentsPage() {
  const thisMonth = useThisMonth();
  const { timeZone } = useEstate();
  const { data, error, failureReason, refetch } = useOwnPayments();
  const payments = data?.data ?? noPayments;
  const dues = useOwnDues();
  // Not `error`, which comes after the last attempt: with a bad signal that is minutes later.
  const isReady = Boolean(dues.data || dues.failureReason);
  const { filter, clear, field } = useFilter({ status: '', year: '' });
  const { status, year } = filter;
  const waiting = useUnsentPayments();
  const unsent = waiting.filter(({ refusal }) => refusal === null).flatMap(({ body }) => periodsOf(body));
  const isUnsent = unsent.some((period) => monthKey(period) === monthKey(thisMonth));
  const task = useTask();
  const form = useRef<UploadHandle>(null);
  const openForm = (paying: Paying) => form.current?.open(paying);
  useSharedSlip(task === 'pay-shared', (shared) =>
    openForm({ period: thisMonth, span: 'tunggakan', shared }),
  );
  const [shown, setShown] = useState<string | number | null>(null);
  const [receipt, setReceipt] = useState<number | null>(null);

  const years = [...new Set([thisMonth.tahun, ...payments.map((payment) => payment.tahun)])].toSorted(
    (a, b) => b - a,
  );
  const rows = data?.data.filter(
    (payment) => (!status || payment.status === status) && (!year || payment.tahun === Number(year)),
  );
  const yearExport = useOwnYearExport();
  const exported = Number(year) || thisMonth.tahun;
  const payFor = (period: Period) => openForm({ period });
  const taken = [...payments, ...unsent.map((period) => ({ ...period, status: waitingStatus }))];
  const { dibebaskan = [], tarif, tunggakan = [] } = dues.data?.data ?? {};
  const isFree = (month: Period) =>
    dibebaskan.includes(monthKey(month)) || (tarif !== undefined && duesIn(tarif, month) === 0);
  const isNowFree = dues.data !== undefined && isFreeIn(dues.data.data, thisMonth);
  const open = openMonths(tunggakan, taken, thisMonth, isFree);
  const pay = () => payFor(nextPayable(open, thisMonth));
  const columns = useMemo(() => ownColumns(timeZone, setShown), [timeZone, setShown]);
  const actions = useCallback(
    (payment: OwnPayment) =>
      canDelete(payment) ? (
        <WithdrawAction payment={payment} payments={payments} />
      ) : (
        <ReceiptAction payment={payment} onOpen={setReceipt} />
      ),
    [payments, setReceipt],
  );

  return (
    <Page
      title="Pembayaran"
      context={<Context isFree={isNowFree} />}
      action={
        <PageAction
          label="Tambah Pembayaran"
          icon={IconPlus}
          onClick={pay}
          disabled={!isReady || !(data || failureReason)}
        />
      }
      aside={
        <ExportMenu label={`Export ${exported}`} of={yearExport} input={{ params: { year: exported } }} />
      }
    >
      <RecentChanges />
      {(dues.data || !dues.error) && (
        <ArrearsCard
          iuran={dues.data?.data}
          onPay={() => openForm({ period: nextPayable(open, thisMonth), span: 'tunggakan' })}
        />
      )}
      {(data || !error) && (
        <MonthCards
          key={data ? 'read' : 'reading'} // remounts together with the warning, which would otherwise shift the cards
          overdue={dues.data && open.overdue}
          isFree={isNowFree}
          payments={data?.data}
          unsent={unsent}
          onPay={payFor}
          onShow={({ id, bukti_transfer }) => (bukti_transfer ? setShown(id) : setReceipt(id))}
        />
      )}
      <FilterBar active={[status, year].filter(Boolean).length} onClear={clear}>
        <SelectField
          {...field('status')}
          label="Status"
          placeholder="Semua status"
          options={optionsOf(paymentStatuses, statusLabels)}
        />
        <SelectField {...field('year')} label="Tahun" placeholder="Semua tahun" options={years.map(String)} />
      </FilterBar>
      <WaitingCards
        label="Bukti yang belum terkirim"
        items={waiting}
        onMend={(item) => openForm(mending(item, thisMonth))}
      />
      <DataList
        label="Daftar pembayaran"
        columns={columns}
        list={{ rows, error, retry: () => void refetch() }}
        rowKey={({ id }) => id}
        actions={actions}
        onClearFilters={payments.length > 0 && clear}
        empty={{
          title: 'Belum ada pembayaran.',
          message: 'Bukti transfer yang Anda kirim akan tampil di sini.',
          icon: IconReceipt,
          action: <Button onClick={pay}>Tambah Pembayaran</Button>,
        }}
      />
      <UploadDialog
        ref={form}
        initial={
          task === 'pay-arrears'
            ? { period: thisMonth, span: 'tunggakan' }
            : task === 'pay' && !isUnsent
              ? { period: thisMonth }
              : null
        }
        isReady={isReady}
        payments={payments}
        unsent={unsent}
        open={open}
        isFree={isFree}
      />
      {receipt !== null && <ReceiptSheet paymentId={receipt} onClose={() => setReceipt(null)} />}
      <ImageViewer
        items={proofItems(payments, (payment) => `${formatMonth(payment)} · ${statusLabels[payment.status]}`)}
        current={shown}
        onCurrent={setShown}
      />
    </Page>
  );
}

/** The form with the months of a proof that was refused. */
function mending(unsent: UnsentPayment, thisMonth: Period): Paying {
  const periods = periodsOf(unsent.body);
  const period = periods[0] ?? thisMonth;
  return { period, unsent, ...(periods.length > 1 ? { months: periods } : {}) };
}

function Context({ isFree }: { isFree: boolean }) {
  const thisMonth = useThisMonth();
  const dues = useOwnRates();
  const { isRead } = useEstateStatus();
  if (isFree) return 'Anda tidak ditagih iuran bulan ini.';
  const amount = isRead ? <Money value={dues(thisMonth)} /> : <Skeleton width="5.5em" />;
  return <>Iuran {amount} per bulan. Kirim bukti transfer, pengurus yang memeriksanya.</>;
}

/** @param isShared whether another app opened this page with a picture */
function useSharedSlip(isShared: boolean, onPicture: (picture: File) => void): void {
  const take = useEffectEvent(async () => {
    const shared = await takeSharedSlip();
    const picture = shared && (await shrinkImage(shared));
    if (picture && !isUnreadable(picture)) return onPicture(picture);
    if (picture) notify.error('Gambar yang dibagikan tidak dapat dikirim', { message: unreadableError });
    else
      notify.news('Gambar yang dibagikan tidak ditemukan', { message: 'Pilih bukti transfer dari galeri.' });
  });
  useEffect(() => {
    if (isShared) void take();
  }, [isShared]);
}
