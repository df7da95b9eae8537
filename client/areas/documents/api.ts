import {
  countDocuments,
  type DocumentCategory,
  type DocumentGroup,
  listDocuments,
} from '../../../contract/documents.ts';
import { usePages, useRead } from '../../shared/queries.ts';

export interface DocumentFilter {
  category?: DocumentCategory | '';
  group?: DocumentGroup | '';
  search?: string;
}

export const useDocuments = ({ category, group, search }: DocumentFilter) =>
  usePages('documents', listDocuments, {
    query: {
      kategori: category || undefined,
      kelompok: group || undefined,
      q: search?.trim() || undefined,
    },
  });

export const useDocumentCounts = () => useRead('documents', countDocuments, {}).data?.data;
