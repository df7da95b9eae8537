import { sql } from 'kysely';
import type { Db } from '../../database/open.ts';

/** First and last month, `YYYY-MM`. */
export interface Months {
  dari: string;
  sampai: string;
}

/** Longest list of a section; the report sums up the rest. */
export const most = 1_000;

const days = ({ dari, sampai }: Months) => [`${dari}-01`, `${sampai}-31`] as const;

const totals = [sql<number>`count(*)`.as('banyak'), sql<number>`sum(kas_entri.jumlah)`.as('jumlah')] as const;

function reversals(db: Db, months: Months) {
  const [first, last] = days(months);
  return db
    .selectFrom('kas_entri')
    .innerJoin('kas_entri as reversed', 'reversed.nomor', 'kas_entri.membatalkan')
    .where('kas_entri.jenis', '=', 'pembatalan') // follows from the join; its index finds these few entries
    .where('kas_entri.tanggal', '>=', first)
    .where('kas_entri.tanggal', '<=', last);
}

/** Reversals that are dated in these months, with what each takes back. */
export const listReversals = (db: Db, months: Months) =>
  reversals(db, months)
    .select([
      'kas_entri.nomor',
      'kas_entri.tanggal',
      'kas_entri.jumlah',
      'kas_entri.keterangan as alasan',
      'reversed.nomor as asal',
      'reversed.tanggal as tanggal_asal',
      'reversed.jenis as jenis_asal',
      'reversed.keterangan',
    ])
    .orderBy('kas_entri.nomor')
    .limit(most)
    .execute();

export const sumReversals = (db: Db, months: Months) =>
  reversals(db, months).select(totals).executeTakeFirstOrThrow();

function withoutProof(db: Db, months: Months) {
  const [first, last] = days(months);
  return db
    .selectFrom('expenses')
    .innerJoin('kas_entri', 'kas_entri.expense_id', 'expenses.id')
    .where('expenses.foto', 'is', null)
    .where('kas_entri.jenis', '=', 'pengeluaran')
    .where('kas_entri.tanggal', '>=', first)
    .where('kas_entri.tanggal', '<=', last)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('kas_entri as later')
            .select('later.nomor')
            .whereRef('later.membatalkan', '=', 'kas_entri.nomor')
            .where('later.tanggal', '<=', last),
        ),
      ),
    );
}

/** Spending whose expense has no proof, unless it was reversed in these months. */
export const listWithoutProof = (db: Db, months: Months) =>
  withoutProof(db, months)
    .select(['kas_entri.nomor', 'kas_entri.tanggal', 'kas_entri.jumlah', 'expenses.judul', 'expenses.saksi'])
    .orderBy('kas_entri.nomor')
    .limit(most)
    .execute();

export const sumWithoutProof = (db: Db, months: Months) =>
  withoutProof(db, months).select(totals).executeTakeFirstOrThrow();

export function listClosings(db: Db, { dari, sampai }: Months) {
  return db
    .selectFrom('tutup_buku')
    .select(['id', 'bulan', 'disusun_oleh_nama', 'disetujui_oleh_nama', 'ditutup_pada'])
    .where('bulan', '>=', dari)
    .where('bulan', '<=', sampai)
    .orderBy('bulan')
    .execute();
}
