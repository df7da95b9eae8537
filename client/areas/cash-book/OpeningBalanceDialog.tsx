import { setOpeningBalance } from '../../../contract/book.ts';
import { formatRupiah } from '../../../contract/format.ts';
import { useToday } from '../../shared/estate.ts';
import { firstPlaces, PlaceFields } from '../../shared/PlaceFields.tsx';
import { usePlaces } from '../../shared/places.ts';
import { useSend } from '../../shared/queries.ts';
import { DateField } from '../../ui/DateField.tsx';
import { FormSheet } from '../../ui/FormSheet.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { empty } from '../../ui/use-form.ts';
import { useReportedForm } from '../../ui/use-reported-form.ts';

/** What the estate had before its first entry. */
export function OpeningBalanceDialog({ onClose }: { onClose: () => void }) {
  const today = useToday();
  const { accounts } = usePlaces();
  const { send } = useSend(setOpeningBalance);
  const form = useReportedForm({
    initial: { jumlah: empty.number, tanggal: empty.date, ...firstPlaces },
    schema: setOpeningBalance.body,
    draftKey: 'saldo-awal',
    send: (body) => send({ body }),
    about: ({ jumlah }) => formatRupiah(jumlah),
    onSent: onClose,
  });
  return (
    <FormSheet
      of={form}
      title="Catat Saldo Awal"
      failed="Gagal mencatat saldo awal"
      about={`Uang yang sudah ada sebelum transaksi pertama, satu kali untuk tiap rekening. Bukan pemasukan. ${
        accounts.length > 1
          ? 'Rekening lainnya dicatat di tab Rekening & Dana.'
          : 'Ada uang di bank dan di tangan? Tambah dahulu rekening banknya di tab Rekening & Dana.'
      }`}
      onClose={onClose}
    >
      <NumberField {...form.field('jumlah')} label="Jumlah" prefix="Rp" required />
      <DateField
        {...form.field('tanggal')}
        label="Tanggal"
        description="Hari saldo itu dihitung."
        max={today}
        required
      />
      <PlaceFields account={form.field('akun_id')} fund={form.field('dana_id')} />
    </FormSheet>
  );
}
