/** Residents whom bank lines may mean, and the names of those who pay for them. */
import { sql } from 'kysely';
import type { Scope } from '../../../contract/policy.ts';
import { learnedAfter } from '../../../contract/statements.ts';
import { payerIn } from '../../bank/mentions.ts';
import type { Db } from '../../database/open.ts';
import { type Order, type PageRequest, readPage } from '../../database/page.ts';
import { auditRows, withValues } from '../../database/read-audit.ts';
import { inScope } from '../../database/scope.ts';
import type { Tx } from '../../database/write.ts';
import { type Line, listProven } from './line-queries.ts';

export function listPeople(db: Db, scope: Scope) {
  return db
    .selectFrom('users')
    .select(['id', 'nama', 'blok'])
    .where('status', '=', 'active')
    .where('dihapus_pada', 'is', null)
    .where(inScope(scope))
    .execute();
}

const known = (db: Db, scope: Scope) =>
  db
    .selectFrom('pengirim_dikenal')
    .innerJoin('users', 'users.id', 'pengirim_dikenal.user_id')
    .where('users.dihapus_pada', 'is', null)
    .where(inScope(scope))
    .where('pengirim_dikenal.banyak', '>=', learnedAfter);

/** Learned for one of these names. */
export async function listLearned(db: Db, scope: Scope, names: readonly string[]) {
  if (names.length === 0) return [];
  return await known(db, scope)
    .select(['pengirim_dikenal.pengirim as nama', 'pengirim_dikenal.user_id'])
    .where('pengirim_dikenal.pengirim', 'in', names)
    .where('users.status', '=', 'active')
    .execute();
}

const order: Order<{ id: number; pengirim: string }> = {
  name: 'pengirim',
  columns: ['pengirim_dikenal.pengirim', 'pengirim_dikenal.id'],
  kinds: ['text', 'id'],
  descending: false,
  keyOf: ({ pengirim, id }) => [pengirim, id],
};

export function listKnown(db: Db, scope: Scope, request: PageRequest) {
  const found = known(db, scope).select([
    'pengirim_dikenal.id',
    'pengirim_dikenal.pengirim',
    'pengirim_dikenal.user_id',
    'pengirim_dikenal.banyak',
    'users.nama',
    'users.blok',
  ]);
  return readPage(found, order, request);
}

export async function learn(tx: Tx, pengirim: string, user_id: number): Promise<void> {
  await tx.db
    .insertInto('pengirim_dikenal')
    .values({ pengirim, user_id, banyak: 1 })
    .onConflict((conflict) =>
      conflict.columns(['pengirim', 'user_id']).doUpdateSet({ banyak: sql`pengirim_dikenal.banyak + 1` }),
    )
    .execute();
}

/** What a line taught goes with the last of the payments of one payer that it was matched with as a whole. */
export async function unlearnLine(
  tx: Tx,
  { id, jumlah, uraian }: Pick<Line, 'id' | 'jumlah' | 'uraian'>,
  released: readonly number[],
): Promise<void> {
  const pengirim = payerIn(uraian);
  if (pengirim === null) return;
  const taught = await matchedWhole(tx.db, id, jumlah);
  if (!taught.some((payment) => released.includes(payment))) return;
  if ((await listProven(tx.db, [id])).some((payment) => taught.includes(payment.id))) return;
  const payers = tx.db.selectFrom('payments').select('user_id').distinct().where('id', 'in', taught);
  const [payer, ...others] = await payers.execute();
  if (payer && others.length === 0) await unlearn(tx, pengirim, payer.user_id);
}

async function matchedWhole(db: Db, line: number, jumlah: number): Promise<number[]> {
  const matched = auditRows(db)
    .where('entitas', '=', 'lines')
    .where('entitas_id', '=', line)
    .where('aksi', '=', 'line.matched')
    .orderBy('audit.id', 'desc');
  const rows = (await matched.execute()).map(withValues);
  const whole = rows.find(({ sesudah }) => sesudah?.jumlah === jumlah)?.sesudah;
  const isSettlement = whole?.biaya !== undefined;
  return isSettlement ? [] : ((whole?.pembayaran ?? []) as number[]);
}

/** Takes one confirmation back. */
async function unlearn(tx: Tx, pengirim: string, user_id: number): Promise<void> {
  const known = tx.db
    .updateTable('pengirim_dikenal')
    .set({ banyak: sql`banyak - 1` })
    .where('pengirim', '=', pengirim)
    .where('user_id', '=', user_id)
    .returning(['id', 'banyak']);
  const row = await known.executeTakeFirst();
  if (row && row.banyak < 1) await forget(tx, row.id);
}

export async function forget(tx: Tx, id: number) {
  return await tx.db
    .deleteFrom('pengirim_dikenal')
    .where('id', '=', id)
    .returning('user_id')
    .executeTakeFirst();
}
