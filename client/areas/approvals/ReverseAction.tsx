import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { reverseEntry } from '../../../contract/book.ts';
import { isForTwo } from '../../../contract/policy.ts';
import { useEstate, useToday } from '../../shared/estate.ts';
import { useSend } from '../../shared/queries.ts';
import { notify } from '../../ui/notify.ts';
import { RowAction } from '../../ui/RowAction.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { ReasonForm } from './ReasonForm.tsx';

const shortestReason = 10;

/** What people call it: an expense is deleted, any other entry is taken back. */
const words = {
  expense: {
    label: 'Hapus',
    icon: IconTrash,
    of: (title: string) => `pengeluaran ${title}`,
    action: 'Hapus pengeluaran',
    failed: 'Gagal menghapus pengeluaran',
  },
  entry: {
    label: 'Batalkan',
    icon: IconArrowBackUp,
    of: (title: string) => title,
    action: 'Batalkan transaksi',
    failed: 'Gagal membatalkan transaksi',
  },
} as const;

interface Props {
  entry: { nomor: number; tanggal: string; jumlah: number };
  what: keyof typeof words;
  title: string;
  /** What is reversed, for the question. */
  children: ReactNode;
}

/** Reverses a whole entry, and says beforehand whether a second person has to agree. */
export function ReverseAction({ entry, what, title, children }: Props) {
  const { send } = useSend(reverseEntry);
  const { batasDuaOrang: limit } = useEstate();
  const [asking, setAsking] = useState(false);
  const today = useToday();
  const { label, icon, of, action, failed } = words[what];
  const waits = isForTwo('pembatalan', entry, { today, limit });
  const reverse = async (alasan: string) => {
    const sent = send({ body: { nomor: entry.nomor, alasan } });
    if (await notify.outcome(sent, failed, title)) setAsking(false);
  };
  return (
    <>
      <RowAction label={label} icon={icon} of={of(title)} danger onClick={() => setAsking(true)} />
      <Sheet opened={asking} onClose={() => setAsking(false)} title={`${label} ${of(title)}?`}>
        <p>
          {children} dikoreksi dengan pembatalan bertanggal hari ini. Catatan dan buktinya tetap tersimpan.
          {waits && ' Koreksi ini baru berlaku setelah disetujui orang kedua.'}
        </p>
        <ReasonForm
          label="Alasan"
          action={action}
          atLeast={shortestReason}
          onSubmit={reverse}
          onCancel={() => setAsking(false)}
        />
      </Sheet>
    </>
  );
}
