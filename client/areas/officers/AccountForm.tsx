import { useLayoutEffect } from 'react';
import { type Account, changeAccount, createAccount, type Officer } from '../../../contract/officers.ts';
import { grantableRoles, needsHouse, type Role, roleNames } from '../../../contract/people.ts';
import { type AccountStatus, accountStatuses } from '../../../contract/residents.ts';
import { useActor } from '../../shared/auth.tsx';
import { HouseFields } from '../../shared/HouseFields.tsx';
import { PersonFields } from '../../shared/PersonFields.tsx';
import { useSend } from '../../shared/queries.ts';
import { FieldGrid } from '../../ui/FieldGrid.tsx';
import { Form, SubmitButtons } from '../../ui/Form.tsx';
import type { Schema } from '../../ui/form-values.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { optionsOf, SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useReportedForm } from '../../ui/use-reported-form.ts';

interface Props {
  account?: Officer | Account | undefined;
  roles: readonly Role[];
  onDone(): void;
  onCancel?: (() => void) | undefined;
  onDirty?: ((dirty: boolean) => void) | undefined;
  /** Stores the input as a draft under this key, without the password. */
  draftKey?: string | undefined;
  /** Focuses the first field, which also scrolls to the form: the button that opened it may be far away. */
  autoFocus?: boolean | undefined;
}

export const statusNames: Record<AccountStatus, string> = { active: 'Aktif', inactive: 'Nonaktif' };

const secret = ['password'] as const;

export function AccountForm({ account, roles, onDone, onCancel, onDirty, draftKey, autoFocus }: Props) {
  const actor = useActor();
  const offered = grantableRoles(actor).filter((role) => roles.includes(role));
  const isOneself = account?.id === actor.id;
  const create = useSend(createAccount);
  const change = useSend(changeAccount);
  const schema: Schema<unknown> = account ? changeAccount.body : createAccount.body;
  const form = useReportedForm({
    initial: {
      nama: account?.nama ?? '',
      email: account?.email ?? '',
      no_hp: account?.no_hp ?? '',
      blok: account?.blok ?? '',
      jenis: account?.jenis ?? ('' as Role),
      password: '',
      ...(account ? { status: account.status } : {}),
      rumah: account?.rumah ?? 'dihuni',
      rumah_sejak: null as string | null,
    },
    schema,
    draftKey,
    secret,
    send: async (_parsed, { rumah: _, rumah_sejak: _day, ...values }, changes) => {
      const answer = account
        ? await change.send({ params: { id: account.id }, body: changes })
        : await create.send({ body: values });
      form.reset();
      return answer;
    },
    about: (_parsed, { nama }) => nama,
    onSent: onDone,
  });
  useLayoutEffect(() => onDirty?.(form.dirty), [onDirty, form.dirty]);
  return (
    <Form of={form} label={account ? `Edit ${account.nama}` : 'Tambah akun'} failed="Terjadi kesalahan">
      <FieldGrid>
        <PersonFields
          name={form.field('nama')}
          email={form.field('email')}
          phone={form.field('no_hp')}
          advice={
            form.values.jenis === 'warga'
              ? undefined
              : 'Dipakai untuk masuk. Dengan No HP hanya warga yang dapat masuk.'
          }
          autoFocus={autoFocus}
        />
        <SelectField
          {...form.field('jenis')}
          label="Jenis"
          placeholder="Pilih jenis"
          options={optionsOf(offered, roleNames)}
          disabled={isOneself}
          required
        />
        <TextField
          {...form.field('blok')}
          label={needsHouse(form.values.jenis) ? 'Blok' : 'Blok (opsional)'}
          placeholder="Contoh: A1-1"
          required={needsHouse(form.values.jenis)}
        />
        {account && form.values.blok && !isOneself && (
          <HouseFields
            status={form.field('rumah')}
            since={form.field('rumah_sejak')}
            before={account.rumah}
          />
        )}
        {form.values.status !== undefined && !isOneself && (
          <SelectField
            {...form.field('status')}
            label="Status"
            description="Akun nonaktif langsung keluar dan tidak dapat masuk."
            options={optionsOf(accountStatuses, statusNames)}
            value={form.values.status}
          />
        )}
        {!isOneself && (
          <PasswordField
            {...form.field('password')}
            label="Password"
            description={account && 'Kosongkan jika tidak diubah.'}
            autoComplete="new-password"
            strength
            required={!account}
          />
        )}
      </FieldGrid>
      <SubmitButtons onCancel={onCancel}>Simpan</SubmitButtons>
    </Form>
  );
}
