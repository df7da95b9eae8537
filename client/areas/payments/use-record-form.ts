import { useState } from 'react';
import * as z from 'zod/mini';
import { monthKey, monthOf, type Period } from '../../../contract/format.ts';
import { namesMonths } from '../../../contract/paid-months.ts';
import {
  type MonthRow,
  type PaymentMethod,
  recordableYears,
  recordPayment,
} from '../../../contract/payments.ts';
import { useDues, useThisMonth } from '../../shared/estate.ts';
import { type ChosenPeriod, monthsFrom, picking } from '../../shared/MonthCountField.tsx';
import { firstPlaces } from '../../shared/PlaceFields.tsx';
import { nameAndHouse, usePayerDues } from '../../shared/payers.ts';
import { useSend } from '../../shared/queries.ts';
import type { Schema } from '../../ui/form-values.ts';
import { notify } from '../../ui/notify.ts';
import { useForm } from '../../ui/use-form.ts';
import { usePayerRates } from './api.ts';
import { proofField } from './proof.ts';

export type RecordAbout = Period & Partial<Pick<MonthRow, 'user_id' | 'nama' | 'blok'>>;

interface Options {
  about?: RecordAbout | undefined;
  /** Stores the input as a draft under this key. */
  draftKey?: string | undefined;
  onRecorded?(): void;
}

const inCash = z.object(recordPayment.body.shape).check(...namesMonths);
const byTransfer = z.object({ ...recordPayment.body.shape, ...proofField }).check(...namesMonths);
type Output = z.output<typeof recordPayment.body> & { bukti_transfer?: File | undefined };

const schema: Schema<Output> = {
  '~standard': {
    validate: (values) =>
      (Object(values).metode === 'tunai' ? inCash : byTransfer)['~standard'].validate(values),
  },
};

export type RecordValues = ReturnType<typeof blank>;

function blank({ tahun, bulan, user_id, nama, blok }: RecordAbout, dues: number) {
  return {
    user_id: user_id === undefined ? null : String(user_id),
    warga: nama === undefined ? '' : nameAndHouse({ nama, blok: blok ?? null }), // display only, not sent
    tahun: tahun as number | null,
    bulan: bulan as number | null,
    banyak: '1', // display only
    'bulan[]': undefined as string[] | undefined,
    jumlah: dues as number | null,
    metode: 'transfer' as PaymentMethod,
    keterangan: '',
    bukti_transfer: null as File | null,
    ...firstPlaces,
  };
}

interface Chosen extends ChosenPeriod {
  'bulan[]'?: string[] | undefined;
}

const chosenMonths = (chosen: Chosen, banyak: string): Period[] =>
  chosen['bulan[]']?.map(monthOf) ?? monthsFrom(chosen, Number(banyak));

export function useRecordForm({ about, draftKey, onRecorded }: Options) {
  const thisMonth = useThisMonth();
  const years = recordableYears(thisMonth.tahun);
  const dues = useDues();
  const { send, progress } = useSend(recordPayment);
  const start = (from: RecordAbout = thisMonth) => {
    const about = years.includes(from.tahun) ? from : { ...from, ...thisMonth };
    return blank(about, dues(about));
  };
  const form = useForm<RecordValues, Output>({
    initial: start(about),
    schema,
    draftKey,
    send: async ({ bukti_transfer, ...received }, { banyak, akun_id, dana_id }) => {
      const several = chosenMonths(received, banyak).map(monthKey);
      const { tahun, bulan, 'bulan[]': picked, ...rest } = received;
      const body = picked || several.length > 1 ? { ...rest, 'bulan[]': several } : { ...rest, tahun, bulan };
      const { message, data } = await send({ body, files: { bukti_transfer } });
      notify.success(message, { message: data.nama });
      // Keeps month, method and place: the next payment usually has the same ones.
      const kept = { metode: received.metode ?? 'transfer', akun_id, dana_id };
      form.reset({ ...start(monthsFrom(received, 1)[0]), ...kept });
    },
    onSent: onRecorded,
  });
  const { tunggakan = [], terbuka = [], halangan } = usePayerDues(form.values.user_id) ?? {};
  const cost = usePayerRates(form.values.user_id);
  const months = chosenMonths(form.values, form.values.banyak);
  const owed = months.reduce((sum, month) => sum + cost(month), 0);
  const [followed, setFollowed] = useState(owed);
  // An amount equal to what the months cost follows another choice of months or of the payer.
  if (owed && followed !== owed) {
    setFollowed(owed);
    if (form.values.jumlah === followed) form.set('jumlah', owed);
  }
  const changeCount = (banyak: string) => {
    form.set('banyak', banyak);
    form.set('bulan[]', banyak === picking ? [] : undefined);
  };
  const changePayer = (id: string | null, warga: string) => {
    form.field('user_id').onChange(id);
    form.field('warga').onChange(warga);
    changeCount(form.values.banyak); // others owe other months
  };
  const open = [...tunggakan, ...terbuka];
  return { form, years, open, owed, halangan, changePayer, changeCount, progress };
}
