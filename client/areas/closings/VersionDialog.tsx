import { proposeClosingVersion } from '../../../contract/closings.ts';
import { formatMonth, monthOf } from '../../../contract/format.ts';
import { useSend } from '../../shared/queries.ts';
import { FormSheet } from '../../ui/FormSheet.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { TextareaField } from '../../ui/TextareaField.tsx';
import { empty } from '../../ui/use-form.ts';
import { useReportedForm } from '../../ui/use-reported-form.ts';

/** What was found wrong with a closed month, for a second officer to sign. */
export function VersionDialog({ bulan, onClose }: { bulan: string; onClose: () => void }) {
  const { send } = useSend(proposeClosingVersion);
  const month = formatMonth(monthOf(bulan));
  const form = useReportedForm({
    initial: { bulan, penjelasan: '', nomor: empty.number },
    schema: proposeClosingVersion.body,
    draftKey: `catatan-tutup-buku-${bulan}`,
    send: (body) => send({ body }),
    about: () => month,
    onSent: onClose,
  });
  return (
    <FormSheet
      of={form}
      title={`Catatan untuk ${month}`}
      failed="Gagal mengajukan catatan"
      about="Bulan yang sudah ditutup tidak diubah lagi. Catatan ini ditambahkan di bawahnya setelah disetujui pengurus lain."
      submit="Ajukan"
      onClose={onClose}
    >
      <TextareaField {...form.field('penjelasan')} label="Penjelasan" rows={4} required />
      <NumberField {...form.field('nomor')} label="Nomor transaksi pembetulan (opsional)" />
    </FormSheet>
  );
}
