import { eraseAccount, type FormerAccount } from '../../../contract/erasure.ts';
import { useSend } from '../../shared/queries.ts';
import { FormSheet } from '../../ui/FormSheet.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useReportedForm } from '../../ui/use-reported-form.ts';

export function EraseDialog({ account, onClose }: { account: FormerAccount; onClose: () => void }) {
  const { send } = useSend(eraseAccount);
  const form = useReportedForm({
    initial: { password: '' },
    schema: eraseAccount.body,
    send: (body) => send({ params: { id: account.id }, body }),
    onSent: onClose,
  });
  return (
    <FormSheet
      of={form}
      title={`Hapus data pribadi ${account.nama}?`}
      failed="Gagal menghapus data pribadi"
      submit="Hapus data pribadi"
      look="danger"
      onClose={onClose}
    >
      <Notice tone="warning">
        Nama, nomor HP, email, rumah, foto, postingan, komentar, dan isi aduannya dihapus untuk selamanya.
        Pembayaran, bukti transfer, dan kuitansinya tetap untuk pembukuan, atas nama “Warga terhapus”.
      </Notice>
      <PasswordField {...form.field('password')} label="Password Anda" required />
    </FormSheet>
  );
}
