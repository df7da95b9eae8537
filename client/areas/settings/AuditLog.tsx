import { IconHistory } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { type AuditEntry, type AuditSubject, auditSubjects } from '../../../contract/audit.ts';
import { formatDateTime } from '../../../contract/format.ts';
import { useEstate } from '../../lib/estate.ts';
import type { Column } from '../../ui/columns.ts';
import { DataList } from '../../ui/DataList.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useAudit } from './api.ts';
import { actionOf, type Change, changesOf, subjectLabels } from './audit-words.ts';
import css from './settings.module.css';

/** Every change to money, people and settings: who, what, before and after, when. */
export function AuditLog() {
  const { timeZone } = useEstate();
  const [about, setAbout] = useState<AuditSubject | ''>('');
  const { rows, error, retry, hasMore, loadMore, loadingMore } = useAudit(about);
  const columns = useMemo(() => columnsIn(timeZone), [timeZone]);
  return (
    <>
      <Notice tone="info">
        Setiap perubahan uang, warga, dan pengaturan tercatat di sini. Catatan ini tidak dapat diubah atau
        dihapus.
      </Notice>
      <FilterBar active={about ? 1 : 0} onClear={() => setAbout('')}>
        <SelectField
          label="Perihal"
          placeholder="Semua perihal"
          options={auditSubjects.map((value) => ({ value, label: subjectLabels[value] }))}
          value={about}
          onChange={(value) => setAbout(value as AuditSubject | '')}
        />
      </FilterBar>
      <DataList
        label="Riwayat perubahan"
        columns={columns}
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

const author = ({ nama }: AuditEntry) => nama ?? 'Sistem';

const columnsIn = (timeZone: string): Column<AuditEntry>[] => [
  {
    key: 'tanggal',
    header: 'Waktu',
    card: 'hidden',
    width: '8rem',
    render: ({ tanggal }) => <span className="ui-tabular">{formatDateTime(tanggal, timeZone)}</span>,
  },
  { key: 'nama', header: 'Oleh', card: 'hidden', width: '8rem', render: author },
  {
    key: 'aksi',
    header: 'Tindakan',
    card: 'title',
    render: (entry) => (
      <>
        {actionOf(entry)}
        {entry.perihal && <span className={css.subject}>{entry.perihal}</span>}
      </>
    ),
  },
  {
    key: 'oleh',
    header: 'Oleh',
    card: 'subtitle',
    cardOnly: true,
    render: (entry) => `${author(entry)} · ${formatDateTime(entry.tanggal, timeZone)}`,
  },
  {
    key: 'perubahan',
    header: 'Perubahan',
    card: 'badge',
    grows: true,
    render: (entry) => <Changes changes={changesOf(entry)} />,
  },
];

function Changes({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return null;
  return (
    <ul className={css.changes}>
      {changes.map((change) => (
        <li key={change.label}>
          <ChangedField {...change} />
        </li>
      ))}
    </ul>
  );
}

function ChangedField({ label, from, to }: Change) {
  return (
    <>
      <span className={css.field}>{label}:</span>{' '}
      {from !== undefined && (
        <>
          <del>{from}</del>
          <span aria-hidden> → </span>
          <VisuallyHidden> menjadi </VisuallyHidden>
        </>
      )}
      {to}
    </>
  );
}
