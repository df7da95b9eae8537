import {
  changeDocument,
  countDocuments,
  type DocumentCategory,
  type DocumentGroup,
  deleteDocument,
  listDocuments,
  uploadDocument,
} from '../../../contract/documents.ts';
import { usePages, useRead, useSend } from '../../shared/queries.ts';

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

export const useUploadDocument = () => useSend(uploadDocument);

export const useChangeDocument = () => useSend(changeDocument);
export const useDeleteDocument = () => useSend(deleteDocument);
