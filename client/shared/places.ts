import { listFunds, listMoneyAccounts } from '../../contract/places.ts';
import { useRead } from './queries.ts';

/** Accounts and funds in which money may be booked; `all` with those out of use, and those that coordinators hold. */
export function usePlaces() {
  const accounts = useRead('cash-book', listMoneyAccounts, {});
  const funds = useRead('cash-book', listFunds, {});
  const retry = () => {
    void accounts.refetch();
    void funds.refetch();
  };
  return {
    accounts: (accounts.data?.data ?? []).filter(({ aktif, dipegang }) => aktif && !dipegang),
    funds: (funds.data?.data ?? []).filter(({ aktif }) => aktif),
    all: { accounts: accounts.data?.data, funds: funds.data?.data },
    error: accounts.error ?? funds.error,
    retry,
  };
}

export const asOptions = (places: readonly { id: number; nama: string }[]) =>
  places.map(({ id, nama }) => ({ value: String(id), label: nama }));
