import { IconPhoto } from '@tabler/icons-react';
import { type AuditEntry, auditSubjects, subjectLabels } from '../../../contract/audit.ts';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { optionsOf, SelectField } from '../../ui/SelectField.tsx';
import { type FilterProps, useFilter } from '../../ui/use-filter.ts';
import { useOfficers } from '../officers/api.ts';
import { AuditList } from './AuditList.tsx';
import { type AuditAuthor, type AuditFilter, useAudit } from './api.ts';
import { proofOf } from './audit-words.ts';

const everything: AuditFilter = { about: '', author: null };

export default function AuditLog() {
  const { filter, clear, field } = useFilter(everything);
  const list = useAudit(filter);
  return (
    <>
      <Notice tone="info">
        Setiap perubahan uang, warga, dan pengaturan tercatat di sini. Catatan ini tidak dapat diubah atau
        dihapus.
      </Notice>
      <AuditFilters filter={filter} field={field} onClear={clear} entries={list.rows ?? []} />
      <AuditList
        list={list}
        actions={proofLink}
        filtered={filter.about !== '' || filter.author !== null}
        onClearFilters={clear}
      />
    </>
  );
}

interface FiltersProps extends FilterProps<AuditFilter> {
  entries: readonly AuditEntry[];
}

function AuditFilters({ filter, field, onClear, entries }: FiltersProps) {
  const officers = useOfficers().data?.data ?? [];
  const authors = authorsIn(officers, entries, filter.author);
  return (
    <FilterBar active={(filter.about ? 1 : 0) + (filter.author ? 1 : 0)} onClear={onClear}>
      <SelectField
        {...field('about')}
        label="Perihal"
        placeholder="Semua perihal"
        options={optionsOf(auditSubjects, subjectLabels)}
      />
      <SelectField
        label="Oleh"
        placeholder="Semua orang"
        options={authors.map(({ id, nama }) => ({ value: String(id), label: nama }))}
        value={String(filter.author?.id ?? '')}
        onChange={(value) => field('author').onChange(authors.find(({ id }) => String(id) === value) ?? null)}
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
