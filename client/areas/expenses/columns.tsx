import type { Expense } from '../../../contract/expenses.ts';
import { formatDate, formatMonth } from '../../../contract/format.ts';
import type { Column } from '../../ui/columns.ts';
import { Money } from '../../ui/Money.tsx';
import { Thumbnail } from '../../ui/Thumbnail.tsx';
import { thumbnail } from './photo.ts';

export function expenseColumns(onShow: (id: number) => void): Column<Expense>[] {
  return [
    {
      key: 'foto',
      header: 'Bukti',
      card: 'picture',
      width: '4.5rem',
      render: ({ id, foto, judul }) =>
        foto && (
          <Thumbnail src={thumbnail(foto)} label={`Lihat foto bukti ${judul}`} onOpen={() => onShow(id)} />
        ),
    },
    { key: 'judul', header: 'Judul', card: 'title', render: ({ judul }) => judul },
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
    {
      key: 'jumlah',
      header: 'Jumlah',
      card: 'figure',
      align: 'end',
      render: ({ jumlah }) => <Money value={jumlah} />,
    },
  ];
}
