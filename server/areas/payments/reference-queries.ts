/** Slips by the number of the transfer, of whomever and of whatever year. */
import type { MonthRow } from '../../../contract/payments.ts';
import { type Scope, within } from '../../../contract/policy.ts';
import { mostSameReferences } from '../../../contract/references.ts';
import type { Db } from '../../database/open.ts';
import { withSameProof } from './group-queries.ts';
import { isLive } from './is-live.ts';

/** Payments that are read of one reference: more than two slips can have months. */
const mostPayments = 50;
/** References of one statement, a SELECT each: SQLite takes at most 500. */
const referencesAtOnce = 200;

/** Waiting and confirmed payments with these references, newest first. */
export async function listByReference(db: Db, references: readonly string[]) {
  const found = [];
  const distinct = [...new Set(references)];
  for (let from = 0; from < distinct.length; from += referencesAtOnce) {
    const [first, ...others] = distinct
      .slice(from, from + referencesAtOnce)
      .map((referensi) => db.selectFrom(newestWith(db, referensi).as('one')).selectAll('one'));
    if (first) found.push(...(await others.reduce((all, one) => all.unionAll(one), first).execute()));
  }
  return found;
}

const newestWith = (db: Db, referensi: string) =>
  db
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.user_id')
    .select([
      'payments.id',
      'payments.user_id',
      'payments.tahun',
      'payments.bulan',
      'payments.jumlah',
      'payments.status',
      'payments.kelompok',
      'payments.referensi',
      'users.nama',
      'users.blok',
    ])
    .where('payments.referensi', '=', referensi)
    .where(isLive)
    .orderBy('payments.id', 'desc')
    .limit(mostPayments);

type Referring = Pick<MonthRow, 'id' | 'kelompok' | 'referensi'>;

export const slipOf = ({ id, kelompok }: Pick<Referring, 'id' | 'kelompok'>) => kelompok ?? id;

/** Adds what staff see beside a payment: the other months of its proof, and other slips with its reference. */
export async function withRelated<Row extends Referring>(db: Db, scope: Scope, rows: readonly Row[]) {
  const found = await listByReference(
    db,
    rows.flatMap(({ referensi }) => referensi ?? []),
  );
  const foundOf = Map.groupBy(found, ({ referensi }) => referensi);
  return (await withSameProof(db, rows)).map((row) => {
    const others = (foundOf.get(row.referensi) ?? []).filter((one) => slipOf(one) !== slipOf(row));
    // Newest first: of the months of a slip the oldest stays.
    const slips = [...new Map(others.map((one) => [slipOf(one), one])).values()];
    const bukti = slips.filter((one) => within(scope, one));
    const referensi_sama =
      slips.length === 0
        ? null
        : { bukti: bukti.slice(0, mostSameReferences), di_luar: bukti.length < slips.length };
    return { ...row, referensi_sama };
  });
}
