import { formatRupiah } from '../../../contract/format.ts';
import { type Fund, type MoneyAccount, transferMoney } from '../../../contract/places.ts';
import { BalancePreview } from '../../shared/BalancePreview.tsx';
import { useToday } from '../../shared/estate.ts';
import { asOptions, placeOf } from '../../shared/places.ts';
import { useSend } from '../../shared/queries.ts';
import { DateField } from '../../ui/DateField.tsx';
import { FormSheet } from '../../ui/FormSheet.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { clearable, empty } from '../../ui/use-form.ts';
import { useReportedForm } from '../../ui/use-reported-form.ts';

interface Props {
  accounts: readonly MoneyAccount[];
  /** Cash in the hands of people, which others move: of a coordinator who has left, or what is missing there. */
  held: readonly MoneyAccount[];
  funds: readonly Fund[];
  onClose: () => void;
}

export function TransferDialog({ accounts, held, funds, onClose }: Props) {
  const today = useToday();
  const { send } = useSend(transferMoney);
  const [account, fund] = [String(accounts[0]?.id ?? ''), String(funds[0]?.id ?? '')];
  const isSplit = accounts.length > 1 || funds.length > 1;
  const form = useReportedForm({
    initial: {
      dari_akun: isSplit ? account : String(held.find(({ saldo }) => saldo > 0)?.id ?? account),
      dari_dana: fund,
      ke_akun: String(accounts[1]?.id ?? held.find(({ saldo }) => saldo < 0)?.id ?? account),
      ke_dana: accounts.length > 1 ? fund : String(funds[1]?.id ?? fund),
      jumlah: empty.number,
      tanggal: clearable(today),
      keterangan: '',
    },
    schema: transferMoney.body,
    draftKey: 'pindah-uang',
    send: (body) => send({ body }),
    about: ({ jumlah }) => formatRupiah(jumlah),
    onSent: onClose,
  });
  const { values } = form;
  const filled = held.filter(({ id, saldo }) => saldo > 0 || String(id) === values.dari_akun);
  const sources = [...accounts, ...filled];
  const short = held.filter(({ id, saldo }) => saldo < 0 || String(id) === values.ke_akun);
  const targets = [...accounts, ...short];
  return (
    <FormSheet
      of={form}
      title="Pindahkan Uang"
      failed="Gagal memindahkan uang"
      submit="Pindahkan"
      onClose={onClose}
    >
      {(sources.length > 1 || targets.length > 1) && (
        <>
          <SelectField {...form.field('dari_akun')} label="Dari rekening" options={asOptions(sources)} />
          <SelectField {...form.field('ke_akun')} label="Ke rekening" options={asOptions(targets)} />
        </>
      )}
      {funds.length > 1 && (
        <>
          <SelectField {...form.field('dari_dana')} label="Dari dana" options={asOptions(funds)} />
          <SelectField {...form.field('ke_dana')} label="Ke dana" options={asOptions(funds)} />
        </>
      )}
      <NumberField {...form.field('jumlah')} label="Jumlah" prefix="Rp" required />
      <DateField {...form.field('tanggal')} label="Tanggal" max={today} required />
      <TextField {...form.field('keterangan')} label="Keterangan (opsional)" />
      <BalancePreview
        from={placeOf({ accounts: sources, funds }, values.dari_akun, values.dari_dana)}
        to={placeOf({ accounts: targets, funds }, values.ke_akun, values.ke_dana)}
        jumlah={values.jumlah ?? 0}
      />
    </FormSheet>
  );
}
