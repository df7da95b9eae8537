import type * as z from 'zod/mini';
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
import { Form, SubmitButtons } from '../../ui/Form.tsx';
import { optionsOf, SelectField } from '../../ui/SelectField.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { SwitchField } from '../../ui/SwitchField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useReportedForm } from '../../ui/use-reported-form.ts';

const kinds = optionsOf(accountKinds, accountKindLabels);
const used = ['Ya', 'Tidak'] as const;

interface AccountValues {
  nama: string;
  jenis: string;
  aktif: boolean;
}

export function AccountDialog({
  account,
  onClose,
}: {
  account: MoneyAccount | undefined;
  onClose: () => void;
}) {
  const [adding, changing] = [useSend(addMoneyAccount), useSend(changeMoneyAccount)];
  const title = account ? `Ubah ${account.nama}` : 'Tambah Rekening';
  const form = useReportedForm<AccountValues, z.output<typeof addMoneyAccount.body>>({
    initial: {
      nama: account?.nama ?? '',
      jenis: account?.jenis ?? 'bank',
      aktif: account?.aktif ?? true,
    },
    schema: addMoneyAccount.body,
    send: (body, { aktif }) =>
      account
        ? changing.send({ params: { id: account.id }, body: { ...body, aktif } })
        : adding.send({ body }),
    about: ({ nama }) => nama,
    onSent: onClose,
  });
  return (
    <Sheet opened onClose={onClose} title={title}>
      <Form of={form} label={title} failed="Gagal menyimpan rekening">
        <TextField {...form.field('nama')} label="Nama" placeholder="Misalnya: Bank BRI" required />
        <SelectField {...form.field('jenis')} label="Jenis" options={kinds} />
        {account && <InUse checked={form.values.aktif} onChange={(aktif) => form.set('aktif', aktif)} />}
        <SubmitButtons onCancel={onClose}>Simpan</SubmitButtons>
      </Form>
    </Sheet>
  );
}

interface FundValues {
  nama: string;
  terikat: boolean;
  aktif: boolean;
}

export function FundDialog({ fund, onClose }: { fund: Fund | undefined; onClose: () => void }) {
  const [adding, changing] = [useSend(addFund), useSend(changeFund)];
  const title = fund ? `Ubah ${fund.nama}` : 'Tambah Dana';
  const form = useReportedForm<FundValues, z.output<typeof addFund.body>>({
    initial: { nama: fund?.nama ?? '', terikat: fund?.terikat ?? false, aktif: fund?.aktif ?? true },
    schema: addFund.body,
    send: (body, { aktif }) =>
      fund ? changing.send({ params: { id: fund.id }, body: { ...body, aktif } }) : adding.send({ body }),
    about: ({ nama }) => nama,
    onSent: onClose,
  });
  return (
    <Sheet opened onClose={onClose} title={title}>
      <Form of={form} label={title} failed="Gagal menyimpan dana">
        <TextField {...form.field('nama')} label="Nama" placeholder="Misalnya: Pembangunan" required />
        <SwitchField
          label="Terikat"
          description="Dana terikat tidak boleh kurang dari nol."
          checked={form.values.terikat}
          onChange={(terikat) => form.set('terikat', terikat)}
          words={used}
        />
        {fund && <InUse checked={form.values.aktif} onChange={(aktif) => form.set('aktif', aktif)} />}
        <SubmitButtons onCancel={onClose}>Simpan</SubmitButtons>
      </Form>
    </Sheet>
  );
}

const InUse = (props: { checked: boolean; onChange: (checked: boolean) => void }) => (
  <SwitchField
    {...props}
    label="Dipakai"
    description="Hanya yang bersaldo nol dapat berhenti dipakai."
    words={used}
  />
);
