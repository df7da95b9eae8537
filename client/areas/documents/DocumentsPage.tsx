import { IconFileText, IconUpload } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import {
  type DocumentCategory,
  documentCategories,
  type EstateDocument,
} from '../../../contract/documents.ts';
import { formatCount, formatFileSize } from '../../../contract/format.ts';
import { can } from '../../../contract/policy.ts';
import { useActor } from '../../shared/auth.tsx';
import { useEstate } from '../../shared/estate.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { Column } from '../../ui/columns.ts';
import { DataList } from '../../ui/DataList.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { LongText } from '../../ui/LongText.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageAction } from '../../ui/PageAction.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { useDocumentCounts, useDocuments } from './api.ts';
import { uploadColumns } from './columns.ts';
import { EditDialog, UploadDialog } from './DocumentDialog.tsx';
import { DocumentActions } from './FileActions.tsx';
import { fileKind } from './file.ts';

export default function DocumentsPage() {
  const { timeZone } = useEstate();
  const mayUpload = can(useActor(), 'documents.upload');
  const [category, setCategory] = useState<DocumentCategory | ''>('');
  const [uploading, setUploading] = useState(false);
  const [editing, setEditing] = useState<EstateDocument | null>(null);
  const list = useDocuments({ category });
  const counts = useDocumentCounts();
  const clear = () => setCategory('');
  const columns = useMemo(() => columnsIn(timeZone), [timeZone]);
  const actions = useCallback(
    (document: EstateDocument) => <DocumentActions document={document} onEdit={() => setEditing(document)} />,
    [],
  );
  const options = documentCategories.map((value) => {
    const count = counts?.find(({ kategori }) => kategori === value)?.jumlah;
    return { value, label: count === undefined ? value : `${value} (${formatCount(count)})` };
  });

  return (
    <Page
      title="Dokumen"
      context="Surat, peraturan, dan laporan perumahan."
      action={
        mayUpload && (
          <PageAction label="Upload Dokumen" icon={IconUpload} onClick={() => setUploading(true)} />
        )
      }
      filters={
        <FilterBar active={category ? 1 : 0} onClear={clear}>
          <SelectField
            label="Kategori"
            placeholder="Semua Kategori"
            options={options}
            value={category}
            onChange={setCategory}
          />
        </FilterBar>
      }
    >
      <DataList
        label="Daftar dokumen"
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        actions={actions}
        filteredTitle="Tidak ada dokumen yang sesuai dengan filter."
        onClearFilters={category !== '' && clear}
        empty={{ title: 'Belum ada dokumen yang tersedia.', icon: IconFileText }}
      />
      {uploading && <UploadDialog onClose={() => setUploading(false)} />}
      {editing && <EditDialog key={editing.id} document={editing} onClose={() => setEditing(null)} />}
    </Page>
  );
}

const columnsIn = (timeZone: string): Column<EstateDocument>[] => [
  { header: 'Dokumen', card: 'title', render: ({ judul }) => judul },
  { header: 'Kategori', card: 'hidden', render: ({ kategori }) => kategori },
  {
    header: 'Kategori',
    card: 'badge',
    cardOnly: true,
    render: (document) => (
      <Badge tone="info" icon={IconFileText}>
        {document.kategori}
      </Badge>
    ),
  },
  {
    header: 'Deskripsi',
    card: 'subtitle',
    grows: true,
    render: ({ deskripsi, judul }) => (deskripsi ? <LongText of={judul}>{deskripsi}</LongText> : '–'),
  },
  {
    header: 'Ukuran',
    align: 'end',
    render: (document) => (
      <>
        {fileKind(document)} · <span className="ui-tabular">{formatFileSize(document.ukuran_file)}</span>
      </>
    ),
  },
  ...uploadColumns(timeZone),
];
