import { IconTrash } from '@tabler/icons-react';
import { confirm, type Question } from './confirm.ts';
import { notify } from './notify.ts';
import { RowAction } from './RowAction.tsx';

interface Props {
  id: number;
  /** Part of the accessible name: 'Hapus aduan Lampu mati'. */
  of: string;
  question: Question;
  by: {
    send(input: { params: { id: number } }): Promise<{ message: string }>;
    isSending: boolean;
  };
  /** Second line of the success toast: what was deleted. */
  gone?: string;
  failed: string | ((error: unknown) => string);
}

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
