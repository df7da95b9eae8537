import { IconPlus, IconReceipt, IconShoppingCart } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { categoryTitle } from '../../../contract/categories.ts';
import {
  type Expense,
  expenseYears,
  exportExpenses,
  listExpenses,
  listYearExpenses,
  sumYearExpenses,
} from '../../../contract/expenses.ts';
import { formatRupiah } from '../../../contract/format.ts';
import { can } from '../../../contract/policy.ts';
import { useActor } from '../../shared/auth.tsx';
import { categoryOption } from '../../shared/categories.ts';
import { ExportMenu } from '../../shared/ExportMenu.tsx';
import { useThisMonth } from '../../shared/estate.ts';
import { usePages, useRead } from '../../shared/queries.ts';
import { YearField } from '../../shared/YearField.tsx';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../../ui/Card.tsx';
import { DataList } from '../../ui/DataList.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { ImageViewer } from '../../ui/ImageViewer.tsx';
import { Money } from '../../ui/Money.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageAction } from '../../ui/PageAction.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { StatCard } from '../../ui/StatCard.tsx';
import { useFilter } from '../../ui/use-filter.ts';
import { ReverseAction, ReverseSheet, type Reversing } from '../approvals/ReverseAction.tsx';
import { AddExpenseDialog } from './AddExpenseDialog.tsx';
import { expenseColumns } from './columns.tsx';
import css from './ExpensesPage.module.css';
import { photoItems } from './photo.ts';

export default function ExpensesPage() {
  const actor = useActor();
  const { tahun: thisYear } = useThisMonth();
  const { filter, clear, field, active } = useFilter({ year: thisYear, kategori: '' });
  const { year, kategori } = filter;
  const [adding, setAdding] = useState(false);
  const [shown, setShown] = useState<string | number | null>(null);
  const input = { params: { year }, query: { kategori: kategori || undefined } };
  const list = usePages('expenses', listYearExpenses, input);
  const waiting = usePages('expenses', listExpenses, { query: { status: 'menunggu' as const } });
  const sums = useRead('expenses', sumYearExpenses, { params: { year } }).data?.data;
  const mayAdd = can(actor, 'expenses.add');
  const columns = useMemo(() => expenseColumns(setShown), []);
  const [reversing, setReversing] = useState<Reversing | null>(null);
  const actions = useCallback((expense: Expense) => {
    const { nomor, judul, jumlah, tanggal_digunakan: tanggal } = expense;
    if (nomor === null || !canReverse(expense)) return null;
    return (
      <ReverseAction entry={{ nomor, tanggal, jumlah }} what="expense" title={judul} onAsk={setReversing}>
        {formatRupiah(jumlah)}
      </ReverseAction>
    );
  }, []);

  return (
    <Page
      title="Pengeluaran"
      context="Ke mana uang iuran dibelanjakan, lengkap dengan foto buktinya."
      action={
        mayAdd && <PageAction label="Tambah Pengeluaran" icon={IconPlus} onClick={() => setAdding(true)} />
      }
      aside={<ExportMenu label={`Export ${year}`} of={exportExpenses} input={input} />}
      filters={
        <FilterBar active={active} onClear={clear}>
          <YearField {...field('year')} offered={expenseYears(thisYear)} />
          <SelectField
            {...field('kategori')}
            label="Kategori"
            placeholder="Semua kategori"
            options={[...new Set([...(sums?.kategori ?? []).map((sum) => sum.kategori), kategori])]
              .filter(Boolean)
              .map(categoryOption)}
          />
        </FilterBar>
      }
    >
      {(sums !== undefined || !list.error) && (
        <StatCard label={`Total pengeluaran ${year}`} money={sums?.total} icon={IconShoppingCart} />
      )}
      {sums && sums.kategori.length > 1 && <CategorySums {...sums} />}
      {waiting.rows && waiting.rows.length > 0 && (
        <Section
          title="Menunggu persetujuan"
          context="Di atas batas yang ditetapkan ketua; belum dibukukan sebelum disetujui orang kedua."
          bare
        >
          <DataList
            label="Pengeluaran yang menunggu persetujuan"
            columns={columns}
            list={waiting}
            rowKey={({ id }) => id}
            empty={{ title: 'Tidak ada yang menunggu.' }}
          />
        </Section>
      )}
      <DataList
        label={`Pengeluaran ${year}`}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        actions={can(actor, 'book.write') ? actions : undefined}
        onClearFilters={kategori !== '' && clear}
        exportable
        empty={{
          title: `Belum ada pengeluaran ${year}.`,
          message: 'Pengeluaran yang dicatat pengurus akan tampil di sini.',
          icon: IconReceipt,
          action: mayAdd && <Button onClick={() => setAdding(true)}>Tambah Pengeluaran</Button>,
        }}
      />
      <ReverseSheet
        reversing={reversing}
        isOffered={(nomor) => list.rows?.some((expense) => expense.nomor === nomor && canReverse(expense))}
        onClose={() => setReversing(null)}
      />
      {mayAdd && adding && <AddExpenseDialog onClose={() => setAdding(false)} />}
      <ImageViewer
        items={photoItems([...(waiting.rows ?? []), ...(list.rows ?? [])])}
        current={shown}
        onCurrent={setShown}
        list={list}
      />
    </Page>
  );
}

/** Once, and not while a reversal waits for the second person. */
const canReverse = ({ nomor, pembatalan_menunggu, dibatalkan }: Expense) =>
  nomor !== null && !pembatalan_menunggu && dibatalkan === null;

/** What the total of a year was spent on, largest first. */
function CategorySums({ kategori }: { kategori: readonly { kategori: string; jumlah: number }[] }) {
  return (
    <Section title="Menurut kategori">
      <dl className={`ui-pairs ${css.sums}`}>
        {kategori.map((sum) => (
          <div key={sum.kategori}>
            <dt>{categoryTitle(sum.kategori)}</dt>
            <dd>
              <Money value={sum.jumlah} strong />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
