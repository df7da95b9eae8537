/** SQL about one month, house by house: who paid, whose proof waits, who owes. */
import { type SqlBool, sql } from 'kysely';
import type { Period } from '../../../contract/format.ts';
import { type MonthStatus, unpaid } from '../../../contract/payments.ts';
import type { Scope } from '../../../contract/policy.ts';
import type { Db } from '../../platform/db/open.ts';
import { cutPage, type Order, type PageRequest, pageOf } from '../../platform/db/page.ts';
import { preparedInScope } from '../../platform/db/prepared.ts';
import { inBlock } from '../../platform/db/scope.ts';
import { everything, findPeople, selectFound } from '../../platform/db/search.ts';
import { payerColumns, type StaffFilter, verifier } from './queries.ts';

const paymentKey = sql<number>`coalesce(payments.id, 0)`;

const byHouse: Order<{ urutan_blok: string; nama: string; user_id: number; id: number | null }> = {
  name: 'payments-month',
  columns: ['users.urutan_blok', 'users.nama', 'users.id', paymentKey],
  kinds: ['text', 'text', 'id', 'id'],
  descending: false,
  keyOf: (row) => [row.urutan_blok, row.nama, row.user_id, row.id ?? 0],
};

export interface MonthOptions {
  period: Period;
  /** The instant at which it ended. */
  ended: string;
  filter: StaffFilter;
}

/** What a file is narrowed to besides: a piece of a name or house. The screen looks for it in its rows. */
export type ExportFilter = StaffFilter & { q?: string | undefined };

/** Whether somebody owed dues at an instant: as reports count it, whatever the person was before or is now. */
const owedBy = (instant: string) =>
  sql<SqlBool>`(SELECT sum(banyak) FROM debtor_changes WHERE user_id = users.id AND waktu < ${instant}) > 0`;

/**
 * The month's payments in scope, and active residents who owed it without one as `belum_bayar` (id null), house by
 * house. Payers who are officers, or no longer there, appear with their payments only.
 */
function monthRows(
  db: Db,
  scope: Scope,
  { period, ended, filter }: MonthOptions,
  dues: number,
  found = everything,
) {
  const { blok, status: wanted } = filter;
  const paid = wanted === unpaid ? undefined : wanted;
  return (
    selectFound(db, 'users', found)
      .leftJoin('payments', (join) =>
        join
          .onRef('payments.user_id', '=', 'users.id')
          .on('payments.tahun', '=', period.tahun)
          .on('payments.bulan', '=', period.bulan)
          .on('payments.dihapus_pada', 'is', null)
          // Inside a function, lest SQLite looks for each house among all payments in that status.
          .on((eb) =>
            paid === undefined ? eb.lit(true) : eb(sql`coalesce(payments.status, '')`, '=', paid),
          ),
      )
      .select([
        'payments.id',
        'users.id as user_id',
        'payments.bukti_transfer',
        'payments.tanggal_upload',
        'payments.tanggal_konfirmasi',
        'payments.catatan',
        'payments.keterangan',
        ...payerColumns,
        verifier,
        'users.urutan_blok',
        sql<number>`coalesce(payments.jumlah, CAST(${dues} AS INTEGER))`.as('jumlah'),
        sql<number>`CAST(${period.tahun} AS INTEGER)`.as('tahun'),
        sql<number>`CAST(${period.bulan} AS INTEGER)`.as('bulan'),
        sql<MonthStatus>`coalesce(payments.status, ${sql.lit(unpaid)})`.as('status'),
      ])
      .where(inBlock(scope, blok))
      .where((eb) =>
        eb.or([
          eb('payments.id', 'is not', null),
          eb.and([
            eb('users.jenis', '=', 'warga'),
            eb('users.status', '=', 'active'),
            eb('users.dihapus_pada', 'is', null),
            owedBy(ended),
          ]),
        ]),
      )
      // Not as `id IS (NOT) NULL`: the databases would begin at the payments, and sort all houses for the first fifty.
      // As a range, because PostgreSQL takes that for a third of the houses, and one value for hardly any.
      .$if(wanted !== undefined, (query) => query.where(paymentKey, wanted === unpaid ? '<=' : '>', 0))
      .orderBy('users.urutan_blok')
      .orderBy('users.nama')
      .orderBy('users.id')
      .orderBy(paymentKey)
  );
}

type WholeMonth = { tahun: number; bulan: number; ended: string; dues: number; fetch: number };

/** The month from its beginning and unfiltered, as staff open it. */
const readWholeMonth = preparedInScope((db, scope, values: WholeMonth) => {
  const { tahun, bulan, ended, dues, fetch } = values;
  return monthRows(db, scope, { period: { tahun, bulan }, ended, filter: {} }, dues).limit(fetch);
});

/** @param dues what a resident without a payment owes, in rupiah */
export async function listMonth(
  db: Db,
  scope: Scope,
  options: MonthOptions & { dues: number },
  request: PageRequest,
) {
  const { behind, fetch } = pageOf(byHouse, request);
  const { period, ended, filter, dues } = options;
  const isWhole = [request.cursor, filter.blok, filter.status].every((given) => given === undefined);
  const rows = isWhole
    ? await readWholeMonth(db, scope, { ...period, ended, dues, fetch })
    : await monthRows(db, scope, options, dues).where(behind).limit(fetch).execute();
  return cutPage(byHouse, rows, fetch);
}

/**
 * The month for an export. Each resident once: of several payments the newest counts, since only a rejected one has a
 * successor. Narrowed to a status it has every payment in it, as the list on the screen.
 */
export async function listMonthStates(
  db: Db,
  scope: Scope,
  options: MonthOptions & { filter: ExportFilter },
) {
  const { blok, q, status } = options.filter;
  const found = await findPeople(db, scope, { q, blok, columns: ['nama', 'blok'] });
  const rows = await monthRows(db, scope, options, 0, found).execute();
  return status === undefined ? [...new Map(rows.map((row) => [row.user_id, row])).values()] : rows;
}
