/** What staff should look at; nothing of it is refused. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Scope } from '../../../contract/policy.ts';
import { mostOnRadar, OddPayment } from '../../../contract/statements.ts';
import { bankDay } from '../../bank/bank-day.ts';
import { columnsOf } from '../../database/columns-of.ts';
import type { Db } from '../../database/open.ts';
import { inScope } from '../../database/scope.ts';
import { isLive } from '../payments/is-live.ts';
import { slipOf, withRelated } from '../payments/reference-queries.ts';
import { rest } from './line-queries.ts';

/** Months of slips that are looked at, newest first. */
const mostMonths = 500;
/** Newest lines that are compared with all others. */
const mostLines = 2_000;

const recentMonths = (db: Db, scope: Scope, only: RawBuilder<SqlBool>) =>
  db
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.user_id')
    .select([
      ...columnsOf('payments', OddPayment, ['nama', 'blok']),
      'users.nama',
      'users.blok',
      'payments.kelompok',
      'payments.referensi',
    ])
    .where('payments.dihapus_pada', 'is', null)
    .where(only)
    .where(inScope(scope))
    .orderBy('payments.id', 'desc')
    .limit(mostMonths)
    .as('slip');

const withPicture = sql<SqlBool>`payments.bukti_transfer IS NOT NULL`;

/** Newest first: of the months of a slip the oldest stays. */
const slipsOf = <Row extends { id: number; kelompok: number | null }>(months: readonly Row[]) =>
  [...new Map(months.map((month) => [slipOf(month), month])).values()].slice(0, mostOnRadar);

/** Recent slips whose picture somebody has sent before, in whatever year. */
export async function listSamePictures(db: Db, scope: Scope) {
  const months = await db
    .selectFrom(recentMonths(db, scope, withPicture))
    .selectAll('slip')
    .where(
      sql<SqlBool>`EXISTS (SELECT 1 FROM files AS own JOIN files AS other ON other.sha256 = own.sha256
        WHERE own.nama = slip.bukti_transfer AND own.kind = 'proof' AND other.kind = 'proof'
          AND other.nama <> own.nama AND own.sha256 IS NOT NULL AND other.sha256 IS NOT NULL)`,
    )
    .orderBy('slip.id', 'desc')
    .execute();
  return slipsOf(months);
}

/** Of recent slips, waiting or confirmed, those whose number another one has, too, and these. */
export async function listSameNumbers(db: Db, scope: Scope) {
  const months = await db
    .selectFrom(recentMonths(db, scope, isLive))
    .selectAll('slip')
    .where(
      sql<SqlBool>`EXISTS (SELECT 1 FROM payments WHERE payments.referensi = slip.referensi AND ${isLive}
        AND coalesce(payments.kelompok, payments.id) <> coalesce(slip.kelompok, slip.id))`,
    )
    .orderBy('slip.id', 'desc')
    .execute();
  const shown = await withRelated(db, scope, slipsOf(months));
  return shown.map(({ referensi, referensi_sama, ...slip }) => ({
    ...slip,
    referensi: referensi ?? '',
    dengan: referensi_sama?.bukti ?? [],
  }));
}

/** Lines whose reference of the bank another line has, too. */
export async function listSameReferences(db: Db) {
  const rows = await db
    .selectFrom('mutasi_bank')
    .select(['id', 'tanggal', 'jumlah', 'uraian', 'referensi'])
    .where(sql<SqlBool>`id > (SELECT max(id) FROM mutasi_bank) - ${mostLines}`)
    .where('referensi', 'is not', null)
    .where('jumlah', '>', 0)
    .where(
      sql<SqlBool>`EXISTS (SELECT 1 FROM mutasi_bank AS other
        WHERE other.referensi = mutasi_bank.referensi AND other.id <> mutasi_bank.id AND other.jumlah > 0)`,
    )
    .orderBy('tanggal', 'desc')
    .orderBy('id', 'desc')
    .limit(mostOnRadar)
    .execute();
  return rows.map((row) => ({ ...row, referensi: row.referensi ?? '' }));
}

/** Live slips, sent on days of which statements were imported since, that no line proves. */
export async function listSlipsWithoutLine(db: Db, scope: Scope) {
  const months = await db
    .selectFrom(recentMonths(db, scope, sql`${withPicture} AND ${isLive}`))
    .selectAll('slip')
    .where(sql<SqlBool>`NOT EXISTS (SELECT 1 FROM mutasi_pembayaran WHERE payment_id = slip.id)`)
    .orderBy('slip.id', 'desc')
    .execute();
  const sent = months.map((month) => ({ ...month, hari: bankDay(month.tanggal_upload) }));
  const imported = await db
    .selectFrom('mutasi_impor')
    .select(['dari', 'sampai', 'pada'])
    .where('sampai', '>=', sent.at(-1)?.hari ?? '')
    .execute();
  return slipsOf(
    sent.filter(({ hari, tanggal_upload }) =>
      imported.some(({ dari, sampai, pada }) => dari <= hari && hari <= sampai && tanggal_upload <= pada),
    ),
  );
}

export function countOpenCredits(db: Db) {
  return db
    .selectFrom('mutasi_bank')
    .select([
      (eb) => eb.fn.countAll<number>().as('banyak'),
      sql<number>`coalesce(sum(${rest}), 0)`.as('jumlah'),
    ])
    .where('status', '=', 'terbuka')
    .where('jumlah', '>', 0)
    .executeTakeFirstOrThrow();
}
