import type { AccountKind } from '../../../contract/cash-book.ts';
import { formatDate, formatRupiah } from '../../../contract/format.ts';
import { placeNames } from '../../../contract/places.ts';
import type { Db } from '../../database/open.ts';
import type { Tx } from '../../database/write.ts';
import { invalidFields, Refusal } from '../../http/refusal.ts';
import * as queries from './queries.ts';

export interface WantedPlace {
  akun_id?: number | undefined;
  dana_id?: number | undefined;
  /** Kind of account to take when none is named. */
  kind?: AccountKind | undefined;
  /** Also an account that a coordinator holds. */
  held?: true | undefined;
}

/**
 * Call it with the lock of the book, or the place may be taken out of use meanwhile.
 * @param side of a transfer
 * @throws Refusal 422 for an account or a fund that does not exist, 409 place_inactive for one out of use
 */
export async function choosePlace(
  db: Db,
  wanted: WantedPlace,
  side: keyof typeof placeNames = 'booked',
): Promise<queries.Place> {
  const { akun_id, dana_id } = wanted;
  if (akun_id !== undefined)
    refuseUnusable(await findUsable(db, akun_id, wanted.held), {
      what: 'Rekening',
      field: placeNames[side].account,
    });
  if (dana_id !== undefined)
    refuseUnusable(await queries.findFund(db, dana_id), { what: 'Dana', field: placeNames[side].fund });
  if (akun_id !== undefined && dana_id !== undefined) return { akun_id, dana_id };
  const first = await queries.firstActive(db, wanted.kind ?? null);
  return { akun_id: akun_id ?? first.akun_id, dana_id: dana_id ?? first.dana_id };
}

async function findUsable(db: Db, id: number, held: WantedPlace['held']) {
  const account = await queries.findAccount(db, id);
  return account?.pemegang_id && !held ? undefined : account;
}

function refuseUnusable(
  place: { nama: string; aktif: 0 | 1 } | undefined,
  { what, field }: { what: string; field: string },
): void {
  const message = place ? `${what} ${place.nama} sudah dinonaktifkan.` : `${what} tidak ditemukan`;
  if (!place) throw invalidFields({ [field]: message });
  if (place.aktif === 0) throw new Refusal('place_inactive', { fields: [field], message });
}

/** @throws Refusal 422 if a coordinator would hold cash that they did not receive at a door */
export async function refuseOverfilled(db: Db, place: queries.Place, jumlah: number): Promise<void> {
  const account = await queries.findAccount(db, place.akun_id);
  if (!account?.pemegang_id) return;
  const saldo = await queries.placeBalance(db, place);
  if (saldo + jumlah <= 0) return;
  const message = `${account.nama} hanya diisi sampai nol. Yang kurang ${formatRupiah(Math.max(0, -saldo))}.`;
  throw invalidFields({ [placeNames.to.account]: message });
}

/**
 * Before money comes back into the hands of a coordinator, who is not deleted meanwhile: nobody would answer for it.
 * @throws Refusal 409 holder_gone
 */
export async function refuseGoneHolder(tx: Tx, { akun_id, jumlah }: { akun_id: number; jumlah: number }) {
  if (jumlah <= 0) return;
  const holder = await tx.dialect.forShare(queries.holderOf(tx.db, akun_id)).executeTakeFirst();
  if (holder?.dihapus_pada) throw new Refusal('holder_gone');
}

/**
 * Call it with the lock of the book.
 * @param options `tanggal` null for a day after every entry of the book
 * @throws Refusal 409 fund_overdrawn if the fund is restricted and this would take it below zero on any day
 */
export async function refuseOverdraft(
  db: Db,
  { dana_id, jumlah, tanggal }: { dana_id: number; jumlah: number; tanggal: string | null },
): Promise<void> {
  if (jumlah >= 0) return;
  const fund = await queries.findFund(db, dana_id);
  if (!fund?.terikat) return;
  const lowest = await (tanggal === null
    ? queries.fundBalance(db, dana_id)
    : queries.lowestFrom(db, dana_id, tanggal));
  if (lowest + jumlah >= 0) return;
  const when = tanggal === null ? 'sekarang' : `pada ${formatDate(tanggal)}`;
  const message = `Uang ${fund.nama} terikat dan tidak boleh kurang dari nol. Yang dapat dipakai ${when} ${formatRupiah(lowest)}.`;
  throw new Refusal('fund_overdrawn', { message });
}

/** How a proposal names the place; empty while the estate has one of each. */
export async function describePlace(
  db: Db,
  { akun_id, dana_id }: queries.Place,
): Promise<Record<string, string>> {
  const [accounts, funds] = [await queries.countPlaces(db, 'akun'), await queries.countPlaces(db, 'dana')];
  const found = await queries.findAccount(db, akun_id);
  const account = accounts.all > 1 || found?.pemegang_id ? found : undefined;
  const fund = funds.all > 1 ? await queries.findFund(db, dana_id) : undefined;
  return { ...(account && { Rekening: account.nama }), ...(fund && { Dana: fund.nama }) };
}
