import { formatDate, formatMonth } from '../../../contract/format.ts';
import { methodLabels, type OwnPayment } from '../../../contract/payments.ts';
import { amountColumn, pictureColumn, Under } from '../../shared/columns.tsx';
import type { Column } from '../../ui/columns.ts';
import { Money } from '../../ui/Money.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import { codeSays } from './same-proof.ts';

export function ownColumns(timeZone: string, onShow: (id: number) => void): Column<OwnPayment>[] {
  const date = (instant: string) => formatDate(instant, timeZone, 'short');
  return [
    pictureColumn(
      ({ bukti_transfer }) => bukti_transfer,
      (payment) => `bukti transfer ${formatMonth(payment)}`,
      ({ id }) => onShow(id),
    ),
    { header: 'Bulan', card: 'title', render: formatMonth },
    {
      header: 'Status',
      card: 'badge',
      render: ({ status }) => <StatusBadge status={status} />,
    },
    {
      ...amountColumn,
      render: ({ jumlah, tagihan }) => (
        <>
          <Money value={jumlah} />
          {tagihan && <Under>{codeSays(tagihan)}</Under>}
        </>
      ),
    },
    { header: 'Dikirim', nowrap: true, render: ({ tanggal_upload }) => date(tanggal_upload) },
    {
      header: 'Diperiksa',
      render: ({ status, tanggal_konfirmasi }) =>
        tanggal_konfirmasi && `${status === 'ditolak' ? 'Ditolak ' : ''}${date(tanggal_konfirmasi)}`,
    },
    {
      header: 'Catatan',
      render: ({ catatan, keterangan, metode, referensi }) =>
        [
          metode === 'tunai' && methodLabels[metode],
          referensi && `Referensi ${referensi}`,
          catatan,
          keterangan,
        ]
          .filter(Boolean)
          .join(' · '),
    },
  ];
}
