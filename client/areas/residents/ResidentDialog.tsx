import { IconTable } from '@tabler/icons-react';
import { blockLetter } from '../../../contract/people.ts';
import { reachOf } from '../../../contract/policy.ts';
import { changeResident, createResident, type Resident } from '../../../contract/residents.ts';
import { useActor } from '../../shared/auth.tsx';
import { HouseFields } from '../../shared/HouseFields.tsx';
import { CallError } from '../../shared/http.ts';
import { PersonFields } from '../../shared/PersonFields.tsx';
import { useSend } from '../../shared/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { FormSheet } from '../../ui/FormSheet.tsx';
import type { Schema } from '../../ui/form-values.ts';
import { NumberField } from '../../ui/NumberField.tsx';
import { notify } from '../../ui/notify.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useReportedForm } from '../../ui/use-reported-form.ts';

const secret = ['password'] as const;

interface Props {
  /** null for a new resident. */
  resident: Resident | null;
  onClose(): void;
  /** Many residents are to be added instead of a new one. */
  onMany(): void;
}

export function ResidentDialog({ resident, onClose, onMany }: Props) {
  const actor = useActor();
  const letter = reachOf(actor, 'residents.edit') === 'block' ? blockLetter(actor.blok) : null;
  const create = useSend(createResident);
  const change = useSend(changeResident);
  const schema: Schema<unknown> = resident ? changeResident.body : createResident.body;
  const form = useReportedForm({
    initial: {
      nama: resident?.nama ?? '',
      email: resident?.email ?? '',
      no_hp: resident?.no_hp ?? '',
      blok: resident?.blok ?? '',
      jumlah_keluarga: resident?.jumlah_keluarga ?? null,
      password: '',
      rumah: resident?.rumah ?? 'dihuni',
      rumah_sejak: null as string | null,
    },
    draftKey: resident ? undefined : 'warga-baru',
    secret,
    schema,
    send: (_parsed, { rumah: _, rumah_sejak: _day, ...values }, changes) => {
      const sent = resident
        ? change.send({ params: { id: resident.id }, body: changes })
        : create.send({ body: values });
      return sent.catch(reportBlockError);
    },
    about: (_parsed, { nama }) => nama,
    onSent: onClose,
  });
  return (
    <FormSheet
      of={form}
      title={resident ? 'Edit Warga' : 'Tambah Warga'}
      failed="Gagal menyimpan data warga"
      onClose={onClose}
      drops
    >
      {!resident && !form.dirty && (
        <Button look="quiet" icon={IconTable} onClick={onMany}>
          Tambah dari Excel
        </Button>
      )}
      <PersonFields
        name={form.field('nama')}
        email={form.field('email')}
        phone={form.field('no_hp')}
        advice={
          resident ? undefined : 'Tidak punya email? Isi misalnya a1@warga.test, lalu masuk dengan No HP.'
        }
      />
      <TextField
        {...form.field('blok')}
        label="Blok"
        description={
          letter
            ? `Anda hanya bisa mengelola warga di Blok ${letter}`
            : 'Huruf dan nomor rumah. Cukup satu akun untuk tiap rumah.'
        }
        placeholder={`Contoh: ${letter ?? 'A'}1-1`}
        required
      />
      <NumberField
        {...form.field('jumlah_keluarga')}
        label="Jumlah anggota keluarga (opsional)"
        maxDigits={2}
      />
      {resident && (
        <HouseFields status={form.field('rumah')} since={form.field('rumah_sejak')} before={resident.rumah} />
      )}
      <PasswordField
        {...form.field('password')}
        label="Password"
        description={resident && 'Kosongkan jika tidak diubah.'}
        autoComplete="new-password"
        strength
        required={!resident}
      />
    </FormSheet>
  );
}

function reportBlockError(error: unknown): never {
  if (error instanceof CallError && error.code === 'block_not_allowed')
    notify.error(error.message, { message: error.errors.blok });
  throw error;
}
