import { openingKind } from '../../../contract/cash-book.ts';
import { formatDate, formatRupiah } from '../../../contract/format.ts';
import { invalidFields, Refusal } from '../../http/refusal.ts';
import type { Approvable } from '../approvals/rules.ts';
import { refuseClosedMonth } from '../closings/refuse-closed-month.ts';
import type { Place } from '../places/queries.ts';
import { choosePlace, describePlace } from '../places/rules.ts';
import { book } from './book-entry.ts';
import { firstDay, isAt, listOpenings } from './queries.ts';

export interface OpeningBalance extends Place {
  jumlah: number;
  tanggal: string;
}

/** Entered once for each account and fund, before everything else there; never income. */
export const openingBalance: Approvable<OpeningBalance> = {
  jenis: openingKind,
  about: ({ akun_id, dana_id }) => `${akun_id}/${dana_id}`,
  describe: async (db, { jumlah, tanggal, ...wanted }) => {
    const place = await choosePlace(db, wanted);
    if ((await listOpenings(db)).some(isAt(place))) throw new Refusal('opening_exists');
    const first = await firstDay(db, place);
    if (first !== null && tanggal >= first)
      throw invalidFields({
        tanggal: `Tanggal saldo awal harus sebelum transaksi pertama, ${formatDate(first)}`,
      });
    await refuseClosedMonth(db, tanggal);
    const where = await describePlace(db, place);
    return { Jumlah: formatRupiah(jumlah), Tanggal: formatDate(tanggal), ...where };
  },
  carryOut: async (tx, request, { by, persetujuan_id }) => {
    await tx.dialect.serialize(tx.db, 'book');
    await openingBalance.describe(tx.db, request); // nothing is booked before it meanwhile
    const keterangan = 'Saldo awal';
    const approved = persetujuan_id === null ? {} : { persetujuan_id };
    const nomor = await book(tx, { ...request, jenis: openingKind, keterangan, by, ...approved });
    await tx.audit('balance.opened', 'entries', nomor, { sesudah: { ...request } });
    tx.changed(['cash-book', 'dashboard']);
    return nomor;
  },
};
