import { IconPlus, IconReceipt, IconShoppingCart } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { type Expense, expenseYears } from '../../../contract/expenses.ts';
import { formatRupiah } from '../../../contract/format.ts';
import { can } from '../../../contract/policy.ts';
import { useActor } from '../../shared/auth.tsx';
import { useThisMonth } from '../../shared/estate.ts';
import { yearsBackFrom } from '../../shared/years.ts';
import { Button } from '../../ui/Button.tsx';
import { DataList } from '../../ui/DataList.tsx';
import { DeleteAction } from '../../ui/DeleteAction.tsx';
import { ExportMenu } from '../../shared/ExportMenu.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { ImageViewer } from '../../ui/ImageViewer.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageAction } from '../../ui/PageAction.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { StatCard } from '../../ui/StatCard.tsx';
import { AddExpenseDialog } from './AddExpenseDialog.tsx';
import { useDeleteExpense, useExpenseDownload, useYearExpenses, useYearTotal } from './api.ts';
import { expenseColumns } from './columns.tsx';
import { photoItems } from './photo.ts';

export default function ExpensesPage() {
  const actor = useActor();
  const { tahun: thisYear } = useThisMonth();
  const [year, setYear] = useState(thisYear);
  const [adding, setAdding] = useState(false);
  const [shown, setShown] = useState<string | number | null>(null);
  const list = useYearExpenses(year);
  const total = useYearTotal(year);
  const mayAdd = can(actor, 'expenses.add');
  const download = useExpenseDownload();
  const columns = useMemo(() => expenseColumns(setShown), []);

  return (
    <Page
      title="Pengeluaran"
      context="Ke mana uang iuran dibelanjakan, lengkap dengan foto buktinya."
      action={
        mayAdd && <PageAction label="Tambah Pengeluaran" icon={IconPlus} onClick={() => setAdding(true)} />
      }
      aside={<ExportMenu label={`Export ${year}`} download={download} input={{ params: { year } }} />}
      filters={
        <FilterBar active={year === thisYear ? 0 : 1} onClear={() => setYear(thisYear)}>
          <SelectField
            label="Tahun"
            options={yearsBackFrom(expenseYears(thisYear), year).toReversed().map(String)}
            value={String(year)}
            onChange={(value) => setYear(Number(value))}
          />
        </FilterBar>
      }
    >
      {(total !== undefined || !list.error) && (
        <StatCard label={`Total pengeluaran ${year}`} money={total} icon={IconShoppingCart} />
      )}
      <DataList
        label={`Pengeluaran ${year}`}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        actions={can(actor, 'expenses.delete') ? deleteAction : undefined}
        exportable
        empty={{
          title: `Belum ada pengeluaran ${year}.`,
          message: 'Pengeluaran yang dicatat pengurus akan tampil di sini.',
          icon: IconReceipt,
          action: mayAdd && <Button onClick={() => setAdding(true)}>Tambah Pengeluaran</Button>,
        }}
      />
      {mayAdd && <AddExpenseDialog opened={adding} onClose={() => setAdding(false)} />}
      <ImageViewer items={photoItems(list.rows ?? [])} current={shown} onCurrent={setShown} list={list} />
    </Page>
  );
}

const deleteAction = (expense: Expense) => <DeleteExpenseAction expense={expense} />;

function DeleteExpenseAction({ expense: { id, judul, jumlah } }: { expense: Expense }) {
  return (
    <DeleteAction
      id={id}
      of={`pengeluaran ${judul}`}
      question={{
        title: `Hapus pengeluaran ${judul}?`,
        message: `${formatRupiah(jumlah)} dikoreksi dengan pembatalan bertanggal hari ini; pengeluaran bulan sebelumnya menunggu persetujuan pengurus lain. Catatan dan buktinya tetap tersimpan.`,
      }}
      by={useDeleteExpense()}
      failed="Gagal menghapus pengeluaran"
    />
  );
}
