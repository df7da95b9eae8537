import type { ReactNode } from 'react';
import type { Column } from '../ui/columns.ts';
import { keepAmounts } from '../ui/keep-amounts.tsx';
import { Money } from '../ui/Money.tsx';
import { Thumbnail } from '../ui/Thumbnail.tsx';
import css from './columns.module.css';
import { thumbnailAddress } from './uploads.ts';

export const amountColumn: Column<{ jumlah: number }> = {
  header: 'Jumlah',
  card: 'figure',
  align: 'end',
  render: ({ jumlah }) => <Money value={jumlah} />,
};

/** A line under what the cell is about. */
export const Under = ({ children }: { children: ReactNode }) => (
  <span className={css.under}>{keepAmounts(children)}</span>
);

/** @param nameOf ends the accessible name: 'bukti transfer Juli 2026' */
export const pictureColumn = <Row,>(
  fileOf: (row: Row) => string | null,
  nameOf: (row: Row) => string,
  onOpen: (row: Row) => void,
): Column<Row> => ({
  header: 'Bukti',
  card: 'picture',
  width: '4.5rem',
  render: (row) => {
    const file = fileOf(row);
    return (
      file && (
        <Thumbnail src={thumbnailAddress(file)} label={`Lihat ${nameOf(row)}`} onOpen={() => onOpen(row)} />
      )
    );
  },
});
