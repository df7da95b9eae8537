import { amountOf } from '../../../contract/amount-of.ts';
import { openingKind } from '../../../contract/cash-book.ts';
import type { MonthSummary } from '../../../contract/closings.ts';
import type { Db } from '../../database/open.ts';
import type { Schema } from '../../database/schema.ts';
import { sumsWithin } from '../cash-book/queries.ts';
import { listPlaces, sumsBefore } from '../places/queries.ts';
import { countEntries } from './queries.ts';

interface Place {
  id: number;
  nama: string;
  aktif: 0 | 1;
  pemegang_id?: number | null;
}

type Placed = Pick<Schema['kas_entri'], 'akun_id' | 'dana_id' | 'jumlah'>;

/**
 * A month as the book has it now. Accounts and funds that are out of use are named as long as money lies in them, and so
 * are accounts that coordinators hold.
 */
export async function summarizeMonth(db: Db, bulan: string): Promise<MonthSummary> {
  const before = await sumsBefore(db, `${bulan}-01`);
  const month = await sumsWithin(db, { dari: bulan, sampai: bulan });
  const [akun, dana] = await listPlaces(db);
  const on = (wanted: (typeof month)[number]['side']) =>
    amountOf(month.filter(({ side }) => side === wanted));
  const all: readonly Placed[] = [...before, ...month];
  const balances = (places: readonly Place[], placeOf: (placed: Placed) => number) =>
    places
      .map((place) => ({ ...place, saldo: amountOf(all.filter((placed) => placeOf(placed) === place.id)) }))
      .filter(({ aktif, pemegang_id, saldo }) => (aktif === 1 && !pemegang_id) || saldo !== 0);
  return {
    saldo_awal: amountOf(before) + on(openingKind),
    pemasukan: on('pemasukan'),
    pengeluaran: 0 - on('pengeluaran'), // not -0
    saldo_akhir: amountOf(all),
    ...(await countEntries(db, bulan)),
    akun: balances(akun, ({ akun_id }) => akun_id).map(({ id, nama, saldo }) => ({
      akun_id: id,
      nama,
      saldo,
    })),
    dana: balances(dana, ({ dana_id }) => dana_id).map(({ id, nama, saldo }) => ({
      dana_id: id,
      nama,
      saldo,
    })),
  };
}
