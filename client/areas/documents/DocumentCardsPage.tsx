import { IconFileText } from '@tabler/icons-react';
import { type EstateDocument, groupOf } from '../../../contract/documents.ts';
import { formatDate } from '../../../contract/format.ts';
import { useEstate } from '../../shared/estate.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LongText } from '../../ui/LongText.tsx';
import { ListEnd } from '../../ui/ListEnd.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useFilter } from '../../ui/use-filter.ts';
import { useGrowingWindow } from '../../ui/use-growing-window.ts';
import { useDocuments } from './api.ts';
import css from './DocumentCardsPage.module.css';
import { DocumentCounters } from './DocumentCounters.tsx';
import { DocumentFilters, everything } from './DocumentFilters.tsx';
import { FileLinks } from './FileActions.tsx';
import { groupNames } from './groups.ts';

export default function DocumentCardsPage() {
  const { filter, change, clear } = useFilter(everything);
  const { rows: documents, error, retry, hasMore, loadMore, loadingMore } = useDocuments(filter);
  const { shown, end } = useGrowingWindow(documents ?? [], {
    hasMore,
    loadingMore,
    onLoadMore: loadMore,
    error,
  });
  const filtered = filter.group !== '' || filter.search.trim() !== '';
  return (
    <Page
      title="Dokumen"
      context="Pengumuman, peraturan, dan laporan untuk warga."
      filters={<DocumentFilters filter={filter} onFilter={change} onClear={clear} />}
    >
      {(documents || !error) && <DocumentCounters />}
      {!documents && error && (
        <Card>
          <ErrorState message={error.message} onRetry={retry} />
        </Card>
      )}
      {!documents && !error && (
        <div className={css.grid} aria-busy>
          {[1, 2, 3].map((key) => (
            <Card key={key}>
              <Skeleton height="8rem" />
            </Card>
          ))}
        </div>
      )}
      {documents?.length === 0 && (
        <Card>
          <EmptyState
            title={
              filtered ? 'Tidak ada dokumen yang sesuai dengan filter.' : 'Belum ada dokumen yang tersedia.'
            }
            icon={IconFileText}
            action={filtered && <Button onClick={clear}>Hapus filter</Button>}
          />
        </Card>
      )}
      <ul className={css.grid}>
        {shown.map((document) => (
          <li key={document.id}>
            <DocumentCard document={document} />
          </li>
        ))}
      </ul>
      <ListEnd {...end} wide />
    </Page>
  );
}

function DocumentCard({ document }: { document: EstateDocument }) {
  const { timeZone } = useEstate();
  const { judul, kategori, deskripsi, tanggal_upload, admin_nama, nama_asli } = document;
  return (
    <Card className={css.card}>
      <div className={css.head}>
        <h2 className={css.title}>{judul}</h2>
        <Badge tone="info" icon={IconFileText}>
          {groupNames[groupOf(kategori)]}
        </Badge>
      </div>
      {deskripsi && <LongText of={judul}>{deskripsi}</LongText>}
      <p className={css.facts}>
        {formatDate(tanggal_upload, timeZone)} · {admin_nama}
        <br />
        {nama_asli}
      </p>
      <div className={css.actions}>
        <FileLinks document={document} />
      </div>
    </Card>
  );
}
