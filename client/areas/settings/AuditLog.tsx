import { IconHistory, IconPhoto } from '@tabler/icons-react';
import { useMemo } from 'react';
import { type AuditEntry, type AuditSubject, auditSubjects, subjectLabels } from '../../../contract/audit.ts';
import { formatDateTime } from '../../../contract/format.ts';
import { useEstate } from '../../shared/estate.ts';
import type { Column } from '../../ui/columns.ts';
import { DataList } from '../../ui/DataList.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { useFilter } from '../../ui/use-filter.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { type AuditAuthor, type AuditFilter, useAudit, useOfficers } from './api.ts';
import { actionOf, type Change, changesOf, proofOf } from './audit-words.ts';
import css from './settings.module.css';

const everything: AuditFilter = { about: '', author: null };

export function AuditLog() {
  const { timeZone } = useEstate();
  const { filter, change, clear } = useFilter(everything);
  const list = useAudit(filter);
  const columns = useMemo(() => columnsIn(timeZone), [timeZone]);
  return (
    <>
      <Notice tone="info">
        Setiap perubahan uang, warga, dan pengaturan tercatat di sini. Catatan ini tidak dapat diubah atau
        dihapus.
      </Notice>
      <AuditFilters filter={filter} onFilter={change} onClear={clear} entries={list.rows ?? []} />
      <DataList
        label="Riwayat perubahan"
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        actions={proofLink}
        filtered={filter.about !== '' || filter.author !== null}
        onClearFilters={clear}
        empty={{
          title: 'Belum ada perubahan.',
          message: 'Perubahan pertama akan tercatat di sini.',
          icon: IconHistory,
        }}
      />
    </>
  );
}

interface FiltersProps {
  filter: AuditFilter;
  onFilter(change: Partial<AuditFilter>): void;
  onClear(): void;
  entries: readonly AuditEntry[];
}

function AuditFilters({ filter, onFilter, onClear, entries }: FiltersProps) {
  const officers = useOfficers().data?.data ?? [];
  const authors = authorsIn(officers, entries, filter.author);
  return (
    <FilterBar active={(filter.about ? 1 : 0) + (filter.author ? 1 : 0)} onClear={onClear}>
      <SelectField
        label="Perihal"
        placeholder="Semua perihal"
        options={auditSubjects.map((value) => ({ value, label: subjectLabels[value] }))}
        value={filter.about}
        onChange={(value) => onFilter({ about: value as AuditSubject | '' })}
      />
      <SelectField
        label="Oleh"
        placeholder="Semua orang"
        options={authors.map(({ id, nama }) => ({ value: String(id), label: nama }))}
        value={String(filter.author?.id ?? '')}
        onChange={(value) => onFilter({ author: authors.find(({ id }) => String(id) === value) ?? null })}
      />
    </FilterBar>
  );
}

/**
 * Options of the actor filter: the officers, plus every other actor in the entries loaded so far (residents,
 * former officers).
 */
function authorsIn(
  officers: readonly AuditAuthor[],
  entries: readonly AuditEntry[],
  chosen: AuditAuthor | null,
): AuditAuthor[] {
  const authors = new Map(officers.map(({ id, nama }) => [id, nama]));
  for (const { user_id, nama } of entries)
    if (user_id !== null && nama !== null && !authors.has(user_id)) authors.set(user_id, nama);
  if (chosen) authors.set(chosen.id, chosen.nama);
  return [...authors]
    .map(([id, nama]) => ({ id, nama }))
    .toSorted((a, b) => a.nama.localeCompare(b.nama, 'id'));
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
    render: (entry) => <Changes changes={changesOf(entry, timeZone)} />,
  },
];

function proofLink(entry: AuditEntry) {
  const proof = proofOf(entry);
  return (
    proof && (
      <LinkButton
        href={`/assets/${proof.endsWith('.pdf') ? 'documents' : 'uploads'}/${proof}`}
        icon={IconPhoto}
        label={`Lihat bukti ${entry.perihal ?? ''}`}
        newTab
      >
        Bukti
      </LinkButton>
    )
  );
}

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
