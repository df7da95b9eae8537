import { decideApproval, type ListedApproval } from '../../../contract/approvals.ts';
import { listClosings, type NextClosing } from '../../../contract/closings.ts';
import { formatDate, formatDateTime, formatMonth, monthOf } from '../../../contract/format.ts';
import { useActor } from '../../shared/auth.tsx';
import { confirmWithdrawal } from '../../shared/confirm-withdrawal.ts';
import { useEstate } from '../../shared/estate.ts';
import { useRead, useSend } from '../../shared/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { notify } from '../../ui/notify.ts';
import { useBalance } from '../cash-book/api.ts';
import { sumsOf } from './ClosingCard.tsx';
import { CountForm } from './CountForm.tsx';

/** The next month changes with the book, with lines of the bank, and with the decision about its proposal. */
const topics = ['approvals', 'cash-book', 'statements'] as const;

/** The next month in order: not over yet, to be counted, or waiting for a second officer. */
export function NextMonth({ isFirst }: { isFirst: boolean }) {
  const next = useRead(topics, listClosings, { query: { limit: 1 } }).data?.berikutnya;
  if (!next) return null;
  const month = formatMonth(monthOf(next.bulan));
  return (
    <Section title={`Berikutnya: ${month}`} context={`${next.ringkasan.banyak} transaksi menurut buku.`}>
      <Facts of={sumsOf(next.ringkasan)} />
      {next.bisa ? (
        <State next={next} month={month} isFirst={isFirst} />
      ) : (
        <Notice tone="info">
          {month} dapat ditutup mulai {formatDate(next.mulai)}.
        </Notice>
      )}
    </Section>
  );
}

function State({ next, month, isFirst }: { next: NextClosing; month: string; isFirst: boolean }) {
  const { usulan } = next;
  if (usulan?.keputusan === null) return <Waiting proposal={usulan} />;
  return (
    <>
      {isFirst && <OpeningNotice />}
      <CountForm key={next.bulan} next={next} month={month} />
    </>
  );
}

/** After the first closing nothing can be dated before it any more. */
function OpeningNotice() {
  if (useBalance().data?.data.saldoAwal !== 0) return null;
  return (
    <Notice tone="warning" title="Saldo awal belum dicatat">
      Saldo awal bertanggal sebelum transaksi pertama, dan tidak dapat dicatat di bulan yang sudah ditutup.
      Bila kas sudah berisi sebelum memakai Guyub, catat dahulu di tab Buku.
    </Notice>
  );
}

function Waiting({ proposal }: { proposal: ListedApproval }) {
  const { id: actorId } = useActor();
  const { timeZone } = useEstate();
  const { send, isSending } = useSend(decideApproval);
  const { id, jenis, sidik, diajukan_oleh, diajukan_oleh_nama, diajukan_pada, halangan } = proposal;
  const withdraw = async () => {
    if (!(await confirmWithdrawal(jenis))) return;
    const sent = send({ params: { id }, body: { keputusan: 'tolak', sidik } });
    await notify.outcome(sent, 'Gagal membatalkan usulan');
  };
  return (
    <Notice
      tone="info"
      title="Menunggu persetujuan"
      action={
        diajukan_oleh === actorId && (
          <Button busy={isSending} onClick={() => void withdraw()}>
            Batalkan usulan
          </Button>
        )
      }
    >
      Diajukan oleh {diajukan_oleh_nama}, {formatDateTime(diajukan_pada, timeZone)}.{' '}
      {halangan ?? 'Setujui atau tolak di bagian atas halaman ini.'}
    </Notice>
  );
}
