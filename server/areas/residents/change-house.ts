import { dateIn, formatDate } from '../../../contract/format.ts';
import type { HouseStatus } from '../../../contract/rates.ts';
import { startOfDay } from '../../clock.ts';
import type { Tx } from '../../database/write.ts';
import { invalidFields } from '../../http/refusal.ts';
import { recordDebtorChange } from '../accounts/debtor-queries.ts';
import { refuseClosedMonth } from '../closings/refuse-closed-month.ts';
import { findHouseStatus, insertHouseStatus, lastChangeOf } from '../rates/queries.ts';

interface HouseChange {
  rumah: HouseStatus;
  /** Day from which on it holds; today unless named. */
  sejak?: string | undefined;
}

const refuse = (message: string) => invalidFields({ rumah_sejak: message });

/**
 * The house of an account is used for something else from a day on.
 * @throws Refusal 422 for a day to come, or before the last change of the house or of who owes for it; 409 in a closed month
 */
export async function changeHouse(tx: Tx, user_id: number, change: HouseChange, timeZone: string) {
  await tx.dialect.serialize(tx.db, 'book'); // the month may be closed at the same time
  const before = await findHouseStatus(tx.db, user_id);
  if (before === change.rumah) return;
  const today = dateIn(timeZone, new Date(tx.now));
  const sejak = change.sejak ?? today;
  if (sejak > today) throw refuse('Tanggal mulai tidak boleh sesudah hari ini');
  const last = await lastChangeOf(tx.db, user_id);
  const lastDay = last.waktu === null ? '' : dateIn(timeZone, new Date(last.waktu));
  const earliest = [lastDay, last.sejak ?? ''].toSorted().at(-1) ?? '';
  if (sejak < earliest)
    throw refuse(
      `Tanggal mulai paling awal ${formatDate(earliest)}: data rumah ini terakhir berubah hari itu`,
    );
  await refuseClosedMonth(tx.db, sejak);
  await insertHouseStatus(tx, { user_id, sejak, rumah: change.rumah });
  const start = startOfDay(sejak, timeZone).toISOString();
  await recordDebtorChange(tx, user_id, [start, last.waktu ?? ''].toSorted().at(-1));
  await tx.audit('house.changed', 'users', user_id, {
    sebelum: { rumah: before },
    sesudah: { rumah: change.rumah, sejak },
  });
  tx.changed('reports');
}
