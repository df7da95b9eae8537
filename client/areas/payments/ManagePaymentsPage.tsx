import { IconChecklist, IconCirclePlus, IconReceipt } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount, formatMonth, type Period } from '../../../contract/format.ts';
import { type MonthRow, recordableYears } from '../../../contract/payments.ts';
import { type Actor, blockLetter } from '../../../contract/people.ts';
import { canOn, reachOf } from '../../../contract/policy.ts';
import { useActor } from '../../lib/auth.tsx';
import { useEstate, useThisMonth } from '../../lib/estate.ts';
import { Button } from '../../ui/Button.tsx';
import { DataList } from '../../ui/DataList.tsx';
import { ExportMenu } from '../../ui/ExportMenu.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageAction } from '../../ui/PageAction.tsx';
import { RowAction } from '../../ui/RowAction.tsx';
import { useFilter } from '../../ui/use-filter.ts';
import { useMonthDownload, useMonthPayments } from './api.ts';
import { MonthSummary } from './MonthSummary.tsx';
import { type Filter, matching, ofBlock, PaymentFilters, wholeMonth } from './PaymentFilters.tsx';
import { RecordDialog } from './RecordDialog.tsx';
import { ReviewActions } from './ReviewActions.tsx';
import { type Reviewing, ReviewViewer } from './ReviewViewer.tsx';
import { staffColumns } from './staff-columns.tsx';
import { mayReview } from './use-decide.ts';
import type { RecordAbout } from './use-record-form.ts';

/** A month's dues of everyone in scope: who paid, whose proof waits, who owes. */
export default function ManagePaymentsPage() {
  const actor = useActor();
  const thisMonth = useThisMonth();
  const { timeZone } = useEstate();
  const { filter, change, clear } = useFilter(wholeMonth(thisMonth));
  const [reviewing, setReviewing] = useState<Reviewing | null>(null);
  const [recording, setRecording] = useState<RecordAbout | null>(null);

  const month = useMonthPayments(filter);
  const counted = month.rows && ofBlock(month.rows, filter.block);
  const rows = counted && matching(counted, filter);
  const waiting = rows?.filter((row) => mayReview(actor, row)) ?? [];
  const columns = staffColumns(timeZone, ({ id }) => setReviewing({ first: id, among: 'shown' }));

  return (
    <Page
      title={titleFor(actor)}
      context={`Iuran ${formatMonth(filter)}`}
      action={
        waiting[0] && (
          <PageAction
            label={`Periksa ${formatCount(waiting.length)} bukti`}
            icon={IconChecklist}
            onClick={() => setReviewing({ first: waiting[0]?.id ?? 0, among: 'waiting' })}
          />
        )
      }
      aside={
        <>
          <Button onClick={() => setRecording({ tahun: filter.tahun, bulan: filter.bulan })}>
            Tambah Pembayaran
          </Button>
          <MonthExport filter={filter} />
        </>
      }
      filters={<PaymentFilters filter={filter} onFilter={change} onClear={clear} />}
    >
      {(counted || !month.error) && <MonthSummary rows={counted} />}
      <DataList
        label={`Pembayaran ${formatMonth(filter)}`}
        columns={[columns.bukti, columns.warga, columns.status, columns.jumlah]}
        rows={rows}
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
        error={month.error}
        onRetry={month.retry}
        filtered={Boolean(month.rows?.length)}
        onClearFilters={clear}
        empty={{
          title: 'Belum ada pembayaran.',
          message: `Pembayaran ${formatMonth(filter)} akan tampil di sini.`,
          icon: IconReceipt,
        }}
      />
      {reviewing && (
        <ReviewViewer
          rows={reviewing.among === 'waiting' ? waiting : (rows ?? [])}
          first={reviewing.first}
          onClose={() => setReviewing(null)}
        />
      )}
      <RecordDialog about={recording} onClose={() => setRecording(null)} />
    </Page>
  );
}

function titleFor(actor: Actor): string {
  if (actor.jenis === 'admin') return 'Data Pembayaran';
  const letter = reachOf(actor, 'payments.read') === 'block' && blockLetter(actor.blok);
  return letter ? `Pembayaran Warga Blok ${letter}` : 'Pembayaran Warga';
}

/** Never one's own: only residents owe, and none of them records. */
function mayRecord(actor: Actor, row: MonthRow, thisMonth: Period): boolean {
  const owed = row.status === 'belum_bayar' && recordableYears(thisMonth.tahun).includes(row.tahun);
  return owed && canOn(actor, 'payments.record', row);
}

/** What is listed, as a file. */
function MonthExport({ filter: { tahun, bulan, block, status, search } }: { filter: Filter }) {
  const input = {
    params: { year: tahun, month: bulan },
    query: { blok: block || undefined, status: status || undefined, q: search.trim() || undefined },
  };
  return <ExportMenu download={useMonthDownload()} input={input} />;
}
