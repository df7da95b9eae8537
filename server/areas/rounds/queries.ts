import { sql } from 'kysely';
import { keyDays } from '../../../contract/endpoint.ts';
import type { Period } from '../../../contract/format.ts';
import { mostTappedMonths } from '../../../contract/payment-months.ts';
import { waiting } from '../../../contract/payments.ts';
import type { Actor } from '../../../contract/people.ts';
import type { Scope } from '../../../contract/policy.ts';
import type { Booked, RoundHouse } from '../../../contract/rounds.ts';
import { daysAfter } from '../../clock.ts';
import type { Db } from '../../database/open.ts';
import { inBlock, ownedInScope } from '../../database/scope.ts';
import { listBarred } from '../payments/barred-payers.ts';
import { unpaidMonths } from '../payments/owed-queries.ts';

export interface RoundOptions {
  actor: Actor;
  blok: string;
  now: Date;
  month: Period;
  timeZone: string;
}

export async function listHouses(db: Db, scope: Scope, options: RoundOptions): Promise<RoundHouse[]> {
  const { actor, blok, now, month, timeZone } = options;
  const payers = await db
    .selectFrom('users')
    .select(['id', 'nama', 'blok'])
    .where('status', '=', 'active')
    .where('dihapus_pada', 'is', null)
    .where('blok', 'is not', null)
    .where(inBlock(scope, blok))
    .orderBy('urutan_blok')
    .orderBy('nama')
    .orderBy('id')
    .execute();
  const ids = payers.map(({ id }) => id);
  const unpaid = await unpaidMonths(db, ids, month, timeZone);
  const unconfirmed = await sumWaiting(db, scope, blok);
  const taps = await tapsOf(db, actor.id, now);
  const barred = await listBarred({ db, now: now.toISOString() }, actor.id);
  return payers.map(({ id, nama, blok }, at) => ({
    user_id: id,
    nama,
    blok,
    bulan: (unpaid[at] ?? []).slice(0, mostTappedMonths),
    menunggu: unconfirmed.get(id) ?? 0,
    diterima: taps.get(id) ?? [],
    boleh: !barred.has(id),
  }));
}

/** Rupiah that wait for confirmation, by payer. */
async function sumWaiting(db: Db, scope: Scope, blok: string): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('payments')
    .select(['user_id', (eb) => eb.fn.sum<number>('jumlah').as('jumlah')])
    .where('status', '=', waiting)
    .where('dihapus_pada', 'is', null)
    .where(ownedInScope(scope, 'user_id', blok))
    .groupBy('user_id')
    .execute();
  return new Map(rows.map(({ user_id, jumlah }) => [user_id, jumlah]));
}

/** By payer, as long as a device may still send the same tap again. */
async function tapsOf(db: Db, actorId: number, now: Date): Promise<Map<number, Booked[]>> {
  const rows = await taps(db)
    .where('dikonfirmasi_oleh', '=', actorId)
    .where('status', '=', 'dikonfirmasi')
    .where('tanggal_konfirmasi', '>', daysAfter(now, -keyDays))
    .execute();
  const byPayer = Map.groupBy(rows, ({ user_id }) => user_id);
  return new Map([...byPayer].map(([id, own]) => [id, own.map(present)]));
}

const taps = (db: Db) =>
  db
    .selectFrom('payments')
    .select([
      'user_id',
      'ketukan',
      (eb) => eb.fn.min<number>('id').as('payment_id'),
      (eb) => eb.fn.sum<number>('jumlah').as('jumlah'),
      (eb) => eb.fn.countAll<number>().as('banyak'),
    ])
    .where('ketukan', 'is not', null)
    .groupBy(['user_id', 'ketukan'])
    .orderBy(sql`min(id)`);

type Row = Awaited<ReturnType<ReturnType<typeof taps>['execute']>>[number];

const present = ({ ketukan, payment_id, jumlah, banyak }: Row): Booked => ({
  ketukan: ketukan ?? '',
  payment_id,
  jumlah,
  banyak,
});

/** What a tap has booked, also what was reversed since. The book knows by whom: a reversal changes it in the payment. */
export async function findTap(db: Db, ketukan: string) {
  const row = await taps(db).where('ketukan', '=', ketukan).executeTakeFirst();
  if (!row) return undefined;
  const { dibuat_oleh } = await db
    .selectFrom('kas_entri')
    .select('dibuat_oleh')
    .where('payment_id', '=', row.payment_id)
    .where('jenis', '=', 'iuran')
    .executeTakeFirstOrThrow();
  return { ...present(row), user_id: row.user_id, by: dibuat_oleh };
}
