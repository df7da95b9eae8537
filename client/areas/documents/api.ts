/** What the document screens read and send. */
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

/** Newest first. */
export const useDocuments = ({ category, group, search }: DocumentFilter) =>
  usePages('documents', listDocuments, {
    query: {
      kategori: category || undefined,
      kelompok: group || undefined,
      q: search?.trim() || undefined,
    },
  });

/** Every category with its number of documents. */
export const useDocumentCounts = () => useRead('documents', countDocuments, {}).data?.data;

export const useUploadDocument = () => useSend(uploadDocument);

export const useChangeDocument = () => useSend(changeDocument);
export const useDeleteDocument = () => useSend(deleteDocument);
