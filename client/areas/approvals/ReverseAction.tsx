import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { reverseEntry } from '../../../contract/book.ts';
import { isForTwo } from '../../../contract/policy.ts';
import { useEstate, useToday } from '../../shared/estate.ts';
import { useSend } from '../../shared/queries.ts';
import { keepAmounts } from '../../ui/keep-amounts.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RowAction } from '../../ui/RowAction.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import css from './Approvals.module.css';
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

export interface Reversing {
  entry: { nomor: number; tanggal: string; jumlah: number };
  what: keyof typeof words;
  title: string;
  /** What is reversed, for the question. */
  children: ReactNode;
}

interface ActionProps extends Reversing {
  /** Opens ReverseSheet, which lies outside of the list: a colleague's reversal removes the row. */
  onAsk(reversing: Reversing): void;
}

export function ReverseAction({ onAsk, ...reversing }: ActionProps) {
  const { what, title, entry } = reversing;
  const { label, icon, of } = words[what];
  const name = `${of(title)}, nomor ${entry.nomor}`; // one payer has many entries
  return <RowAction label={label} icon={icon} of={name} danger onClick={() => onAsk(reversing)} />;
}

interface SheetProps {
  reversing: Reversing | null;
  /** Whether the list still offers to reverse that entry. */
  isOffered(nomor: number): boolean | undefined;
  onClose(): void;
}

/** Reverses a whole entry, and says beforehand whether a second person has to agree. */
export function ReverseSheet({ reversing, ...props }: SheetProps) {
  return reversing && <Question {...reversing} {...props} />;
}

type QuestionProps = Reversing & Omit<SheetProps, 'reversing'>;

function Question({ entry, what, title, children, isOffered, onClose }: QuestionProps) {
  const { send, isSending } = useSend(reverseEntry);
  const { batasDuaOrang: limit } = useEstate();
  const today = useToday();
  const { label, of, action, failed } = words[what];
  const waits = isForTwo('pembatalan', entry, { today, limit });
  return (
    <Sheet opened onClose={onClose} title={`${label} ${of(title)}?`}>
      <p>
        {keepAmounts(children)} dibatalkan dengan catatan baru bertanggal hari ini. Catatan lama dan buktinya
        tetap tersimpan.
        {waits && ' Pembatalan ini baru berlaku setelah disetujui orang kedua.'}
      </p>
      {isOffered(entry.nomor) === false && !isSending && (
        <div className={css.notice}>
          <Notice tone="danger" title="Daftar ini baru saja berubah">
            Transaksi ini tidak lagi ditawarkan untuk dibatalkan. Mungkin pengurus lain baru saja
            membatalkannya.
          </Notice>
        </div>
      )}
      <ReasonForm
        label="Alasan"
        action={action}
        failed={failed}
        about={title}
        atLeast={shortestReason}
        draftKey={`batalkan-${entry.nomor}`}
        send={(alasan) => send({ body: { nomor: entry.nomor, alasan } })}
        onClose={onClose}
      />
    </Sheet>
  );
}
