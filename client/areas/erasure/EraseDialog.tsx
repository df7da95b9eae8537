import type * as z from 'zod/mini';
import { eraseAccount, type FormerAccount } from '../../../contract/erasure.ts';
import { useSend } from '../../shared/queries.ts';
import { Form, SubmitButtons } from '../../ui/Form.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useReportedForm } from '../../ui/use-reported-form.ts';

type Body = z.output<typeof eraseAccount.body>;

export function EraseDialog({ account, onClose }: { account: FormerAccount; onClose: () => void }) {
  const { send } = useSend(eraseAccount);
  const form = useReportedForm<Body, Body>({
    initial: { password: '' },
    schema: eraseAccount.body,
    send: (body) => send({ params: { id: account.id }, body }),
    onSent: onClose,
  });
  return (
    <Sheet opened onClose={onClose} title={`Hapus data pribadi ${account.nama}?`}>
      <Form of={form} label="Hapus data pribadi" failed="Gagal menghapus data pribadi">
        <Notice tone="warning">
          Nama, nomor HP, email, rumah, foto, postingan, komentar, dan isi aduannya dihapus untuk selamanya.
          Pembayaran, bukti transfer, dan kuitansinya tetap untuk pembukuan, atas nama “Warga terhapus”.
        </Notice>
        <PasswordField {...form.field('password')} label="Password Anda" required />
        <SubmitButtons onCancel={onClose}>Hapus data pribadi</SubmitButtons>
      </Form>
    </Sheet>
  );
}
