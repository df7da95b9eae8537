import * as z from 'zod/mini';
import { updatePassword } from '../../../contract/profile.ts';
import { useAuth } from '../../shared/auth.tsx';
import { Form, SubmitButtons } from '../../ui/Form.tsx';
import { notify } from '../../ui/notify.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useRefetchDevices, useUpdatePassword } from './api.ts';

const required = 'Konfirmasi password baru wajib diisi';

const schema = z
  .extend(updatePassword.body, { confirmation: z.string(required).check(z.minLength(1, required)) })
  .check(
    z.refine(({ newPassword, confirmation }) => newPassword === confirmation, {
      error: 'Password baru tidak cocok',
      path: ['confirmation'],
    }),
  );

/**
 * Changing the password ends the sessions on all other devices. A wrong current password is reported on its
 * field.
 */
export function PasswordForm() {
  const { user } = useAuth();
  const { send } = useUpdatePassword();
  const refetchDevices = useRefetchDevices();
  const form = useForm({
    initial: { currentPassword: '', newPassword: '', confirmation: '' },
    schema,
    send: async ({ currentPassword, newPassword }) => {
      const { message } = await send({ body: { user_id: user.id, currentPassword, newPassword } });
      void refetchDevices();
      form.reset();
      notify.success(message);
    },
  });
  return (
    <Form of={form} label="Ubah Password" failed="Gagal mengubah password">
      {/* Hidden username field: tells password managers which account the password belongs to. */}
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField {...form.field('currentPassword')} label="Password saat ini" required />
      <PasswordField
        {...form.field('newPassword')}
        label="Password baru"
        autoComplete="new-password"
        strength
        required
      />
      <PasswordField
        {...form.field('confirmation')}
        label="Konfirmasi password baru"
        autoComplete="new-password"
        required
      />
      <SubmitButtons>Ubah Password</SubmitButtons>
    </Form>
  );
}
