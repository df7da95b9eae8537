import { IconTrash } from '@tabler/icons-react';
import { confirm, type Question } from './confirm.ts';
import { notify } from './notify.ts';
import { RowAction } from './RowAction.tsx';

interface Props {
  id: number;
  /** Named in the label that screen readers hear: 'Hapus aduan Lampu mati'. */
  of: string;
  question: Question;
  by: {
    send(input: { params: { id: number } }): Promise<{ message: string }>;
    isSending: boolean;
  };
  /** Said below what the server answers: what is gone. */
  gone?: string;
  /** What is said when it fails, above the reason. */
  failed: string | ((error: unknown) => string);
}

/** Deletes one row after asking. */
export function DeleteAction({ id, of, question, by, gone, failed }: Props) {
  const remove = async () => {
    if (await confirm(question)) await notify.outcome(by.send({ params: { id } }), failed, gone);
  };
  return (
    <RowAction
      label="Hapus"
      icon={IconTrash}
      of={of}
      danger
      busy={by.isSending}
      onClick={() => void remove()}
    />
  );
}
