import { reversalWaits } from '../../../contract/approvals.ts';
import { categoryTitle } from '../../../contract/categories.ts';
import type { Expense } from '../../../contract/expenses.ts';
import { formatDate, formatMonth } from '../../../contract/format.ts';
import { amountColumn, pictureColumn, Under } from '../../shared/columns.tsx';
import { Badge } from '../../ui/Badge.tsx';
import type { Column } from '../../ui/columns.ts';

export function expenseColumns(onShow: (id: number) => void): Column<Expense>[] {
  return [
    pictureColumn(
      ({ foto }) => foto,
      ({ judul }) => `foto bukti ${judul}`,
      ({ id }) => onShow(id),
    ),
    { header: 'Judul', card: 'title', cardOnly: true, render: titleOf },
    { header: 'Deskripsi', card: 'subtitle', cardOnly: true, render: ({ deskripsi }) => deskripsi },
    {
      header: 'Judul',
      card: 'hidden',
      grows: true,
      render: (expense) => (
        <>
          <strong>{titleOf(expense)}</strong>
          <Under>{expense.deskripsi}</Under>
        </>
      ),
    },
    { header: 'Kategori', render: ({ kategori }) => categoryTitle(kategori) },
    { header: 'Bulan', render: formatMonth },
    {
      header: 'Tanggal Digunakan',
      nowrap: true,
      render: ({ tanggal_digunakan }) => formatDate(tanggal_digunakan, undefined, 'short'),
    },
    { header: 'Dicatat oleh', render: ({ admin_nama }) => admin_nama },
    amountColumn,
  ];
}

const titleOf = (expense: Expense) => (
  <>
    {expense.judul} <Marks expense={expense} />
  </>
);

/** What everybody should know about it before they read on. */
function Marks({ expense: { saksi, menunggu, pembatalan_menunggu, dibatalkan } }: { expense: Expense }) {
  return (
    <>
      {saksi !== null && <Badge tone="warning">Tanpa bukti, saksi {saksi}</Badge>}
      {menunggu && <Badge tone="warning">Menunggu persetujuan</Badge>}
      {pembatalan_menunggu && <Badge tone="warning">{reversalWaits}</Badge>}
      {dibatalkan !== null && <Badge tone="neutral">Dibatalkan {formatDate(dibatalkan)}</Badge>}
    </>
  );
}
