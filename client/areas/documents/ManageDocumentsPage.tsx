import { IconFileText, IconUpload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { type EstateDocument, groupOf } from '../../../contract/documents.ts';
import { useEstate } from '../../shared/estate.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../../ui/columns.ts';
import { DataList } from '../../ui/DataList.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageAction } from '../../ui/PageAction.tsx';
import { useFilter } from '../../ui/use-filter.ts';
import { useDocuments } from './api.ts';
import { uploadColumns } from './columns.ts';
import { DocumentCounters } from './DocumentCounters.tsx';
import { UploadDialog } from './DocumentDialog.tsx';
import { DocumentFilters, everything } from './DocumentFilters.tsx';
import { DocumentActions } from './FileActions.tsx';
import { groupNames } from './groups.ts';

/** Page for officers who upload and delete documents; PDF only. */
export default function ManageDocumentsPage() {
  const { timeZone } = useEstate();
  const filters = useFilter(everything);
  const { filter, clear, isFiltered } = filters;
  const list = useDocuments(filter);
  const { rows, error } = list;
  const columns = useMemo(() => columnsIn(timeZone), [timeZone]);
  const [uploading, setUploading] = useState(false);
  const upload = () => setUploading(true);
  return (
    <Page
      title="Kelola Dokumen"
      context="Tambah dan hapus dokumen PDF untuk warga."
      action={<PageAction label="Upload Dokumen" icon={IconUpload} onClick={upload} />}
      filters={<DocumentFilters {...filters} />}
    >
      {(rows || !error) && <DocumentCounters />}
      <DataList
        label="Daftar dokumen"
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        actions={actions}
        filteredTitle="Tidak ada dokumen yang sesuai dengan filter."
        onClearFilters={isFiltered && clear}
        empty={{
          title: 'Belum ada dokumen yang diupload.',
          icon: IconFileText,
          action: <Button onClick={upload}>Upload Dokumen</Button>,
        }}
      />
      {uploading && <UploadDialog pdfOnly onClose={() => setUploading(false)} />}
    </Page>
  );
}

const actions = (document: EstateDocument) => <DocumentActions document={document} />;

const columnsIn = (timeZone: string): Column<EstateDocument>[] => [
  { header: 'Dokumen', card: 'title', render: ({ judul }) => judul },
  {
    header: 'Kategori',
    card: 'badge',
    render: ({ kategori }) => (
      <Badge tone="info" icon={IconFileText}>
        {groupNames[groupOf(kategori)]}
      </Badge>
    ),
  },
  ...uploadColumns(timeZone),
];
