import { formatRupiah } from '../../../contract/format.ts';
import { type Actor, blockLetter, roleNames } from '../../../contract/people.ts';
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
  return await report(tx, 'accounts', { id, ...fields, aktif: true, dipegang: false, saldo: 0 });
}

/**
 * The account of the cash in a person's hands; made at the first money. The name tells of no person: it stands in
 * the log.
 */
export async function heldAccount(tx: Tx, holder: Pick<Actor, 'id' | 'blok' | 'jenis'>): Promise<number> {
  await tx.dialect.serialize(tx.db, 'book');
  const held = await queries.findHeld(tx.db, holder.id);
  if (held?.aktif === 1) return held.id;
  const all = await queries.listAccounts(tx.db);
  const known = all.find(({ id }) => id === held?.id);
  if (known) {
    await queries.updateAccount(tx, { ...known, aktif: true });
    await report(tx, 'accounts', { ...known, aktif: true }, known);
    return known.id;
  }
  const letter = holder.jenis === 'koordinator_perblok' ? blockLetter(holder.blok) : null;
  const nama = freeName(`Kas ${letter ? `Koordinator Blok ${letter}` : roleNames[holder.jenis]}`, all);
  const jenis = 'koordinator' as const;
  const id = await queries.insertAccount(tx, { nama, jenis, pemegang_id: holder.id });
  await report(tx, 'accounts', { id, nama, jenis, aktif: true, dipegang: true, saldo: 0 });
  return id;
}

function freeName(wanted: string, taken: readonly { nama: string }[]): string {
  const names = new Set(taken.map(({ nama }) => nama.toLowerCase()));
  let name = wanted;
  for (let count = 2; names.has(name.toLowerCase()); count += 1) name = `${wanted} ${count}`;
  return name;
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
  if (before.aktif && !after.aktif) await refuseInUse(tx, 'akun', id, before.dipegang);
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
async function refuseInUse(tx: Tx, table: queries.Table, id: number, dipegang = false): Promise<void> {
  if (!dipegang && (await queries.countPlaces(tx.db, table)).active <= 1) throw new Refusal('place_needed');
  const parts = await queries.listParts(tx.db, table, id);
  if (parts.length === 0) return;
  if (parts.length === 1) throw new Refusal('place_holds_money');
  const inside = parts.map(({ nama, saldo }) => `${nama} ${formatRupiah(saldo)}`).join(', ');
  const message = `Masih ada saldo di sini: ${inside}. Pindahkan dahulu sebelum dinonaktifkan.`;
  throw new Refusal('place_holds_money', { message });
}

async function report<Kept extends Fund | MoneyAccount>(
  tx: Tx,
  entitas: 'accounts' | 'funds',
  { saldo, ...after }: Kept,
  before?: Kept,
): Promise<Kept> {
  const { saldo: _, ...sebelum } = before ?? { saldo };
  await tx.audit(before ? 'place.changed' : 'place.added', entitas, after.id, {
    ...(before && { sebelum }),
    sesudah: after,
  });
  tx.changed('cash-book');
  return { ...after, saldo } as Kept;
}
