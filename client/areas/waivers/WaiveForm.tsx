import { type FormEvent, useLayoutEffect, useState } from 'react';
import { amountOf } from '../../../contract/amount-of.ts';
import { formatCount, formatMonth, formatRupiah, monthKey, monthOf } from '../../../contract/format.ts';
import { waivedLabels } from '../../../contract/owed.ts';
import { mostMonths } from '../../../contract/payment-months.ts';
import {
  proposeWaiver,
  settleOldMonths,
  summarizeOldMonths,
  type WaiverReason,
  waiverReasonLabels,
  waiverReasons,
} from '../../../contract/waivers.ts';
import { useThisMonth } from '../../shared/estate.ts';
import { MonthChips } from '../../shared/MonthChips.tsx';
import { usePayerDues } from '../../shared/payers.ts';
import { useRead, useSend } from '../../shared/queries.ts';
import { SubmitButtons } from '../../ui/Form.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { notify } from '../../ui/notify.ts';
import { optionsOf, SelectField } from '../../ui/SelectField.tsx';
import { SwitchField } from '../../ui/SwitchField.tsx';
import { TextField } from '../../ui/TextField.tsx';

const old = 'lama';
type Why = WaiverReason | typeof old;
const options = [
  ...optionsOf(waiverReasons, waiverReasonLabels),
  { value: old, label: waivedLabels.sistem_lama },
] as const;

export interface Payer {
  user_id: number;
  nama: string;
}

export interface WaiveFormProps {
  payer: Payer;
  onClose(): void;
  onDirty(dirty: boolean): void;
}

/** What is overdue before a month: of one payer, or of all; undefined while it is counted. */
function useOldMonths(sebelum: string, user_id: number | undefined, enabled: boolean) {
  const { data, isPlaceholderData } = useRead(
    'payments',
    summarizeOldMonths,
    { query: { sebelum, user_id } },
    { enabled },
  );
  return isPlaceholderData ? undefined : data?.data;
}

/** Proposes that months are waived, or were settled in the old system. */
export function WaiveForm({ payer: { user_id, nama }, onClose, onDirty }: WaiveFormProps) {
  const thisMonth = useThisMonth();
  const { tunggakan = [], terbuka = [] } = usePayerDues(user_id) ?? {};
  const offered = [...tunggakan, ...terbuka];
  const [why, setWhy] = useState<Why>('berduka');
  const [words, setWords] = useState('');
  const [picked, setPicked] = useState<string[]>([]);
  const [before, setBefore] = useState('');
  const [all, setAll] = useState(false);
  const waive = useSend(proposeWaiver);
  const settle = useSend(settleOldMonths);
  const isOld = why === old;
  const dirty = picked.length > 0 || words !== '';
  useLayoutEffect(() => onDirty(dirty), [onDirty, dirty]);
  const latest = useOldMonths(monthKey(thisMonth), user_id, isOld)?.paling_akhir;
  const sebelum = before || (latest ?? '');
  const summary = useOldMonths(sebelum, all ? undefined : user_id, isOld && sebelum !== '');
  const chosen = offered.filter((month) => picked.includes(monthKey(month)));
  const sum = isOld ? summary?.jumlah : amountOf(chosen);
  const says = isOld
    ? `${formatCount(summary?.rumah ?? 0)} rumah, ${formatCount(summary?.bulan ?? 0)} bulan`
    : `${chosen.length} bulan`;
  const keys = chosen.map(monthKey);
  const isReady = isOld ? Boolean(summary?.rumah) : keys.length > 0 && keys.length <= mostMonths;
  const missing = isOld
    ? summary
      ? 'Tidak ada tunggakan sebelum bulan itu.'
      : 'Menghitung tunggakan…'
    : picked.length === 0
      ? 'Pilih dulu bulan yang tidak perlu dibayar.'
      : `Paling banyak ${mostMonths} bulan dalam satu usulan.`;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const sent = isOld
      ? settle.send({ body: { sebelum, user_id: all ? undefined : user_id } })
      : waive.send({ body: { user_id, bulan: keys, sebab: why, keterangan: words } });
    if (!(await notify.outcome(sent, 'Usulan belum terkirim', nama))) return;
    onClose();
  };
  const starts = [...tunggakan.slice(1).map(monthKey), monthKey(thisMonth)].filter(
    (key) => latest === undefined || key <= latest,
  );
  return (
    <form
      className="ui-stack"
      onSubmit={(event) => void submit(event)}
      aria-label="Bebaskan iuran"
      data-unkept={dirty || undefined}
    >
      <SelectField label="Alasan" value={why} onChange={setWhy} options={options} />
      {isOld ? (
        <>
          <SelectField
            label="Semua tunggakan sebelum"
            value={sebelum}
            onChange={setBefore}
            options={[...new Set([...starts, ...(latest ? [latest] : [])])].map((value) => ({
              value,
              label: formatMonth(monthOf(value)),
            }))}
          />
          <SwitchField label="Untuk semua rumah" checked={all} onChange={setAll} words={['Ya', 'Tidak']} />
        </>
      ) : (
        <>
          <MonthChips label="Bulan yang dibebaskan" months={offered} value={keys} onChange={setPicked} />
          <TextField
            label="Keterangan (opsional)"
            value={words}
            onChange={setWords}
            maxLength={300}
            autoComplete="off"
          />
        </>
      )}
      <Notice tone="info">
        {isReady ? `${formatRupiah(sum ?? 0)} tidak ditagih lagi (${says}).` : missing} Usulan ini baru
        berlaku setelah orang kedua menyetujuinya di Buku Kas.
      </Notice>
      <SubmitButtons
        onCancel={onClose}
        look="accent"
        busy={waive.isSending || settle.isSending}
        disabled={!isReady}
      >
        Ajukan
      </SubmitButtons>
    </form>
  );
}
