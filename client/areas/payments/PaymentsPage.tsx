import { IconPlus, IconReceipt } from '@tabler/icons-react';
import { useState } from 'react';
import {
  formatDate,
  formatMonth,
  formatRupiah,
  monthKey,
  type Period,
  shiftMonth,
} from '../../../contract/format.ts';
import { monthPayment } from '../../../contract/month-status.ts';
import {
  canDelete,
  canPay,
  type Payment,
  type PaymentStatus,
  paymentStatuses,
  statusLabels,
  waiting as waitingStatus,
} from '../../../contract/payments.ts';
import { useEstate, useEstateStatus, useThisMonth } from '../../shared/estate.ts';
import { CallError } from '../../shared/http.ts';
import { useTask } from '../../shared/navigation.tsx';
import { Button } from '../../ui/Button.tsx';
import { DataList } from '../../ui/DataList.tsx';
import { DeleteAction } from '../../ui/DeleteAction.tsx';
import { ExportMenu } from '../../shared/ExportMenu.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { ImageViewer } from '../../ui/ImageViewer.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageAction } from '../../ui/PageAction.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { WaitingCards } from '../../shared/WaitingCards.tsx';
import { ReceiptAction, ReceiptSheet } from '../receipts/ReceiptAction.tsx';
import { useOwnPayments, useOwnYearDownload, useUnsentPayments, useWithdrawPayment } from './api.ts';
import { MonthCards } from './MonthCards.tsx';
import { ownColumns } from './own-columns.tsx';
import { nextPayable } from './payable-months.ts';
import { proofItems } from './proof.ts';
import { type Paying, UploadDialog } from './UploadDialog.tsx';
import { RecentChanges } from './RecentChanges.tsx';
import { useMonthJoined } from './use-month-joined.ts';

const noPayments: readonly Payment[] = [];

export default function PaymentsPage() {
  const thisMonth = useThisMonth();
  const joined = useMonthJoined();
  const { timeZone } = useEstate();
  const { data, error, refetch } = useOwnPayments();
  const payments = data?.data ?? noPayments;
  const [status, setStatus] = useState('');
  const [year, setYear] = useState('');
  const waiting = useUnsentPayments();
  const unsent = waiting.filter(({ refusal }) => refusal === null).map(({ body }) => body);
  const isUnsent = unsent.some((period) => monthKey(period) === monthKey(thisMonth));
  const paysAtOnce = useTask() === 'pay' && !isUnsent;
  const [paying, setPaying] = useState<Paying | null>(paysAtOnce ? { period: thisMonth } : null);
  const [shown, setShown] = useState<string | number | null>(null);
  const [receipt, setReceipt] = useState<number | null>(null);

  const years = [...new Set([thisMonth.tahun, ...payments.map((payment) => payment.tahun)])].toSorted(
    (a, b) => b - a,
  );
  const rows = data?.data.filter(
    (payment) => (!status || payment.status === status) && (!year || payment.tahun === Number(year)),
  );
  const clear = () => {
    setStatus('');
    setYear('');
  };
  const download = useOwnYearDownload();
  const exported = Number(year) || thisMonth.tahun;
  const payFor = (period: Period) => setPaying({ period });
  const taken = [...payments, ...unsent.map((period) => ({ ...period, status: waitingStatus }))];
  const pay = () => payFor(nextPayable(taken, thisMonth, joined));

  return (
    <Page
      title="Pembayaran"
      context={<Context />}
      action={
        <PageAction label="Tambah Pembayaran" icon={IconPlus} onClick={pay} disabled={!data && !error} />
      }
      aside={
        <ExportMenu label={`Export ${exported}`} download={download} input={{ params: { year: exported } }} />
      }
    >
      <RecentChanges />
      {data && <LastMonth payments={taken} onPay={payFor} />}
      {(data || !error) && (
        <MonthCards
          key={data ? 'read' : 'reading'} // remounts together with the warning, which would otherwise shift the cards
          joined={joined}
          payments={data?.data}
          unsent={unsent}
          onPay={payFor}
          onShowProof={({ id }) => setShown(id)}
        />
      )}
      <FilterBar active={[status, year].filter(Boolean).length} onClear={clear}>
        <SelectField
          label="Status"
          placeholder="Semua status"
          options={paymentStatuses.map((value) => ({ value, label: statusLabels[value] }))}
          value={status}
          onChange={setStatus}
        />
        <SelectField
          label="Tahun"
          placeholder="Semua tahun"
          options={years.map(String)}
          value={year}
          onChange={setYear}
        />
      </FilterBar>
      <WaitingCards
        label="Bukti yang belum terkirim"
        items={waiting}
        timeZone={timeZone}
        onMend={(item) => setPaying({ period: item.body, unsent: item })}
      />
      <DataList
        label="Daftar pembayaran"
        columns={ownColumns(timeZone, setShown)}
        list={{ rows, error, retry: () => void refetch() }}
        rowKey={({ id }) => id}
        actions={(payment) =>
          canDelete(payment) ? (
            <WithdrawAction payment={payment} />
          ) : (
            <ReceiptAction payment={payment} onOpen={setReceipt} />
          )
        }
        filtered={payments.length > 0}
        onClearFilters={clear}
        empty={{
          title: 'Belum ada pembayaran.',
          message: 'Bukti transfer yang Anda kirim akan tampil di sini.',
          icon: IconReceipt,
          action: <Button onClick={pay}>Tambah Pembayaran</Button>,
        }}
      />
      <UploadDialog paying={paying} payments={payments} unsent={unsent} onClose={() => setPaying(null)} />
      {receipt !== null && <ReceiptSheet paymentId={receipt} onClose={() => setReceipt(null)} />}
      <ImageViewer
        items={proofItems(payments, (payment) => `${formatMonth(payment)} · ${statusLabels[payment.status]}`)}
        current={shown}
        onCurrent={setShown}
      />
    </Page>
  );
}

function Context() {
  const { duesAmount } = useEstate();
  const { isRead } = useEstateStatus();
  const amount = isRead ? formatRupiah(duesAmount) : <Skeleton width="5.5em" />;
  return <>Iuran {amount} per bulan. Kirim bukti transfer, pengurus yang memeriksanya.</>;
}

interface LastMonthProps {
  payments: readonly (Period & { status: PaymentStatus })[];
  onPay(period: Period): void;
}

function LastMonth({ payments, onPay }: LastMonthProps) {
  const lastMonth = shiftMonth(useThisMonth(), -1);
  const owed = monthKey(lastMonth) >= monthKey(useMonthJoined());
  const payment = monthPayment(payments, lastMonth);
  if (!owed || (payment && !canPay(payment.status))) return null;
  return (
    <Notice
      tone="warning"
      title="Peringatan Pembayaran"
      action={<Button onClick={() => onPay(lastMonth)}>Bayar {formatMonth(lastMonth)}</Button>}
    >
      {payment
        ? `Bukti pembayaran ${formatMonth(lastMonth)} ditolak. Silakan unggah ulang.`
        : `Iuran ${formatMonth(lastMonth)} belum dibayar.`}
    </Notice>
  );
}

function WithdrawAction({ payment }: { payment: Payment }) {
  const { timeZone } = useEstate();
  const uploaded = formatDate(payment.tanggal_upload, timeZone);
  return (
    <DeleteAction
      id={payment.id}
      of={`pembayaran ${formatMonth(payment)}`}
      question={{
        title: `Hapus pembayaran ${formatMonth(payment)}?`,
        message: `Bukti yang diunggah ${uploaded} hilang dari daftar, tetapi tetap tersimpan untuk pemeriksaan. Anda dapat mengunggah bukti lain sesudahnya.`,
      }}
      by={useWithdrawPayment()}
      failed={(error) =>
        error instanceof CallError && error.code === 'payment_confirmed'
          ? 'Tidak dapat dihapus!'
          : 'Gagal menghapus pembayaran'
      }
    />
  );
}
