import { useState } from 'react';
import { matchStatementLines, type StatementLine } from '../../../contract/statements.ts';
import { useSend } from '../../shared/queries.ts';
import { notify } from '../../ui/notify.ts';

const wanted = ({ id, sisa, usulan }: StatementLine) => ({
  mutasi_id: id,
  sisa,
  tagihan: (usulan?.tagihan ?? []).map(({ user_id, bulan }) => ({ user_id, bulan })),
});

/** Whether the line has a proposal that the reader may confirm. */
export const isAcceptable = ({ usulan }: StatementLine) => usulan !== null && usulan.halangan === null;

/** Confirms proposals; each line stays in view until the server has answered. */
export function useDecideLine() {
  const { send } = useSend(matchStatementLines);
  const [sending, setSending] = useState<ReadonlySet<number>>(new Set());
  const acceptAll = async (lines: readonly StatementLine[]) => {
    const open = lines.filter((line) => isAcceptable(line) && !sending.has(line.id));
    if (open.length === 0) return;
    setSending((ids) => new Set([...ids, ...open.map(({ id }) => id)]));
    try {
      const { data, message } = await send({ body: { cocok: open.map(wanted) } });
      const failed = data.filter(({ berhasil }) => !berhasil);
      if (failed[0]) notify.error(`${failed.length} mutasi belum dicocokkan`, { message: failed[0].pesan });
      else notify.success(message, { message: whose(open) });
    } catch (error) {
      notify.failure('Gagal mencocokkan mutasi', error);
    } finally {
      setSending((ids) => new Set([...ids].filter((id) => !open.some((line) => line.id === id))));
    }
  };
  return { accept: (line: StatementLine) => acceptAll([line]), acceptAll, sending };
}

function whose(lines: readonly StatementLine[]): string {
  const names = lines.flatMap(({ usulan }) => (usulan?.tagihan ?? []).map(({ nama }) => nama));
  return names.length > 3 ? `${names.length} warga` : names.join(', ');
}
