import type * as z from 'zod/mini';
import { proposeClosingVersion } from '../../../contract/closings.ts';
import { formatMonth, monthOf } from '../../../contract/format.ts';
import { useSend } from '../../shared/queries.ts';
import { Form, SubmitButtons } from '../../ui/Form.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { TextareaField } from '../../ui/TextareaField.tsx';
import { useReportedForm } from '../../ui/use-reported-form.ts';

interface Values {
  bulan: string;
  penjelasan: string;
  nomor: number | null;
}

/** What was found wrong with a closed month, for a second officer to sign. */
export function VersionDialog({ bulan, onClose }: { bulan: string; onClose: () => void }) {
  const { send } = useSend(proposeClosingVersion);
  const month = formatMonth(monthOf(bulan));
  const form = useReportedForm<Values, z.output<typeof proposeClosingVersion.body>>({
    initial: { bulan, penjelasan: '', nomor: null },
    schema: proposeClosingVersion.body,
    draftKey: `catatan-tutup-buku-${bulan}`,
    send: (body) => send({ body }),
    about: () => month,
    onSent: onClose,
  });
  return (
    <Sheet opened onClose={onClose} title={`Catatan untuk ${month}`}>
      <p>
        Bulan yang sudah ditutup tidak berubah. Catatan ini berdiri di sampingnya setelah pengurus lain
        menyetujui.
      </p>
      <Form of={form} label={`Catatan untuk ${month}`} failed="Gagal mengajukan catatan">
        <TextareaField {...form.field('penjelasan')} label="Penjelasan" rows={4} required />
        <NumberField {...form.field('nomor')} label="Nomor transaksi pembetulan (opsional)" />
        <SubmitButtons onCancel={onClose}>Ajukan</SubmitButtons>
      </Form>
    </Sheet>
  );
}
