import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Expense } from '../../../contract/expenses.ts';
import { dateIn, formatRupiah } from '../../../contract/format.ts';
import { isForTwo } from '../../../contract/policy.ts';
import { useEstate } from '../../shared/estate.ts';
import { notify } from '../../ui/notify.ts';
import { RowAction } from '../../ui/RowAction.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { ReasonForm } from '../approvals/ReasonForm.tsx';
import { useReverseExpense } from './api.ts';

const shortestReason = 10;

/** Deleting an expense reverses it whole, and says beforehand whether a second person has to agree. */
export function ReverseExpenseAction({ expense }: { expense: Expense }) {
  const { send, isSending } = useReverseExpense();
  const { timeZone, batasDuaOrang: limit } = useEstate();
  const [asking, setAsking] = useState(false);
  const [today] = useState(() => dateIn(timeZone, new Date()));
  const { nomor, judul, jumlah, tanggal_digunakan: tanggal } = expense;
  if (nomor === null) return null;
  const waits = isForTwo('pembatalan', { tanggal, jumlah }, { today, limit });
  const reverse = async (alasan: string) => {
    const sent = send({ body: { nomor, alasan } });
    if (await notify.outcome(sent, 'Gagal menghapus pengeluaran', judul)) setAsking(false);
  };
  return (
    <>
      <RowAction
        label="Hapus"
        icon={IconTrash}
        of={`pengeluaran ${judul}`}
        danger
        onClick={() => setAsking(true)}
      />
      <Sheet opened={asking} onClose={() => setAsking(false)} title={`Hapus pengeluaran ${judul}?`}>
        <p>
          {formatRupiah(jumlah)} dikoreksi dengan pembatalan bertanggal hari ini. Catatan dan buktinya tetap
          tersimpan.{waits && ' Penghapusan ini baru berlaku setelah disetujui orang kedua.'}
        </p>
        <ReasonForm
          label="Alasan"
          action="Hapus pengeluaran"
          atLeast={shortestReason}
          busy={isSending}
          onSubmit={(alasan) => void reverse(alasan)}
          onCancel={() => setAsking(false)}
        />
      </Sheet>
    </>
  );
}
