import { IconFileText, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { type EstateDocument, groupOf } from '../../../contract/documents.ts';
import { formatDate } from '../../../contract/format.ts';
import { useEstate } from '../../lib/estate.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../../ui/columns.ts';
import { DataList } from '../../ui/DataList.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageAction } from '../../ui/PageAction.tsx';
import { useAllDocuments } from './api.ts';
import { DocumentCounters } from './DocumentCounters.tsx';
import { UploadDialog } from './DocumentDialog.tsx';
import { DocumentFilters } from './DocumentFilters.tsx';
import { DocumentActions } from './FileActions.tsx';
import { groupNames } from './groups.ts';
import { useDocumentFilter } from './use-document-filter.ts';

/** The documents as those see them who upload and remove them; PDF alone. */
export default function ManageDocumentsPage() {
  const { timeZone } = useEstate();
  const { rows: documents, error, retry } = useAllDocuments();
  const filter = useDocumentFilter(documents);
  const [uploading, setUploading] = useState(false);
  const upload = () => setUploading(true);
  return (
    <Page
      title="Manajemen Dokumen"
      context="Unggah dan kelola dokumen PDF untuk warga."
      action={<PageAction label="Upload Dokumen" icon={IconUpload} onClick={upload} />}
      filters={<DocumentFilters of={filter} />}
    >
      {(documents || !error) && <DocumentCounters documents={documents} />}
      <DataList
        label="Daftar dokumen"
        columns={columns(timeZone)}
        rows={filter.rows}
        rowKey={({ id }) => id}
        actions={(document) => <DocumentActions document={document} />}
        error={error}
        onRetry={retry}
        filtered={filter.filtered}
        filteredTitle="Tidak ada dokumen yang sesuai dengan filter."
        onClearFilters={filter.clear}
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

const columns = (timeZone: string): Column<EstateDocument>[] => [
  { key: 'dokumen', header: 'Dokumen', card: 'title', render: ({ judul }) => judul },
  {
    key: 'kategori',
    header: 'Kategori',
    card: 'badge',
    render: ({ kategori }) => (
      <Badge tone="info" icon={IconFileText}>
        {groupNames[groupOf(kategori)]}
      </Badge>
    ),
  },
  { key: 'admin', header: 'Diupload oleh', render: ({ admin_nama }) => admin_nama },
  {
    key: 'tanggal',
    header: 'Tanggal',
    nowrap: true,
    render: ({ tanggal_upload }) => formatDate(tanggal_upload, timeZone, 'short'),
  },
];
