import { categoryTitle } from '../../../contract/categories.ts';
import type { Expense } from '../../../contract/expenses.ts';
import { formatDate, formatMonth } from '../../../contract/format.ts';
import { amountColumn } from '../../shared/columns.tsx';
import { thumbnailAddress } from '../../shared/uploads.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { Column } from '../../ui/columns.ts';
import { Thumbnail } from '../../ui/Thumbnail.tsx';

export function expenseColumns(onShow: (id: number) => void): Column<Expense>[] {
  return [
    {
      key: 'foto',
      header: 'Bukti',
      card: 'picture',
      width: '4.5rem',
      render: ({ id, foto, judul }) =>
        foto && (
          <Thumbnail
            src={thumbnailAddress(foto)}
            label={`Lihat foto bukti ${judul}`}
            onOpen={() => onShow(id)}
          />
        ),
    },
    {
      key: 'judul',
      header: 'Judul',
      card: 'title',
      render: (expense) => (
        <>
          {expense.judul} <Marks expense={expense} />
        </>
      ),
    },
    { key: 'kategori', header: 'Kategori', render: ({ kategori }) => categoryTitle(kategori) },
    {
      key: 'deskripsi',
      header: 'Deskripsi',
      card: 'subtitle',
      grows: true,
      render: ({ deskripsi }) => deskripsi,
    },
    { key: 'bulan', header: 'Bulan', render: formatMonth },
    {
      key: 'tanggal',
      header: 'Tanggal Digunakan',
      nowrap: true,
      render: ({ tanggal_digunakan }) => formatDate(tanggal_digunakan, undefined, 'short'),
    },
    { key: 'admin', header: 'Dicatat oleh', render: ({ admin_nama }) => admin_nama },
    amountColumn,
  ];
}

/** What everybody should know about it before they read on. */
function Marks({ expense: { saksi, menunggu, pembatalan_menunggu } }: { expense: Expense }) {
  return (
    <>
      {saksi !== null && <Badge tone="warning">Tanpa bukti, saksi {saksi}</Badge>}
      {menunggu && <Badge tone="warning">Menunggu persetujuan</Badge>}
      {pembatalan_menunggu && <Badge tone="warning">Pembatalan menunggu persetujuan</Badge>}
    </>
  );
}
