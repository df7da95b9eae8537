import type { EstateDocument } from '../../../contract/documents.ts';
import { formatDate } from '../../../contract/format.ts';
import type { Column } from '../../ui/columns.ts';

/** Who put it here, and when. */
export const uploadColumns = (timeZone: string): Column<EstateDocument>[] => [
  { header: 'Upload oleh', render: ({ admin_nama }) => admin_nama },
  {
    header: 'Tanggal',
    nowrap: true,
    render: ({ tanggal_upload }) => formatDate(tanggal_upload, timeZone, 'short'),
  },
];
