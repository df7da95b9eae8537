export interface Question {
  /** The question itself: 'Hapus pembayaran ini?' */
  title: string;
  /** What will happen, whether it can be undone. */
  message?: string | undefined;
  confirmLabel?: string | undefined;
  cancelLabel?: string | undefined;
  /** false for a question that destroys nothing. */
  danger?: boolean | undefined;
}

/** Before something else takes the place of a form. */
export const leaving: Question = {
  title: 'Tinggalkan isian ini?',
  message: 'Yang sudah Anda ketik belum dikirim dan akan hilang.',
  confirmLabel: 'Ya, tinggalkan',
  cancelLabel: 'Lanjut mengisi',
};

/** Before a form goes whose text a draft keeps. */
export const leavingPhoto: Question = {
  ...leaving,
  message: 'Foto yang dipilih belum dikirim dan harus dipilih lagi.',
};

type Asked = Question & { answer(yes: boolean): void };

let current: Asked | null = null;
const listeners = new Set<() => void>();

function show(next: Asked | null) {
  current = next;
  for (const listener of listeners) listener();
}

/** Asks; true when the person agreed. Needs one `<ConfirmHost />` in the app. */
export function confirm(question: Question): Promise<boolean> {
  current?.answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      show(null);
      resolve(yes);
    };
    show({ ...question, answer });
  });
}

export const asked = {
  get: () => current,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
