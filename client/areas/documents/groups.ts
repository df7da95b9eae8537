/** Indonesian names of the categories of the screens `documents` and `document-management`. */
import { type DocumentGroup, groups } from '../../../contract/documents.ts';
import { optionsOf } from '../../ui/SelectField.tsx';

export const groupNames: Record<DocumentGroup, string> = {
  announcement: 'Pengumuman',
  regulation: 'Peraturan',
  financial: 'Keuangan',
  meeting: 'Rapat',
  other: 'Lainnya',
};

export const groupOptions = optionsOf(groups, groupNames);
