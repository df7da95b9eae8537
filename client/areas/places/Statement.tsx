import { IconArrowLeft, IconBook2 } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { reversalWaits } from '../../../contract/approvals.ts';
import { entryKindLabels, entryKinds, openingKind } from '../../../contract/cash-book.ts';
import { formatDate, formatRupiah } from '../../../contract/format.ts';
import { type JournalEntry, listEntries } from '../../../contract/journal.ts';
import { can } from '../../../contract/policy.ts';
import { useActor } from '../../shared/auth.tsx';
import { usePages } from '../../shared/queries.ts';
import { ActionRow } from '../../ui/ActionRow.tsx';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../../ui/Card.tsx';
import type { Column } from '../../ui/columns.ts';
import { DataList } from '../../ui/DataList.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { Money } from '../../ui/Money.tsx';
import { optionsOf, SelectField } from '../../ui/SelectField.tsx';
import { useFilter } from '../../ui/use-filter.ts';
import { empty } from '../../ui/use-form.ts';
import { ReverseAction, ReverseSheet, type Reversing } from '../approvals/ReverseAction.tsx';

const everything = {
  from: empty.date,
  until: empty.date,
  kind: '' as JournalEntry['jenis'] | '',
  search: '',
};

interface Props {
  nama: string;
  place: { akun: number } | { dana: number };
  onBack: () => void;
}

/** What moved in one account or fund, with what lay in it afterwards: to compare with the bank's statement. */
export function Statement({ nama, place, onBack }: Props) {
  const mayWrite = can(useActor(), 'book.write');
  const { filter, clear, field, active, isFiltered } = useFilter(everything);
  const { from, until, kind, search } = filter;
  const list = usePages('cash-book', listEntries, {
    query: {
      ...place,
      dari: from ?? undefined,
      sampai: until ?? undefined,
      jenis: kind || undefined,
      q: search || undefined,
    },
  });
  const [reversing, setReversing] = useState<Reversing | null>(null);
  const actions = useCallback(
    (entry: JournalEntry) =>
      canReverse(entry) && (
        <ReverseAction
          entry={entry}
          what="entry"
          title={entry.keterangan || `pemindahan nomor ${entry.nomor}`}
          onAsk={setReversing}
        >
          {formatRupiah(Math.abs(entry.jumlah))} (nomor {entry.nomor}
          {entry.pasangan !== null && ` dan pasangannya nomor ${entry.pasangan}`})
        </ReverseAction>
      ),
    [],
  );
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []); // the pressed button is gone, and so is this one afterwards
  const leave = () => {
    document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true });
    onBack();
  };
  return (
    <>
      <ActionRow>
        <Button ref={back} icon={IconArrowLeft} onClick={leave}>
          Semua rekening dan dana
        </Button>
      </ActionRow>
      <FilterBar
        active={active}
        onClear={clear}
        search={{
          label: 'Cari transaksi',
          placeholder: 'Cari keterangan, nama, atau blok',
          ...field('search'),
        }}
      >
        <SelectField
          {...field('kind')}
          label="Jenis"
          placeholder="Semua jenis"
          options={optionsOf(entryKinds, entryKindLabels)}
        />
        <DateField {...field('from')} label="Dari" max={until ?? undefined} clearable />
        <DateField {...field('until')} label="Sampai" min={from ?? undefined} clearable />
      </FilterBar>
      <Section
        title={`Transaksi ${nama}`}
        context={
          search &&
          !from &&
          'Pencarian mencakup satu tahun. Isi tanggal Dari untuk mencari lebih jauh ke belakang.'
        }
        bare
      >
        <DataList
          label={`Transaksi ${nama}`}
          columns={columns}
          list={list}
          rowKey={({ nomor }) => nomor}
          actions={mayWrite ? actions : undefined}
          onClearFilters={isFiltered && clear}
          empty={{ title: 'Belum ada transaksi.', icon: IconBook2 }}
        />
      </Section>
      <ReverseSheet
        reversing={reversing}
        isOffered={(nomor) => list.rows?.some((entry) => entry.nomor === nomor && canReverse(entry))}
        onClose={() => setReversing(null)}
      />
    </>
  );
}

/** The cash book has no opening balances and no transfers: here is where they are reversed, both sides together. */
const canReverse = ({ jenis, pasangan, dibatalkan_oleh, pembatalan_menunggu }: JournalEntry) =>
  (pasangan !== null || jenis === openingKind) && dibatalkan_oleh === null && !pembatalan_menunggu;

function detailOf({ nomor, jenis, nama, blok, dibatalkan_oleh, pembatalan_menunggu }: JournalEntry) {
  const reversed = dibatalkan_oleh === null ? pembatalan_menunggu && reversalWaits : 'Dibatalkan kemudian';
  return [`Nomor ${nomor}`, entryKindLabels[jenis], nama, blok, reversed].filter(Boolean).join(' · ');
}

/** A transfer needs no words of its own. */
function titleOf({ jenis, keterangan, membatalkan, dibatalkan_oleh }: JournalEntry) {
  if (membatalkan !== null) return `Pembatalan nomor ${membatalkan}: ${keterangan}`;
  const title = keterangan || entryKindLabels[jenis];
  return dibatalkan_oleh === null ? title : <s>{title}</s>;
}

const columns: Column<JournalEntry>[] = [
  {
    header: 'Tanggal',
    card: 'subtitle',
    width: '8rem',
    render: ({ tanggal }) => <span className="ui-tabular">{formatDate(tanggal)}</span>,
  },
  { header: 'Keterangan', card: 'title', render: titleOf },
  { header: 'Rincian', render: detailOf },
  {
    header: 'Jumlah',
    card: 'badge',
    align: 'end',
    render: ({ jumlah }) => <Money value={jumlah} signed strong />,
  },
  {
    header: 'Saldo',
    align: 'end',
    render: ({ saldo }) => (saldo === null ? '–' : <Money value={saldo} />),
  },
];
