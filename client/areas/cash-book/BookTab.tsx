import { IconBook2, IconFlag, IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { type CashBookEntry, exportCashBook, listCashBook } from '../../../contract/cash-book.ts';
import { formatRupiah } from '../../../contract/format.ts';
import { filterYears } from '../../../contract/payments.ts';
import { can } from '../../../contract/policy.ts';
import { useActor } from '../../shared/auth.tsx';
import { ExportMenu } from '../../shared/ExportMenu.tsx';
import { useThisMonth } from '../../shared/estate.ts';
import { usePages } from '../../shared/queries.ts';
import { YearField } from '../../shared/YearField.tsx';
import { ActionRow } from '../../ui/ActionRow.tsx';
import { Section } from '../../ui/Card.tsx';
import { DataList } from '../../ui/DataList.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { DialogButton } from '../../ui/DialogButton.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { ImageViewer } from '../../ui/ImageViewer.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { SwitchField } from '../../ui/SwitchField.tsx';
import { useFilter } from '../../ui/use-filter.ts';
import { ReverseAction, ReverseSheet, type Reversing } from '../approvals/ReverseAction.tsx';
import { useBalance } from './api.ts';
import { BalanceChart } from './BalanceChart.tsx';
import { bookColumns } from './columns.tsx';
import { canReverse, entryDetail, entryKey, entryName, pictureItems } from './entry.ts';
import { OpeningBalanceDialog } from './OpeningBalanceDialog.tsx';
import { Summary } from './Summary.tsx';

const IncomeDialog = lazyPart(() => import('../income/IncomeDialog.tsx'));

const wholeYear = { from: null as string | null, until: null as string | null };

/** What came in, what went out, and what is left, of one year. */
export function BookTab() {
  const actor = useActor();
  const mayWrite = can(actor, 'book.write');
  const { tahun: thisYear } = useThisMonth();
  const { filter, change, clear, field, active } = useFilter({
    ...wholeYear,
    year: thisYear,
    withReversed: false,
  });
  const { year, from, until, withReversed } = filter;
  const [shown, setShown] = useState<string | number | null>(null);
  const input = { params: { year }, query: { dari: from ?? undefined, sampai: until ?? undefined } };
  const list = usePages('cash-book', listCashBook, {
    ...input,
    query: { ...input.query, pembatalan: withReversed ? '1' : undefined },
  });
  const balance = useBalance().data?.data;
  const columns = useMemo(() => bookColumns(setShown), []);
  const [reversing, setReversing] = useState<Reversing | null>(null);
  const actions = useCallback(
    (entry: CashBookEntry) =>
      canReverse(entry) && (
        <ReverseAction entry={entry} what="entry" title={entryName(entry)} onAsk={setReversing}>
          {formatRupiah(entry.jumlah)}
          {entryDetail(entry) && ` (${entryDetail(entry)})`}
        </ReverseAction>
      ),
    [],
  );

  const [firstDay, lastDay] = [`${year}-01-01`, `${year}-12-31`];
  return (
    <>
      <ActionRow>
        {mayWrite && (
          <DialogButton look="primary" icon={IconPlus} dialog={(close) => <IncomeDialog onClose={close} />}>
            Catat penerimaan
          </DialogButton>
        )}
        {mayWrite && balance?.saldoAwal === 0 && (
          <DialogButton icon={IconFlag} dialog={(close) => <OpeningBalanceDialog onClose={close} />}>
            Catat saldo awal
          </DialogButton>
        )}
        <ExportMenu label={`Export ${year}`} of={exportCashBook} input={input} />
      </ActionRow>
      <Summary />
      <FilterBar active={active} onClear={clear}>
        <YearField
          offered={filterYears(thisYear)}
          value={year}
          onChange={(chosen) => change({ ...wholeYear, year: chosen })}
        />
        <DateField {...field('from')} label="Dari" min={firstDay} max={until ?? lastDay} clearable />
        <DateField {...field('until')} label="Sampai" min={from ?? firstDay} max={lastDay} clearable />
        <SwitchField
          label="Tampilkan pembatalan"
          checked={withReversed}
          onChange={(on) => change({ withReversed: on })}
          words={['Ya', 'Tidak']}
        />
      </FilterBar>
      <BalanceChart year={year} />
      <Section title="Riwayat transaksi" bare>
        <DataList
          label={`Transaksi ${year}`}
          columns={columns}
          list={list}
          rowKey={entryKey}
          actions={mayWrite ? actions : undefined}
          onClearFilters={(from !== null || until !== null) && clear}
          exportable
          empty={{
            title: `Belum ada transaksi ${year}.`,
            message: 'Iuran yang dikonfirmasi dan pengeluaran akan tampil di sini.',
            icon: IconBook2,
          }}
        />
      </Section>
      <ReverseSheet
        reversing={reversing}
        isOffered={(nomor) => list.rows?.some((entry) => entry.nomor === nomor && canReverse(entry))}
        onClose={() => setReversing(null)}
      />
      <ImageViewer items={pictureItems(list.rows ?? [])} current={shown} onCurrent={setShown} list={list} />
    </>
  );
}
