import { type Ref, useImperativeHandle, useState } from 'react';
import * as z from 'zod/mini';
import { monthKey, type Period } from '../../../contract/format.ts';
import { waitingWords } from '../../../contract/messages.ts';
import { monthPayment, monthStatus } from '../../../contract/month-status.ts';
import { namesMonths, paidMonths } from '../../../contract/paid-months.ts';
import { formatMonths, periodsOf } from '../../../contract/payment-months.ts';
import { canPay, type Payment, payableYears, statusLabels } from '../../../contract/payments.ts';
import { transferReference } from '../../../contract/references.ts';
import { useThisMonth } from '../../shared/estate.ts';
import { MonthChips } from '../../shared/MonthChips.tsx';
import { ChipField } from '../../ui/ChipField.tsx';
import { leavingPhoto } from '../../ui/confirm.ts';
import { FormSheet } from '../../ui/FormSheet.tsx';
import { MonthPicker } from '../../ui/MonthPicker.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { notify } from '../../ui/notify.ts';
import { TextField } from '../../ui/TextField.tsx';
import { UploadField } from '../../ui/UploadField.tsx';
import { useForm } from '../../ui/use-form.ts';
import { type UnsentPayment, useOwnRates, useUploadPayment } from './api.ts';
import {
  nextPayable,
  offeredMonths,
  type openMonths,
  type Span,
  spanChoices,
  uncharged,
} from './payable-months.ts';
import { proofField } from './proof.ts';
import { RecentChanges } from './RecentChanges.tsx';
import { TransferTo } from './TransferTo.tsx';
import { useBill } from './use-bill.ts';

/** What is preselected and, after a failed send, the months and the proof chosen before. */
export interface Paying {
  period: Period;
  span?: Span;
  months?: readonly Period[];
  unsent?: UnsentPayment;
  /** The picture that another app shared. */
  shared?: File;
}

export interface UploadHandle {
  open(paying: Paying): void;
}

interface Props {
  ref: Ref<UploadHandle>;
  /** Opens it with the page. */
  initial: Paying | null;
  /** Whether the open months are known, or could not be read; the dialog waits for it once. */
  isReady: boolean;
  /** The user's payments, to find the open months. */
  payments: readonly Payment[];
  unsent: readonly Period[];
  open: ReturnType<typeof openMonths>;
  isFree(month: Period): boolean;
}

interface OpenProps extends Omit<Props, 'ref' | 'initial' | 'isReady'> {
  paying: Paying;
  onClose(): void;
}

const transferChoices = [
  { value: 'kode', label: 'Dengan kode' },
  { value: 'tanpa', label: 'Tanpa kode' },
];

const schema = z.object({ ...paidMonths, ...transferReference, ...proofField }).check(...namesMonths);

const proofOf = ({ unsent, shared }: Paying) => {
  const proof = unsent?.files.bukti_transfer ?? shared;
  return proof instanceof File ? proof : null;
};

/** Keeps its own state: opening it must not render the page behind it, which takes a cheap phone longer. */
export function UploadDialog({ ref, initial, isReady, ...rest }: Props) {
  const [paying, setPaying] = useState(initial);
  const [wasReady, setWasReady] = useState(isReady);
  if (isReady && !wasReady) setWasReady(true); // the form reads again what could not be read: that must not close it
  useImperativeHandle(ref, () => ({ open: setPaying }), []);
  return wasReady && paying && <OpenDialog paying={paying} onClose={() => setPaying(null)} {...rest} />;
}

/** Cash and what a line of the bank paid have no slip that could be refused: they were taken back. */
function refusedTitle({ metode, bukti_transfer }: Payment): string {
  if (metode === 'tunai') return 'Pembayaran tunai dibatalkan';
  return bukti_transfer ? 'Bukti sebelumnya ditolak' : 'Pembayaran sebelumnya dibatalkan';
}

const picking = { value: 'pilih', label: 'Pilih bulan' };

const keysOf = (months: readonly Period[] | undefined) =>
  months && months.length > 0 ? months.map(monthKey) : undefined;

function OpenDialog({ paying, payments, unsent, open, isFree, onClose }: OpenProps) {
  const thisMonth = useThisMonth();
  const dues = useOwnRates();
  const { send, progress } = useUploadPayment();
  const [isCoded, setCoded] = useState(!paying.unsent || paying.unsent.body.tagihan !== undefined);
  const choices = spanChoices(open, thisMonth);
  const offered = offeredMonths(open, paying.months ?? []);
  const chosen = choices.find(({ value }) => value === paying.span);
  const first = paying.span && !chosen ? nextPayable(open, thisMonth) : paying.period;
  const form = useForm({
    initial: {
      tahun: first.tahun,
      bulan: canPay(monthStatus(payments, first)) && !isFree(first) ? first.bulan : null, // none is open
      'bulan[]': keysOf(paying.months ?? chosen?.months),
      bukti_transfer: proofOf(paying),
      referensi: paying.unsent?.body.referensi ?? '',
    },
    schema,
    send: async (sent: z.output<typeof schema>) => {
      const { 'bulan[]': several, tahun, bulan, referensi, bukti_transfer } = sent;
      const period = several ? { 'bulan[]': several } : { tahun, bulan };
      const body = {
        ...period,
        ...(coded?.id && { tagihan: coded.id }),
        ...(referensi && { referensi }),
      };
      const title = formatMonths(periodsOf(period));
      const answer = await send({ body, files: { bukti_transfer } }, { title, instead: paying.unsent?.key });
      if (answer) notify.success(answer.message, { message: title });
      else notify.news(waitingWords.title, { message: waitingWords.kept });
    },
    onSent: onClose,
  });

  const { tahun, bulan, 'bulan[]': several, bukti_transfer, referensi } = form.values;
  const months = several ? periodsOf({ 'bulan[]': several }) : [{ tahun, bulan: bulan ?? thisMonth.bulan }];
  const sameMonths = choices.find((choice) => keysOf(choice.months)?.join() === several?.join())?.value;
  const [isPicking, setPicking] = useState(paying.months !== undefined && !sameMonths);
  const span = several ? sameMonths : '1';
  const changeSpan = (value: string) => {
    setPicking(value === picking.value);
    const months = choices.find((choice) => choice.value === value)?.months;
    form.set('bulan[]', value === picking.value ? (several ?? []) : keysOf(months));
  };
  const earlier = bulan && !several ? monthPayment(payments, { tahun, bulan }) : undefined;
  const takenBy = (year: number, month: number) => {
    if (unsent.some((one) => one.tahun === year && one.bulan === month)) return waitingWords.title;
    const period = { tahun: year, bulan: month };
    const status = monthStatus(payments, period);
    if (!canPay(status)) return statusLabels[status];
    return isFree(period) ? uncharged : undefined;
  };
  const chosenMonths = several || (bulan && !takenBy(tahun, bulan)) ? months : [];
  const bill = useBill(chosenMonths);
  const coded = isCoded ? bill : null;
  const plain = months.reduce((sum, month) => sum + dues(month), 0);
  const changeYear = (year: number) => {
    form.set('tahun', year);
    if (bulan && takenBy(year, bulan)) form.set('bulan', null);
  };

  return (
    <FormSheet
      of={form}
      title="Tambah Pembayaran"
      failed="Gagal mengupload pembayaran"
      onClose={onClose}
      guard={paying.unsent ? form.dirty : referensi !== '' || (bukti_transfer !== null && leavingPhoto)}
      submit="Kirim bukti"
      disabled={coded === undefined}
    >
      {(offered.length > 1 || several) && (
        <ChipField
          label="Dibayar sekaligus"
          options={[...choices, picking]}
          value={isPicking ? picking.value : (span ?? '')}
          onChange={changeSpan}
          {...(!isPicking && { error: form.errors['bulan[]'], 'data-path': 'bulan[]' })}
        />
      )}
      {isPicking && (
        <MonthChips
          {...form.field('bulan[]')}
          label="Bulan yang dibayar"
          months={offered}
          value={several ?? []}
        />
      )}
      {isPicking ? null : several ? (
        <Notice tone="info" title={`${several.length} bulan dengan satu bukti`}>
          {formatMonths(months)}
        </Notice>
      ) : (
        <MonthPicker
          year={{ ...form.field('tahun'), onChange: changeYear }}
          month={form.field('bulan')}
          years={payableYears(thisMonth.tahun)}
          unavailable={(month) => takenBy(tahun, month)}
        />
      )}
      {earlier?.status === 'ditolak' && (
        <Notice tone="warning" title={refusedTitle(earlier)}>
          <p>{earlier.catatan ?? 'Periksa kembali jumlah, rekening tujuan, dan kejelasan fotonya.'}</p>
          <p>Jika uangnya sudah Anda transfer, cukup kirim bukti yang benar.</p>
        </Notice>
      )}
      <RecentChanges only={['rekening', 'qris']} />
      <TransferTo amount={coded === undefined ? null : (coded?.jumlah ?? plain)} coded={coded ?? undefined} />
      {bill !== null && (
        <ChipField
          label="Yang saya transfer"
          options={transferChoices}
          value={isCoded ? 'kode' : 'tanpa'}
          onChange={(value) => setCoded(value === 'kode')}
        />
      )}
      <UploadField
        {...form.field('bukti_transfer')}
        label="Bukti transfer"
        description="Foto struk atau tangkapan layar, maksimal 10 MB."
        required
        progress={progress}
      />
      <TextField
        {...form.field('referensi')}
        label="Nomor referensi (bila ada)"
        description="Tertulis di bukti transfer. Dengan nomor ini transfer Anda lebih cepat ditemukan di bank."
        autoComplete="off"
      />
    </FormSheet>
  );
}
