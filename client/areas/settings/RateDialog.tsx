import * as z from 'zod/mini';
import { formatMonth, formatRupiah, monthKey, monthOf, shiftMonth } from '../../../contract/format.ts';
import { namesIn } from '../../../contract/names-in.ts';
import {
  type HouseStatus,
  houseStatuses,
  houseStatusLabels,
  type RateSummary,
  rateMonthsAhead,
  setRate,
  summarizeRate,
} from '../../../contract/rates.ts';
import { duesIn, type Settings } from '../../../contract/settings.ts';
import { AnnouncedPasswordField } from '../../shared/AnnouncedPasswordField.tsx';
import { useThisMonth } from '../../shared/estate.ts';
import { useRead, useSend } from '../../shared/queries.ts';
import { ResidentField } from '../../shared/ResidentField.tsx';
import { FormSheet } from '../../ui/FormSheet.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { optionsOf, SelectField } from '../../ui/SelectField.tsx';
import { SwitchField } from '../../ui/SwitchField.tsx';
import { useReportedForm } from '../../ui/use-reported-form.ts';

const scopes = {
  semua: 'Semua rumah',
  blok: 'Satu blok',
  rumah: 'Satu status rumah',
  warga: 'Satu rumah',
} as const;

const valuesOf = ({ blockLetters, duesAmount }: Settings, sejak: string) => ({
  untuk: 'semua' as keyof typeof scopes,
  huruf_blok: blockLetters[0] ?? 'A',
  rumah: 'kosong' as HouseStatus,
  user_id: null as string | null,
  warga: '',
  sejak,
  jumlah: duesAmount as number | null,
  selesai: false,
  password: '',
});

const schema = z.object({ password: setRate.body.shape.password, sejak: setRate.body.shape.sejak });

/** What is sent, without the password. */
function rateOf({ untuk, huruf_blok, rumah, user_id, sejak, jumlah, selesai }: ReturnType<typeof valuesOf>) {
  return {
    sejak,
    jumlah: selesai && untuk !== 'semua' ? null : jumlah,
    ...(untuk === 'blok' ? { huruf_blok } : {}),
    ...(untuk === 'rumah' ? { rumah } : {}),
    ...(untuk === 'warga' && user_id ? { user_id: Number(user_id) } : {}),
  };
}

const secret = ['password'] as const;

interface Props {
  settings: Settings;
  onClose(): void;
}

/** Shows what a rate would change before it is saved. */
export function RateDialog({ settings, onClose }: Props) {
  const { blockLetters, duesHistory } = settings;
  const thisMonth = useThisMonth();
  const { send } = useSend(setRate);
  const form = useReportedForm({
    initial: valuesOf(settings, monthKey(shiftMonth(thisMonth, 1))),
    schema,
    draftKey: 'tarif',
    secret,
    send: ({ password }, values) => send({ body: { ...rateOf(values), password } }),
    onSent: onClose,
  });
  const { untuk, selesai, sejak } = form.values;
  const { jumlah, ...rest } = rateOf(form.values);
  const isWhole = (jumlah !== null || selesai) && (untuk !== 'warga' || 'user_id' in rest);
  const query = { ...rest, ...(jumlah === null ? {} : { jumlah }) };
  const { data: read, isPlaceholderData: isOld } = useRead(
    'payments',
    summarizeRate,
    { query },
    { enabled: isWhole },
  );
  const summary = isOld ? undefined : read?.data; // only what is about to be saved
  const isInForce = untuk === 'semua' && jumlah === duesIn(duesHistory, monthOf(sejak));
  const months = Array.from({ length: rateMonthsAhead + 1 }, (_, at) => shiftMonth(thisMonth, at));
  return (
    <FormSheet
      of={form}
      title="Ubah tarif"
      failed="Gagal menyimpan tarif iuran"
      submit="Simpan tarif"
      onClose={onClose}
      disabled={!summary || !isWhole || isInForce}
      drops
    >
      <SelectField
        {...form.field('untuk')}
        label="Berlaku untuk"
        options={optionsOf(namesIn(scopes), scopes)}
      />
      {untuk === 'blok' && (
        <SelectField {...form.field('huruf_blok')} label="Blok" options={[...blockLetters]} />
      )}
      {untuk === 'rumah' && (
        <SelectField
          {...form.field('rumah')}
          label="Status rumah"
          options={optionsOf(houseStatuses, houseStatusLabels)}
        />
      )}
      {untuk === 'warga' && (
        <ResidentField
          {...form.field('user_id')}
          label="Rumah"
          placeholder="Ketik nama atau blok"
          chosen={form.values.warga}
          onChange={(id, label) => {
            form.set('user_id', id);
            form.set('warga', label);
          }}
        />
      )}
      {untuk !== 'semua' && (
        <SwitchField
          label="Ikut tarif umum lagi"
          checked={selesai}
          onChange={(on) => form.set('selesai', on)}
        />
      )}
      {(untuk === 'semua' || !selesai) && (
        <NumberField
          {...form.field('jumlah')}
          label="Tarif per bulan"
          description={untuk === 'semua' ? undefined : 'Rp 0 berarti tidak ditagih.'}
          prefix="Rp"
          maxDigits={10}
          required
        />
      )}
      <SelectField
        {...form.field('sejak')}
        label="Mulai bulan"
        options={months.map((month) => ({ value: monthKey(month), label: formatMonth(month) }))}
      />
      {isInForce ? (
        <Notice tone="info" title="Tarif ini sudah berlaku">
          Isi tarif yang lain, atau pilih rumah mana yang tarifnya berbeda.
        </Notice>
      ) : (
        summary && isWhole && <Summary of={summary} />
      )}
      <AnnouncedPasswordField field={form.field('password')} change="Perubahan tarif" />
    </FormSheet>
  );
}

function Summary({ of: { sejak, rumah, sebelum, sesudah } }: { of: RateSummary }) {
  return (
    <Notice tone="info" title={`Mulai ${formatMonth(monthOf(sejak))}: tarif ${rumah} rumah berubah`}>
      Iuran seluruh perumahan sebulan{' '}
      {rumah === 0
        ? `tetap ${formatRupiah(sebelum)}.`
        : `${formatRupiah(sebelum)} menjadi ${formatRupiah(sesudah)}. Bulan yang sudah dibayar tidak berubah.`}
    </Notice>
  );
}
