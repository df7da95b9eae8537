import { IconArrowBackUp, IconArrowDownLeft, IconArrowUpRight, IconFileText } from '@tabler/icons-react';
import type { CashBookEntry } from '../../../contract/cash-book.ts';
import { pictureColumn } from '../../shared/columns.tsx';
import { Badge } from '../../ui/Badge.tsx';
import type { Column } from '../../ui/columns.ts';
import { cx } from '../../ui/cx.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Money } from '../../ui/Money.tsx';
import css from './columns.module.css';
import {
  entryDay,
  entryDetail,
  entryKey,
  entryPaper,
  entryPicture,
  entryTitle,
  isIncome,
  isReversal,
  pictureName,
} from './entry.ts';

export function bookColumns(onShow: (key: string) => void): Column<CashBookEntry>[] {
  return [
    {
      header: 'Tanggal',
      card: 'subtitle',
      width: '5.5rem',
      render: (entry) => <span className="ui-tabular">{entryDay(entry)}</span>,
    },
    pictureColumn(entryPicture, pictureName, (entry) => onShow(entryKey(entry))),
    {
      header: 'Keterangan',
      card: 'title',
      render: (entry) => (
        <>
          {entry.dibatalkan_oleh === null ? entryTitle(entry) : <s>{entryTitle(entry)}</s>}
          <span className={cx('ui-clamp', 'ui-detail', css.detail)}>{entryDetail(entry)}</span>
          <Paper entry={entry} />
        </>
      ),
    },
    {
      header: 'Jumlah',
      card: 'badge',
      align: 'end',
      render: (entry) => <Amount entry={entry} />,
    },
  ];
}

function Paper({ entry }: { entry: CashBookEntry }) {
  const href = entryPaper(entry);
  return (
    href && (
      <LinkButton href={href} icon={IconFileText} label={`Buka bukti ${entryTitle(entry)}`} newTab>
        Bukti PDF
      </LinkButton>
    )
  );
}

/** Kind of entry (word, icon, sign) and amount: stacked in the table, on one line in a card. */
function Amount({ entry }: { entry: CashBookEntry }) {
  const income = isIncome(entry);
  return (
    <span className={css.amount}>
      <Money value={income ? entry.jumlah : -entry.jumlah} signed strong />
      {isReversal(entry) ? (
        <Badge tone="warning" icon={IconArrowBackUp}>
          Pembatalan
        </Badge>
      ) : (
        <Badge tone={income ? 'success' : 'danger'} icon={income ? IconArrowDownLeft : IconArrowUpRight}>
          {income ? 'Pemasukan' : 'Pengeluaran'}
        </Badge>
      )}
    </span>
  );
}
