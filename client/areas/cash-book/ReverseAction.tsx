import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import type { CashBookEntry } from '../../../contract/cash-book.ts';
import { formatRupiah } from '../../../contract/format.ts';
import { notify } from '../../ui/notify.ts';
import { RowAction } from '../../ui/RowAction.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { ReasonForm } from '../approvals/ReasonForm.tsx';
import { useReverseEntry } from './api.ts';
import { entryDetail, entryTitle } from './entry.ts';

const shortestReason = 10;

/** Takes back a whole entry; one of an earlier month becomes a proposal to a second officer. */
export function ReverseAction({ entry }: { entry: CashBookEntry }) {
  const { send, isSending } = useReverseEntry();
  const [asking, setAsking] = useState(false);
  const title = entryTitle(entry);
  const reverse = async (alasan: string) => {
    try {
      const { message } = await send({ body: { nomor: entry.nomor, alasan } });
      notify.success(message, { message: title });
      setAsking(false);
    } catch (error) {
      notify.failure('Gagal membatalkan transaksi', error, title);
    }
  };
  return (
    <>
      <RowAction label="Batalkan" icon={IconArrowBackUp} of={title} danger onClick={() => setAsking(true)} />
      <Sheet opened={asking} onClose={() => setAsking(false)} title={`Batalkan ${title}?`}>
        <p>
          {entryDetail(entry)}, {formatRupiah(entry.jumlah)}. Transaksi tetap terlihat dan dikoreksi dengan
          pembatalan bertanggal hari ini. Transaksi bulan sebelumnya menunggu persetujuan pengurus lain.
        </p>
        <ReasonForm
          label="Alasan"
          action="Batalkan transaksi"
          atLeast={shortestReason}
          busy={isSending}
          onSubmit={(alasan) => void reverse(alasan)}
          onCancel={() => setAsking(false)}
        />
      </Sheet>
    </>
  );
}
