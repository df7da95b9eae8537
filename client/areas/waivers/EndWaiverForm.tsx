import { useLayoutEffect } from 'react';
import type * as z from 'zod/mini';
import { formatMonth, monthKey, monthOf } from '../../../contract/format.ts';
import { formatMonths, mostMonths } from '../../../contract/payment-months.ts';
import { endWaiver } from '../../../contract/waivers.ts';
import { MonthChips } from '../../shared/MonthChips.tsx';
import { useSend } from '../../shared/queries.ts';
import { Form, SubmitButtons } from '../../ui/Form.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextareaField } from '../../ui/TextareaField.tsx';
import { useReportedForm } from '../../ui/use-reported-form.ts';
import type { RunningWaiver } from './RunningWaivers.tsx';
import type { WaiveFormProps } from './WaiveForm.tsx';

interface Props extends WaiveFormProps {
  waiver: RunningWaiver;
}

/** Proposes that waived months are owed again. */
export function EndWaiverForm({ payer: { user_id, nama }, waiver, onClose, onDirty }: Props) {
  const { months, persetujuan_id } = waiver;
  const { send } = useSend(endWaiver);
  const form = useReportedForm({
    initial: { user_id, bulan: months.slice(-mostMonths).map(monthKey), keterangan: '' },
    schema: endWaiver.body,
    draftKey: `akhiri-pembebasan-${persetujuan_id}`,
    send: (body: z.output<typeof endWaiver.body>) => send({ body }),
    about: () => nama,
    onSent: onClose,
  });
  useLayoutEffect(() => onDirty(form.dirty), [onDirty, form.dirty]);
  const chosen = form.values.bulan.map(monthOf);
  const [first] = chosen;
  return (
    <Form of={form} label="Akhiri pembebasan" failed="Usulan belum terkirim">
      {months.length > 1 && (
        <MonthChips {...form.field('bulan')} label="Bulan yang ditagih lagi" months={months} />
      )}
      <TextareaField {...form.field('keterangan')} label="Alasan" rows={2} required />
      {first && (
        <Notice tone="warning" title={`Ditagih lagi mulai ${formatMonth(first)}`}>
          {formatMonths(chosen)} ({chosen.length} bulan). Usulan ini baru berlaku setelah orang kedua
          menyetujuinya di Buku Kas.
        </Notice>
      )}
      <SubmitButtons onCancel={onClose} look="danger">
        Ajukan akhir pembebasan
      </SubmitButtons>
    </Form>
  );
}
