import * as contract from '../../../contract/places.ts';
import type { CallInput } from '../../../contract/endpoint.ts';
import { exportJournal, listEntries } from '../../../contract/journal.ts';
import { useDownload, usePages, useRead, useSend } from '../../shared/queries.ts';

export const usePlaceBalances = () => useRead('cash-book', contract.listPlaceBalances, {});
export const useEntries = (query: NonNullable<CallInput<typeof listEntries>['query']>) =>
  usePages('cash-book', listEntries, { query });
export const useJournalDownload = () => useDownload(exportJournal);
export const useAddAccount = () => useSend(contract.addMoneyAccount);
export const useChangeAccount = () => useSend(contract.changeMoneyAccount);
export const useAddFund = () => useSend(contract.addFund);
export const useChangeFund = () => useSend(contract.changeFund);
export const useTransferMoney = () => useSend(contract.transferMoney);
