import { modals } from '@mantine/modals';
import button from './Button.module.css';
import { cx } from './cx.ts';
import form from './Form.module.css';
import { keepAmounts } from './keep-amounts.tsx';
import { addLayer } from './use-escape.ts';
import { rememberFocus } from './use-focus-back.ts';
import { lockPage } from './use-page-lock.ts';

export interface Question {
  title: string;
  message?: string | undefined;
  confirmLabel?: string | undefined;
  cancelLabel?: string | undefined;
  /** false for a question about nothing destructive. */
  danger?: boolean | undefined;
}

/** Before an edited form is closed. */
export const leaving: Question = {
  title: 'Tinggalkan isian ini?',
  message: 'Yang sudah Anda ketik belum dikirim dan akan hilang.',
  confirmLabel: 'Ya, tinggalkan',
  cancelLabel: 'Lanjut mengisi',
};

/** Asks only if something would be lost, i.e. what no draft keeps. */
export const confirmLeaving = async () =>
  !document.querySelector('[data-unkept]') || (await confirm(leaving));

/** Before a form is closed whose draft keeps the text but not the photo. */
export const leavingPhoto: Question = {
  ...leaving,
  message: 'Foto yang dipilih belum dikirim dan harus dipilih lagi.',
};

const host = Promise.withResolvers<void>();
/** Called by `<Questions />` when it is mounted. */
export const hostMounted = host.resolve;

/** Opens a dialog; resolves to true when the user confirms. Waits until `<Questions />` is mounted. */
export async function confirm({ title, message, ...question }: Question): Promise<boolean> {
  const { confirmLabel = 'Ya, Hapus!', cancelLabel = 'Batal', danger = true } = question;
  await host.promise;
  modals.closeAll();
  return new Promise((resolve) => {
    let agreed = false;
    const removeLayer = addLayer(() => modals.close(id));
    const giveFocusBack = rememberFocus();
    const unlockPage = lockPage();
    const id = modals.openConfirmModal({
      title: keepAmounts(title),
      children: keepAmounts(message),
      labels: { confirm: confirmLabel, cancel: cancelLabel },
      groupProps: { className: form.buttons ?? '' },
      cancelProps: { unstyled: true, className: cx(button.button, button.plain), 'data-autofocus': true },
      confirmProps: {
        unstyled: true,
        className: cx(button.button, danger ? button.danger : button.primary),
      },
      onConfirm: () => {
        agreed = true;
      },
      onClose: () => {
        removeLayer();
        giveFocusBack();
        unlockPage();
        resolve(agreed);
      },
    });
  });
}
