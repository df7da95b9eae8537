import { IconArrowLeft, IconBook2 } from '@tabler/icons-react';
import { entryKindLabels, entryKinds } from '../../../contract/cash-book.ts';
import { formatDate } from '../../../contract/format.ts';
import type { JournalEntry } from '../../../contract/journal.ts';
import { ActionRow } from '../../ui/ActionRow.tsx';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../../ui/Card.tsx';
import type { Column } from '../../ui/columns.ts';
import { DataList } from '../../ui/DataList.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { Money } from '../../ui/Money.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { useFilter } from '../../ui/use-filter.ts';
import { useEntries } from './api.ts';

const everything = { from: null as string | null, until: null as string | null, kind: '', search: '' };

interface Props {
  nama: string;
  place: { akun: number } | { dana: number };
  onBack: () => void;
}

/** What moved in one account or fund, with what lay in it afterwards: to compare with the bank's statement. */
export function Statement({ nama, place, onBack }: Props) {
  const { filter, change, clear } = useFilter(everything);
  const { from, until, kind, search } = filter;
  const list = useEntries({
    ...place,
    dari: from ?? undefined,
    sampai: until ?? undefined,
    jenis: entryKinds.find((each) => each === kind),
    q: search || undefined,
  });
  const active = [from, until, kind].filter(Boolean).length;
  return (
    <>
      <ActionRow>
        <Button icon={IconArrowLeft} onClick={onBack}>
          Semua rekening dan dana
        </Button>
      </ActionRow>
      <FilterBar
        active={active}
        onClear={clear}
        search={{
          label: 'Cari transaksi',
          placeholder: 'Cari keterangan, nama, atau blok',
          value: search,
          onChange: (value) => change({ search: value }),
        }}
      >
        <SelectField
          label="Jenis"
          placeholder="Semua jenis"
          options={entryKinds.map((value) => ({ value, label: entryKindLabels[value] }))}
          value={kind}
          onChange={(value) => change({ kind: value })}
        />
        <DateField
          label="Dari"
          value={from}
          onChange={(value) => change({ from: value })}
          max={until ?? undefined}
          clearable
        />
        <DateField
          label="Sampai"
          value={until}
          onChange={(value) => change({ until: value })}
          min={from ?? undefined}
          clearable
        />
      </FilterBar>
      <Section title={`Mutasi ${nama}`} bare>
        <DataList
          label={`Mutasi ${nama}`}
          columns={columns}
          list={list}
          rowKey={({ nomor }) => nomor}
          filtered={active > 0 || search !== ''}
          onClearFilters={clear}
          empty={{ title: 'Belum ada transaksi.', icon: IconBook2 }}
        />
      </Section>
    </>
  );
}

const detailOf = ({ nomor, jenis, nama, blok }: JournalEntry) =>
  [`Nomor ${nomor}`, entryKindLabels[jenis], nama, blok].filter(Boolean).join(' · ');

function titleOf({ keterangan, membatalkan, dibatalkan_oleh }: JournalEntry) {
  if (membatalkan !== null) return `Pembatalan nomor ${membatalkan}: ${keterangan}`;
  return dibatalkan_oleh === null ? keterangan : <s>{keterangan}</s>;
}

const columns: Column<JournalEntry>[] = [
  {
    key: 'tanggal',
    header: 'Tanggal',
    card: 'subtitle',
    width: '8rem',
    render: ({ tanggal }) => <span className="ui-tabular">{formatDate(tanggal)}</span>,
  },
  { key: 'keterangan', header: 'Keterangan', card: 'title', render: titleOf },
  { key: 'rincian', header: 'Rincian', render: detailOf },
  {
    key: 'jumlah',
    header: 'Jumlah',
    card: 'badge',
    align: 'end',
    render: ({ jumlah }) => <Money value={jumlah} signed strong />,
  },
  {
    key: 'saldo',
    header: 'Saldo',
    align: 'end',
    render: ({ saldo }) => (saldo === null ? '–' : <Money value={saldo} />),
  },
];
