import { IconFileText } from '@tabler/icons-react';
import { type EstateDocument, groupOf } from '../../../contract/documents.ts';
import { formatDate } from '../../../contract/format.ts';
import { useEstate } from '../../shared/estate.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CardList } from '../../ui/CardList.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LongText } from '../../ui/LongText.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useFilter } from '../../ui/use-filter.ts';
import { useDocuments } from './api.ts';
import css from './DocumentCardsPage.module.css';
import { DocumentCounters } from './DocumentCounters.tsx';
import { DocumentFilters, everything } from './DocumentFilters.tsx';
import { FileLinks } from './FileActions.tsx';
import { groupNames } from './groups.ts';

export default function DocumentCardsPage() {
  const filters = useFilter(everything);
  const { filter, clear, isFiltered } = filters;
  const list = useDocuments(filter);
  return (
    <Page
      title="Dokumen"
      context="Pengumuman, peraturan, dan laporan untuk warga."
      filters={<DocumentFilters {...filters} />}
    >
      {(list.rows || !list.error) && <DocumentCounters />}
      <CardList
        list={list}
        className={css.grid}
        wide
        skeleton={<Skeleton height="8rem" />}
        empty={
          <EmptyState
            title={
              isFiltered ? 'Tidak ada dokumen yang sesuai dengan filter.' : 'Belum ada dokumen yang tersedia.'
            }
            icon={IconFileText}
            action={isFiltered && <Button onClick={clear}>Hapus filter</Button>}
          />
        }
        render={(document) => <DocumentCard document={document} />}
      />
    </Page>
  );
}

function DocumentCard({ document }: { document: EstateDocument }) {
  const { timeZone } = useEstate();
  const { judul, kategori, deskripsi, tanggal_upload, admin_nama, nama_asli } = document;
  return (
    <Card className={css.card}>
      <div className={cx('ui-ends', css.head)}>
        <h2 className={css.title}>{judul}</h2>
        <Badge tone="info" icon={IconFileText}>
          {groupNames[groupOf(kategori)]}
        </Badge>
      </div>
      {deskripsi && <LongText of={judul}>{deskripsi}</LongText>}
      <p className="ui-detail">
        {formatDate(tanggal_upload, timeZone)} · {admin_nama}
        <br />
        {nama_asli}
      </p>
      <div className={cx('ui-row', css.actions)}>
        <FileLinks document={document} />
      </div>
    </Card>
  );
}
