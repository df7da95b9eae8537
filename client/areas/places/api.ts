import type { CallInput } from '../../../contract/endpoint.ts';
import { listEntries } from '../../../contract/journal.ts';
import { usePages } from '../../shared/queries.ts';

export const useEntries = (query: NonNullable<CallInput<typeof listEntries>['query']>) =>
  usePages('cash-book', listEntries, { query });
