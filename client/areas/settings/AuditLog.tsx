import { IconHistory } from '@tabler/icons-react';
import type { AuditEntry } from '../../../contract/audit.ts';
import { formatDateTime } from '../../../contract/format.ts';
import { useEstate } from '../../lib/estate.ts';
import type { Column } from '../../ui/columns.ts';
import { DataList } from '../../ui/DataList.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useAudit } from './api.ts';
import { actionOf, changesOf } from './audit-words.ts';
import css from './settings.module.css';

/** Every change to money, people and settings: who, what, before and after, when. */
export function AuditLog() {
  const { timeZone } = useEstate();
  const { rows, error, retry, hasMore, loadMore, loadingMore } = useAudit();
  return (
    <>
      <Notice tone="info">
        Setiap perubahan uang, warga, dan pengaturan tercatat di sini. Catatan ini tidak dapat diubah atau
        dihapus.
      </Notice>
      <DataList
        label="Riwayat perubahan"
        columns={columnsFor(timeZone)}
        rows={rows}
        rowKey={({ id }) => id}
        error={error}
        onRetry={retry}
        hasMore={hasMore}
        onLoadMore={loadMore}
        loadingMore={loadingMore}
        empty={{
          title: 'Belum ada perubahan.',
          message: 'Perubahan pertama akan tercatat di sini.',
          icon: IconHistory,
        }}
      />
    </>
  );
}

const columnsFor = (timeZone: string): Column<AuditEntry>[] => [
  {
    key: 'tanggal',
    header: 'Waktu',
    card: 'subtitle',
    width: '9rem',
    render: ({ tanggal }) => formatDateTime(tanggal, timeZone),
  },
  { key: 'nama', header: 'Oleh', card: 'subtitle', width: '20%', render: ({ nama }) => nama ?? 'Sistem' },
  {
    key: 'aksi',
    header: 'Tindakan',
    card: 'title',
    width: '30%',
    render: (entry) => (
      <>
        <span className={css.action}>{actionOf(entry)}</span>
        {entry.perihal && <span className={css.subject}>{entry.perihal}</span>}
      </>
    ),
  },
  {
    key: 'perubahan',
    header: 'Perubahan',
    render: (entry) => {
      const changes = changesOf(entry);
      if (changes.length === 0) return null;
      return (
        <ul className={css.changes}>
          {changes.map(({ label, from, to }) => (
            <li key={label}>
              <span className={css.subject}>{label}</span>
              <span className={css.values}>
                {from !== undefined && (
                  <>
                    <del>{from}</del>
                    <span aria-hidden> → </span>
                    <VisuallyHidden> menjadi </VisuallyHidden>
                  </>
                )}
                {to}
              </span>
            </li>
          ))}
        </ul>
      );
    },
  },
];
