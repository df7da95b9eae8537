/** The categories of the screens `documents` and `document-management` in Indonesian (decisions §6). */
import { type DocumentGroup, documentGroups } from '../../../contract/documents.ts';

export const groupNames: Record<DocumentGroup, string> = {
  announcement: 'Pengumuman',
  regulation: 'Peraturan',
  financial: 'Keuangan',
  meeting: 'Rapat',
  other: 'Lainnya',
};

const groups = Object.keys(documentGroups) as DocumentGroup[];
export const groupOptions = groups.map((value) => ({ value, label: groupNames[value] }));
