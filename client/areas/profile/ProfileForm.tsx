import type { SessionUser } from '../../../contract/auth.ts';
import { roleNames } from '../../../contract/people.ts';
import { changeProfileWarga, updateProfile } from '../../../contract/profile.ts';
import { useAuth } from '../../shared/auth.tsx';
import { useSend } from '../../shared/queries.ts';
import { FieldGrid } from '../../ui/FieldGrid.tsx';
import { Form, SubmitButtons } from '../../ui/Form.tsx';
import { changesSince } from '../../ui/form-values.ts';
import { notify } from '../../ui/notify.ts';
import { TextField } from '../../ui/TextField.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useMayMove, useUpdateProfile } from './api.ts';

const valuesOf = ({ nama, email, no_hp, blok }: SessionUser) => ({
  nama,
  email,
  no_hp: no_hp ?? '',
  blok: blok ?? '',
});

export function ProfileForm() {
  const { user, updateUser } = useAuth();
  const mayMove = useMayMove();
  const update = useUpdateProfile();
  const move = useSend(changeProfileWarga);
  const form = useForm<ReturnType<typeof valuesOf>, unknown>({
    initial: valuesOf(user),
    schema: mayMove ? changeProfileWarga.body : updateProfile.body,
    draftKey: `profil-${user.id}`,
    send: async (_parsed, _values, changes) => {
      const answer = mayMove ? await move.send({ body: changes }) : await update(changes);
      updateUser(answer.user);
      form.reset(valuesOf(answer.user));
      notify.success(answer.message);
    },
  });
  const saved = valuesOf(user);
  if (!form.dirty && !form.busy && Object.keys(changesSince(saved, form.values)).length > 0)
    form.reset(saved); // an officer has changed them
  return (
    <Form of={form} label="Data Diri" failed="Gagal mengupdate profile">
      <FieldGrid>
        <TextField {...form.field('nama')} label="Nama" kind="name" required />
        <TextField {...form.field('email')} label="Email" kind="email" required />
        <TextField {...form.field('no_hp')} label="No HP (opsional)" kind="phone" placeholder="0812…" />
        <TextField
          {...form.field('blok')}
          label="Blok"
          description={mayMove && 'Ubah bila Anda pindah rumah. Perubahannya dicatat.'}
          placeholder="Contoh: A1-1"
          required={mayMove}
          disabled={!mayMove}
        />
        <TextField label="Jenis" value={roleNames[user.jenis]} disabled />
      </FieldGrid>
      <SubmitButtons disabled={!form.dirty}>Simpan</SubmitButtons>
    </Form>
  );
}
