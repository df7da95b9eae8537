/** What the document screens read and send. */
import {
  changeDocument,
  countDocuments,
  type DocumentCategory,
  deleteDocument,
  type EstateDocument,
  listDocuments,
  uploadDocument,
} from '../../../contract/documents.ts';
import type { CallInput } from '../../../contract/endpoint.ts';
import { call } from '../../lib/http.ts';
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

type DocumentChanges = Partial<CallInput<typeof changeDocument>['body']>;

/** Title and category must go along: those of now, which a colleague may have changed. */
export function useChangeDocument(document: EstateDocument) {
  const { send } = useSend(changeDocument, topics);
  return async (changes: DocumentChanges) => {
    const { data } = await call(listDocuments, {});
    const { id, judul, kategori } = data.find((each) => each.id === document.id) ?? document;
    return await send({ params: { id }, body: { judul, kategori, ...changes } });
  };
}

export const useDeleteDocument = () => useSend(deleteDocument, topics);
