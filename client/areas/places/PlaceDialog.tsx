import { accountKinds } from '../../../contract/cash-book.ts';
import {
  accountKindLabels,
  addFund,
  addMoneyAccount,
  changeFund,
  changeMoneyAccount,
  type Fund,
  type MoneyAccount,
} from '../../../contract/places.ts';
import { useSend } from '../../shared/queries.ts';
import { FormSheet } from '../../ui/FormSheet.tsx';
import { optionsOf, SelectField } from '../../ui/SelectField.tsx';
import { SwitchField } from '../../ui/SwitchField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useReportedForm } from '../../ui/use-reported-form.ts';

const yesOrNo = ['Ya', 'Tidak'] as const;

interface AccountProps {
  account: MoneyAccount | undefined;
  onClose(): void;
}

export function AccountDialog({ account, onClose }: AccountProps) {
  const [adding, changing] = [useSend(addMoneyAccount), useSend(changeMoneyAccount)];
  const form = useReportedForm({
    initial: {
      nama: account?.nama ?? '',
      jenis: account?.jenis ?? ('bank' as const),
      aktif: account?.aktif ?? true,
    },
    schema: addMoneyAccount.body,
    send: (body, _values, changes) =>
      account ? changing.send({ params: { id: account.id }, body: changes }) : adding.send({ body }),
    about: ({ nama }) => nama,
    onSent: onClose,
  });
  const title = account ? `Ubah ${account.nama}` : 'Tambah Rekening';
  return (
    <FormSheet of={form} title={title} failed="Gagal menyimpan rekening" onClose={onClose} drops>
      <TextField {...form.field('nama')} label="Nama" placeholder="Misalnya: Bank BRI" required />
      <SelectField
        {...form.field('jenis')}
        label="Jenis"
        options={optionsOf(accountKinds, accountKindLabels)}
      />
      {account && <InUse checked={form.values.aktif} onChange={(aktif) => form.set('aktif', aktif)} />}
    </FormSheet>
  );
}

export function FundDialog({ fund, onClose }: { fund: Fund | undefined; onClose(): void }) {
  const [adding, changing] = [useSend(addFund), useSend(changeFund)];
  const form = useReportedForm({
    initial: { nama: fund?.nama ?? '', terikat: fund?.terikat ?? false, aktif: fund?.aktif ?? true },
    schema: addFund.body,
    send: (body, _values, changes) =>
      fund ? changing.send({ params: { id: fund.id }, body: changes }) : adding.send({ body }),
    about: ({ nama }) => nama,
    onSent: onClose,
  });
  const title = fund ? `Ubah ${fund.nama}` : 'Tambah Dana';
  return (
    <FormSheet of={form} title={title} failed="Gagal menyimpan dana" onClose={onClose} drops>
      <TextField {...form.field('nama')} label="Nama" placeholder="Misalnya: Pembangunan" required />
      <SwitchField
        label="Terikat"
        description="Hanya untuk tujuannya, dan tidak boleh kurang dari nol."
        checked={form.values.terikat}
        onChange={(terikat) => form.set('terikat', terikat)}
        words={yesOrNo}
      />
      {fund && <InUse checked={form.values.aktif} onChange={(aktif) => form.set('aktif', aktif)} />}
    </FormSheet>
  );
}

const InUse = (props: { checked: boolean; onChange(checked: boolean): void }) => (
  <SwitchField
    {...props}
    label="Aktif"
    description="Baru dapat dinonaktifkan bila saldonya nol."
    words={yesOrNo}
  />
);
