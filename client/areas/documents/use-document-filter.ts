import { useState } from 'react';
import { type DocumentGroup, type EstateDocument, groupOf } from '../../../contract/documents.ts';

/** Search in title and description, and one of the categories of these screens. */
export function useDocumentFilter(documents: readonly EstateDocument[] | undefined) {
  const [search, setSearch] = useState('');
  const [group, setGroup] = useState<DocumentGroup | ''>('');
  const wanted = search.trim().toLowerCase();
  const rows = documents?.filter(
    ({ judul, deskripsi, kategori }) =>
      (!group || groupOf(kategori) === group) &&
      `${judul}\n${deskripsi ?? ''}`.toLowerCase().includes(wanted),
  );
  return {
    rows,
    search,
    setSearch,
    group,
    setGroup,
    filtered: wanted !== '' || group !== '',
    clear: () => {
      setSearch('');
      setGroup('');
    },
  };
}
