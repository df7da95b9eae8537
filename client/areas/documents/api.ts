/** What the document screens read and send. */
import {
  changeDocument,
  countDocuments,
  type DocumentCategory,
  deleteDocument,
  listDocuments,
  uploadDocument,
} from '../../../contract/documents.ts';
import { useAllRows, usePages, useRead, useSend } from '../../lib/queries.ts';

const topics = ['documents'] as const;

/** Newest first. */
export const useDocuments = (category: DocumentCategory | '') =>
  usePages('documents', listDocuments, { query: { kategori: category || undefined } });

/** All of them, for screens that count and search as one types. */
export const useAllDocuments = () => useAllRows('documents', listDocuments, {});

/** Every category with its number of documents. */
export const useDocumentCounts = () => useRead('documents', countDocuments, {}).data?.data;

export const useUploadDocument = () => useSend(uploadDocument, topics);
export const useChangeDocument = () => useSend(changeDocument, topics);
export const useDeleteDocument = () => useSend(deleteDocument, topics);
