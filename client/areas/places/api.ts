import * as contract from '../../../contract/places.ts';
import type { CallInput } from '../../../contract/endpoint.ts';
import { listEntries } from '../../../contract/journal.ts';
import { usePages, useRead } from '../../shared/queries.ts';

export const usePlaceBalances = () => useRead('cash-book', contract.listPlaceBalances, {});
export const useEntries = (query: NonNullable<CallInput<typeof listEntries>['query']>) =>
  usePages('cash-book', listEntries, { query });
