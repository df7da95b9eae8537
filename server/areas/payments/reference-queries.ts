/** Slips by the number of the transfer, of whomever and of whatever year. */
import { mostSameReferences } from '../../../contract/references.ts';
import { type Scope, within } from '../../../contract/policy.ts';
import type { Db } from '../../database/open.ts';
import { withSameProof } from './group-queries.ts';
import { isLive } from './is-live.ts';

/** Payments that are read of one reference: more than two slips can have months. */
const mostPayments = 50;

/** Waiting and confirmed payments with these references, newest first. */
export async function listByReference(db: Db, references: readonly string[]) {
  const [first, ...others] = [...new Set(references)].map((referensi) =>
    db.selectFrom(newestWith(db, referensi).as('one')).selectAll('one'),
  );
  return first ? await others.reduce((all, one) => all.unionAll(one), first).execute() : [];
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

interface Referring {
  id: number | null;
  kelompok: number | null;
  referensi: string | null;
}

export const slipOf = ({ id, kelompok }: Pick<Referring, 'id' | 'kelompok'>) => kelompok ?? id;

/** Adds what staff see beside a payment: the other months of its proof, and other slips with its reference. */
export async function withRelated<Row extends Referring>(db: Db, scope: Scope, rows: readonly Row[]) {
  const found = await listByReference(
    db,
    rows.flatMap(({ referensi }) => referensi ?? []),
  );
  return (await withSameProof(db, rows)).map((row) => {
    const others = found.filter((one) => one.referensi === row.referensi && slipOf(one) !== slipOf(row));
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
