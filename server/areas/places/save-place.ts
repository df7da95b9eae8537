import { type Fund, type MoneyAccount, maxPlaces } from '../../../contract/places.ts';
import type { Tx } from '../../database/write.ts';
import { found, Refusal } from '../../http/refusal.ts';
import * as queries from './queries.ts';

export async function addAccount(
  tx: Tx,
  fields: Pick<MoneyAccount, 'nama' | 'jenis'>,
): Promise<MoneyAccount> {
  await refuseTooMany(tx, 'akun');
  const id = await queries.insertAccount(tx, fields);
  return await report(tx, 'accounts', { id, ...fields, aktif: true, saldo: 0 });
}

export async function addFund(tx: Tx, fields: Pick<Fund, 'nama' | 'terikat'>): Promise<Fund> {
  await refuseTooMany(tx, 'dana');
  const id = await queries.insertFund(tx, fields);
  return await report(tx, 'funds', { id, ...fields, aktif: true, saldo: 0 });
}

/** @throws Refusal 404, 409 place_holds_money or place_needed when it is taken out of use, place_name_taken */
export async function changeAccount(tx: Tx, id: number, changes: Partial<MoneyAccount>) {
  await tx.dialect.serialize(tx.db, 'book'); // nothing is booked into it meanwhile
  const before = found((await queries.listAccounts(tx.db)).find((account) => account.id === id));
  const after = { ...before, ...changes };
  if (before.aktif && !after.aktif) await refuseInUse(tx, 'akun', id);
  await queries.updateAccount(tx, after);
  return await report(tx, 'accounts', after, before);
}

/** @throws Refusal as `changeAccount`, and 409 fund_overdrawn when a fund below zero is restricted */
export async function changeFund(tx: Tx, id: number, changes: Partial<Fund>) {
  await tx.dialect.serialize(tx.db, 'book');
  const before = found((await queries.listFunds(tx.db)).find((fund) => fund.id === id));
  const after = { ...before, ...changes };
  if (before.aktif && !after.aktif) await refuseInUse(tx, 'dana', id);
  if (!before.terikat && after.terikat && before.saldo < 0) {
    const message = 'Dana ini sedang kurang dari nol. Isi dahulu sebelum dijadikan terikat.';
    throw new Refusal('fund_overdrawn', { message });
  }
  await queries.updateFund(tx, after);
  return await report(tx, 'funds', after, before);
}

async function refuseTooMany(tx: Tx, table: queries.Table): Promise<void> {
  await tx.dialect.serialize(tx.db, 'book');
  if ((await queries.countPlaces(tx.db, table)).all >= maxPlaces) throw new Refusal('too_many_places');
}

/** Two amounts of a place that sum to zero are money, too. */
async function refuseInUse(tx: Tx, table: queries.Table, id: number): Promise<void> {
  if ((await queries.countPlaces(tx.db, table)).active <= 1) throw new Refusal('place_needed');
  const balances = await queries.listPlaceBalances(tx.db);
  const inside = balances.filter((each) => (table === 'akun' ? each.akun_id : each.dana_id) === id);
  if (inside.some(({ saldo }) => saldo !== 0)) throw new Refusal('place_holds_money');
}

async function report<Kept extends Fund | MoneyAccount>(
  tx: Tx,
  entitas: 'accounts' | 'funds',
  { saldo, ...after }: Kept,
  before?: Kept,
): Promise<Kept> {
  const { saldo: _, ...sebelum } = before ?? { saldo };
  await tx.audit({
    aksi: before ? 'place.changed' : 'place.added',
    entitas,
    entitas_id: after.id,
    ...(before && { sebelum }),
    sesudah: after,
  });
  tx.changed('cash-book');
  return { ...after, saldo } as Kept;
}
