import { IconArrowDownLeft, IconArrowUpRight } from '@tabler/icons-react';
import type { CashBookEntry } from '../../../contract/cash-book.ts';
import { formatDate } from '../../../contract/format.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { Column } from '../../ui/columns.ts';
import { Money } from '../../ui/Money.tsx';
import { Thumbnail } from '../../ui/Thumbnail.tsx';
import css from './columns.module.css';
import { entryDetail, entryKey, entryPicture, entryTitle, isIncome } from './entry.ts';

/** How the book is listed. */
export function bookColumns(onShow: (key: string) => void): Column<CashBookEntry>[] {
  return [
    {
      key: 'tanggal',
      header: 'Tanggal',
      card: 'subtitle',
      width: '8.5rem',
      render: ({ tanggal }) => <span className="ui-tabular">{formatDate(tanggal, undefined, 'short')}</span>,
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
    { key: 'jenis', header: 'Jenis', card: 'badge', render: (entry) => <KindBadge entry={entry} /> },
    {
      key: 'jumlah',
      header: 'Jumlah',
      card: 'figure',
      align: 'end',
      render: (entry) => <Money value={isIncome(entry) ? entry.jumlah : -entry.jumlah} signed strong />,
    },
  ];
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
