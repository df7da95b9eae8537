import { formatDate, formatMonth } from '../../../contract/format.ts';
import { methodLabels, type OwnPayment } from '../../../contract/payments.ts';
import { amountColumn } from '../../shared/columns.tsx';
import type { Column } from '../../ui/columns.ts';
import { Money } from '../../ui/Money.tsx';
import { proofColumn } from './proof-column.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import { codeSays } from './same-proof.ts';
import css from './staff-columns.module.css';

export function ownColumns(timeZone: string, onShow: (id: number) => void): Column<OwnPayment>[] {
  const date = (instant: string) => formatDate(instant, timeZone, 'short');
  return [
    proofColumn<OwnPayment>(formatMonth, ({ id }) => onShow(id)),
    { key: 'bulan', header: 'Bulan', card: 'title', render: formatMonth },
    {
      key: 'status',
      header: 'Status',
      card: 'badge',
      render: ({ status }) => <StatusBadge status={status} />,
    },
    {
      ...amountColumn,
      render: ({ jumlah, tagihan }) => (
        <>
          <Money value={jumlah} />
          {tagihan && <span className={css.under}>{codeSays(tagihan)}</span>}
        </>
      ),
    },
    { key: 'upload', header: 'Dikirim', nowrap: true, render: ({ tanggal_upload }) => date(tanggal_upload) },
    {
      key: 'konfirmasi',
      header: 'Diperiksa',
      render: ({ status, tanggal_konfirmasi }) =>
        tanggal_konfirmasi && `${status === 'ditolak' ? 'Ditolak ' : ''}${date(tanggal_konfirmasi)}`,
    },
    {
      key: 'catatan',
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
