import { IconArrowDownLeft, IconArrowUpRight } from '@tabler/icons-react';
import type { CashBookEntry } from '../../../contract/cash-book.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { Column } from '../../ui/columns.ts';
import { Money } from '../../ui/Money.tsx';
import { Thumbnail } from '../../ui/Thumbnail.tsx';
import css from './columns.module.css';
import { entryDay, entryDetail, entryKey, entryPicture, entryTitle, isIncome } from './entry.ts';

/** How the book is listed. */
export function bookColumns(onShow: (key: string) => void): Column<CashBookEntry>[] {
  return [
    {
      key: 'tanggal',
      header: 'Tanggal',
      card: 'subtitle',
      width: '5.5rem',
      render: (entry) => <span className="ui-tabular">{entryDay(entry)}</span>,
    },
    {
      key: 'bukti',
      header: 'Bukti',
      card: 'picture',
      width: '4.5rem',
      render: (entry) => {
        const picture = entryPicture(entry);
        return (
          picture && (
            <Thumbnail
              src={picture.thumb}
              label={`Lihat ${picture.alt}`}
              onOpen={() => onShow(entryKey(entry))}
            />
          )
        );
      },
    },
    {
      key: 'keterangan',
      header: 'Keterangan',
      card: 'title',
      render: (entry) => (
        <>
          {entryTitle(entry)}
          <span className={css.detail}>{entryDetail(entry)}</span>
        </>
      ),
    },
    {
      key: 'jenis',
      header: 'Jenis',
      card: 'badge',
      cardOnly: true,
      render: (entry) => <KindBadge entry={entry} />,
    },
    {
      key: 'nominal',
      header: 'Jumlah',
      card: 'figure',
      cardOnly: true,
      render: (entry) => <Amount entry={entry} />,
    },
    {
      key: 'jumlah',
      header: 'Jumlah',
      card: 'hidden',
      align: 'end',
      render: (entry) => (
        <span className={css.amount}>
          <Amount entry={entry} />
          <KindBadge entry={entry} />
        </span>
      ),
    },
  ];
}

function Amount({ entry }: { entry: CashBookEntry }) {
  return <Money value={isIncome(entry) ? entry.jumlah : -entry.jumlah} signed strong />;
}

function KindBadge({ entry }: { entry: CashBookEntry }) {
  return isIncome(entry) ? (
    <Badge tone="success" icon={IconArrowDownLeft}>
      Pemasukan
    </Badge>
  ) : (
    <Badge tone="danger" icon={IconArrowUpRight}>
      Pengeluaran
    </Badge>
  );
}
