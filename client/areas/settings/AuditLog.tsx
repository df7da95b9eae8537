import { IconPhoto } from '@tabler/icons-react';
import { type AuditEntry, type AuditSubject, auditSubjects, subjectLabels } from '../../../contract/audit.ts';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { optionsOf, SelectField } from '../../ui/SelectField.tsx';
import { useFilter } from '../../ui/use-filter.ts';
import { useOfficers } from '../officers/api.ts';
import { AuditList } from './AuditList.tsx';
import { useAudit } from './api.ts';
import { proofOf } from './audit-words.ts';

interface Author {
  id: number;
  nama: string;
}

const everything = { about: '' as AuditSubject | '', author: null as Author | null };

export default function AuditLog() {
  const { filter, clear, field, active, isFiltered } = useFilter(everything);
  const { about, author } = filter;
  const list = useAudit(about, author?.id);
  const authors = authorsIn(useOfficers().data?.data ?? [], list.rows ?? [], author);
  return (
    <>
      <Notice tone="info">
        Setiap perubahan uang, warga, dan pengaturan tercatat di sini. Catatan ini tidak dapat diubah atau
        dihapus.
      </Notice>
      <FilterBar active={active} onClear={clear}>
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
          value={String(author?.id ?? '')}
          onChange={(value) =>
            field('author').onChange(authors.find(({ id }) => String(id) === value) ?? null)
          }
        />
      </FilterBar>
      <AuditList list={list} actions={proofLink} onClearFilters={isFiltered && clear} />
    </>
  );
}

/**
 * Options of the actor filter: the officers, plus every other actor in the entries loaded so far (residents,
 * former officers).
 */
function authorsIn(
  officers: readonly Author[],
  entries: readonly AuditEntry[],
  chosen: Author | null,
): Author[] {
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
