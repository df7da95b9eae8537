import type * as z from 'zod/mini';
import { notificationTitles } from '../../../contract/events.ts';
import { formatMonth, monthIn, monthIndex, monthKey, monthOf, shiftMonth } from '../../../contract/format.ts';
import {
  type setRate as endpoint,
  type House,
  type RateChange,
  type RateSummary,
  rateIn,
  rateMonthsAhead,
  rateTable,
} from '../../../contract/rates.ts';
import { duesIn } from '../../../contract/settings.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import type { Db } from '../../database/open.ts';
import { invalidFields } from '../../http/refusal.ts';
import { refuseClosedMonth } from '../closings/refuse-closed-month.ts';
import { tellEveryone } from '../notifications/tell-everyone.ts';
import { listDues, readSettings } from '../settings/queries.ts';
import * as queries from './queries.ts';

type Wanted = Omit<z.output<typeof endpoint.body>, 'password'>;

/** @throws Refusal 422 outside of the months offered, for more than one scope, or for one that does not exist */
async function changeFor({ clock, config }: Context, db: Db, wanted: Wanted): Promise<RateChange> {
  const { huruf_blok = null, rumah = null, user_id = null, jumlah } = wanted;
  const now = monthIn(config.timeZone, clock());
  const [first, last] = [monthKey(now), monthKey(shiftMonth(now, rateMonthsAhead))];
  const sejak = wanted.sejak ?? monthKey(shiftMonth(now, 1));
  if (sejak < first || sejak > last) {
    const span = `${formatMonth(now)} dan ${formatMonth(monthOf(last))}`;
    throw invalidFields({ sejak: `Bulan mulai harus antara ${span}` });
  }
  const scopes = [huruf_blok, rumah, user_id].filter((one) => one !== null);
  if (scopes.length > 1)
    throw invalidFields({ rumah: 'Pilih salah satu: blok, status rumah, atau satu rumah' });
  if (!jumlah && scopes.length === 0)
    throw invalidFields({ jumlah: 'Tarif untuk semua rumah wajib diisi, minimal Rp 1' });
  if (huruf_blok !== null && !(await readSettings(db)).blockLetters.includes(huruf_blok))
    throw invalidFields({ huruf_blok: `Perumahan ini tidak punya Blok ${huruf_blok}` });
  if (user_id !== null && !(await queries.findPayer(db, user_id)))
    throw invalidFields({ user_id: 'Warga tidak ditemukan' });
  return { sejak, huruf_blok, rumah, user_id, jumlah };
}

/** What a change would bring in its first month, from everybody who owes dues now. */
export async function summarize(context: Context, db: Db, wanted: Wanted): Promise<RateSummary> {
  const change = await changeFor(context, db, wanted);
  const month = monthIndex(monthOf(change.sejak));
  const changes = await queries.listRateChanges(db);
  const [before, after] = [rateTable(changes), rateTable([...changes, change])];
  const sum = { sejak: change.sejak, rumah: 0, sebelum: 0, sesudah: 0 };
  for (const { banyak, user_id, ...kind } of await queries.countHouses(db, change.user_id)) {
    const house: House = { ...kind, user_id: user_id ?? 0 };
    const [old, changed] = [rateIn(before, house, month), rateIn(after, house, month)];
    sum.sebelum += banyak * old;
    sum.sesudah += banyak * changed;
    if (old !== changed) sum.rumah += banyak;
  }
  return sum;
}

/** @throws Refusal as `changeFor`; 409 into a closed month */
export async function setRate(context: Context, actor: Author, wanted: Wanted): Promise<RateSummary> {
  return await context.write(actor, async (tx) => {
    await tx.dialect.serialize(tx.db, 'settings');
    await tx.dialect.serialize(tx.db, 'book'); // the month may be closed at the same time
    const change = await changeFor(context, tx.db, wanted);
    const { sejak, huruf_blok, rumah, user_id } = change;
    await refuseClosedMonth(tx.db, `${sejak}-01`);
    const summary = await summarize(context, tx.db, wanted);
    const isForAll = huruf_blok === null && rumah === null && user_id === null;
    const before = isForAll
      ? duesIn(await listDues(tx.db), monthOf(sejak))
      : await queries.findRate(tx.db, change, sejak);
    const id = await queries.insertRate(tx, change);
    await tx.audit('rate.set', 'rates', id, { sebelum: { jumlah: before }, sesudah: { ...change } });
    tx.changed(['settings', 'dashboard', 'reports', 'payments']);
    await tellEveryone(tx, {
      jenis: 'announcement',
      judul: notificationTitles['settings-announced'],
      pesan: `${actor.nama} mengubah tarif iuran mulai ${formatMonth(monthOf(sejak))}. Lihat perubahannya sebelum membayar.`,
      halaman: 'payments',
    });
    return summary;
  });
}
