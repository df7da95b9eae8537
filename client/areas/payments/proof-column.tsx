import { thumbnailAddress } from '../../shared/uploads.ts';
import type { Column } from '../../ui/columns.ts';
import { Thumbnail } from '../../ui/Thumbnail.tsx';

/** @param nameOf part of the accessible name: a person or a month, such as 'Juli 2026' */
export const proofColumn = <Row extends { bukti_transfer: string | null }>(
  nameOf: (row: Row) => string,
  onOpen: (row: Row) => void,
): Column<Row> => ({
  key: 'bukti',
  header: 'Bukti',
  card: 'picture',
  width: '4.5rem',
  render: (row) =>
    row.bukti_transfer && (
      <Thumbnail
        src={thumbnailAddress(row.bukti_transfer)}
        label={`Lihat bukti transfer ${nameOf(row)}`}
        onOpen={() => onOpen(row)}
      />
    ),
});
