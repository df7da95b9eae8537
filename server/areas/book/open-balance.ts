import { openingKind } from '../../../contract/cash-book.ts';
import { formatDate, formatRupiah } from '../../../contract/format.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Approvable } from '../approvals/rules.ts';
import { refuseClosedMonth } from '../closings/refuse-closed-month.ts';
import { book } from './book-entry.ts';
import { findOpening, firstDay } from './queries.ts';

export interface OpeningBalance {
  jumlah: number;
  tanggal: string;
}

/** Entered once, before everything else; never income. */
export const openingBalance: Approvable<OpeningBalance> = {
  jenis: openingKind,
  about: () => 'kas',
  describe: async (db, { jumlah, tanggal }) => {
    if (await findOpening(db)) throw new Refusal('opening_exists');
    const first = await firstDay(db);
    if (first !== null && tanggal >= first) {
      const message = `Tanggal saldo awal harus sebelum transaksi pertama, ${formatDate(first)}`;
      throw new Refusal('invalid_fields', { errors: { tanggal: message }, message });
    }
    await refuseClosedMonth(db, tanggal);
    return { Jumlah: formatRupiah(jumlah), Tanggal: formatDate(tanggal) };
  },
  carryOut: async (tx, { jumlah, tanggal }, { by, persetujuan_id }) => {
    await tx.dialect.serialize(tx.db, 'book');
    await openingBalance.describe(tx.db, { jumlah, tanggal }); // nothing is booked before it meanwhile
    const keterangan = 'Saldo awal';
    const approved = persetujuan_id === null ? {} : { persetujuan_id };
    const nomor = await book(tx, { tanggal, jumlah, jenis: openingKind, keterangan, by, ...approved });
    await tx.audit({
      aksi: 'balance.opened',
      entitas: 'entries',
      entitas_id: nomor,
      sesudah: { jumlah, tanggal },
    });
    tx.changed('cash-book');
    tx.changed('dashboard');
    return nomor;
  },
};
