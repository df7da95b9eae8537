import type * as z from 'zod/mini';
import { type transferMoney as contract, placeNames } from '../../../contract/places.ts';
import type { Tx } from '../../database/write.ts';
import { invalidFields } from '../../http/refusal.ts';
import { bookTransfer } from '../book/book-entry.ts';
import { findHeld } from './queries.ts';
import { choosePlace, refuseOverfilled } from './rules.ts';

type Order = z.output<typeof contract.body>;

/**
 * What a coordinator holds only somebody else moves: of one who has left, for instance. Into their hands only what is
 * missing there, because dues were reversed after they had been handed over.
 * @throws Refusal 422 for the same place twice, and what `choosePlace` and `bookTransfer` throw
 */
export async function transferMoney(tx: Tx, by: number, order: Order) {
  const { dari_akun, dari_dana, ke_akun, ke_dana, jumlah, tanggal, keterangan = '' } = order;
  if (dari_akun === ke_akun && dari_dana === ke_dana)
    throw invalidFields({ [placeNames.to.account]: 'Tujuan harus berbeda dari asal' });
  await tx.dialect.serialize(tx.db, 'book');
  if ((await findHeld(tx.db, by))?.id === dari_akun)
    throw invalidFields({
      [placeNames.from.account]: 'Uang di tangan Anda sendiri disetor lewat Keliling Iuran',
    });
  const from = await choosePlace(tx.db, { akun_id: dari_akun, dana_id: dari_dana, held: true }, 'from');
  const to = await choosePlace(tx.db, { akun_id: ke_akun, dana_id: ke_dana, held: true }, 'to');
  await refuseOverfilled(tx.db, to, jumlah);
  const transfer = await bookTransfer(tx, { from, to, jumlah, tanggal, keterangan, by });
  await tx.audit('entry.transferred', 'entries', transfer.id, {
    sesudah: { dari_akun, dari_dana, ke_akun, ke_dana, jumlah, tanggal, pasangan: transfer.pasangan },
  });
  tx.changed('cash-book');
  return transfer;
}
