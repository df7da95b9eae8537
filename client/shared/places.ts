import {
  type Fund,
  listFunds,
  listMoneyAccounts,
  listPlaceBalances,
  type MoneyAccount,
} from '../../contract/places.ts';
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

export const usePlaceBalances = () => useRead('cash-book', listPlaceBalances, {});

/** `nama` is empty while the estate has one account and one fund. */
export interface NamedPlace {
  akun_id: number;
  dana_id: number;
  nama: string;
}

interface Places {
  accounts: readonly MoneyAccount[];
  funds: readonly Fund[];
}

/** What a form has chosen; the first account and the first fund unless it names one, as the server takes them. */
export function placeOf(
  { accounts, funds }: Places,
  akun: string | undefined,
  dana: string | undefined,
): NamedPlace | undefined {
  const account = akun ? accounts.find(({ id }) => String(id) === akun) : accounts[0];
  const fund = dana ? funds.find(({ id }) => String(id) === dana) : funds[0];
  if (!account || !fund) return undefined;
  const names = [accounts.length > 1 && account.nama, funds.length > 1 && fund.nama];
  return { akun_id: account.id, dana_id: fund.id, nama: names.filter(Boolean).join(' · ') };
}
