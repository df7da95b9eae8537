import * as contract from '../../../contract/places.ts';
import { useRead, useSend } from '../../shared/queries.ts';

export const usePlaceBalances = () => useRead('cash-book', contract.listPlaceBalances, {});
export const useAddAccount = () => useSend(contract.addMoneyAccount);
export const useChangeAccount = () => useSend(contract.changeMoneyAccount);
export const useAddFund = () => useSend(contract.addFund);
export const useChangeFund = () => useSend(contract.changeFund);
export const useTransferMoney = () => useSend(contract.transferMoney);
