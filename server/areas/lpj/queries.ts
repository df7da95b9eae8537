import { sql } from 'kysely';
import type { Db } from '../../database/open.ts';
import { side } from '../cash-book/queries.ts';

/** First and last month, `YYYY-MM`. */
export interface Months {
  dari: string;
  sampai: string;
}

/** Longest list of a section. */
const most = 1_000;

const sum = sql<number>`sum(jumlah)`.as('jumlah');

export function sumsBefore(db: Db, { dari }: Months) {
  return db
    .selectFrom('kas_bulanan')
    .select(['akun_id', 'dana_id', sum])
    .where('bulan', '<', dari)
    .groupBy(['akun_id', 'dana_id'])
    .execute();
}

export function sumsWithin(db: Db, { dari, sampai }: Months) {
  return db
    .selectFrom('kas_bulanan')
    .select(['akun_id', 'dana_id', 'jenis', 'kategori', side.as('side'), sum])
    .where('bulan', '>=', dari)
    .where('bulan', '<=', sampai)
    .groupBy(['akun_id', 'dana_id', 'jenis', 'kategori', side])
    .orderBy('kategori')
    .execute();
}

export function listPlaces(db: Db) {
  const akun = db.selectFrom('akun').select(['id', 'nama']).orderBy('id').execute();
  const dana = db.selectFrom('dana').select(['id', 'nama']).orderBy('id').execute();
  return Promise.all([akun, dana]);
}

const days = ({ dari, sampai }: Months) => [`${dari}-01`, `${sampai}-31`] as const;

/** Reversals that are dated in these months, with what each takes back. */
export function listReversals(db: Db, months: Months) {
  const [first, last] = days(months);
  return db
    .selectFrom('kas_entri')
    .innerJoin('kas_entri as reversed', 'reversed.nomor', 'kas_entri.membatalkan')
    .select([
      'kas_entri.nomor',
      'kas_entri.tanggal',
      'kas_entri.jumlah',
      'kas_entri.keterangan as alasan',
      'reversed.nomor as asal',
      'reversed.tanggal as tanggal_asal',
      'reversed.keterangan',
    ])
    .where('kas_entri.tanggal', '>=', first)
    .where('kas_entri.tanggal', '<=', last)
    .orderBy('kas_entri.nomor')
    .limit(most)
    .execute();
}

/** Spending whose expense has no proof, unless it was reversed. */
export function listWithoutProof(db: Db, months: Months) {
  const [first, last] = days(months);
  return db
    .selectFrom('expenses')
    .innerJoin('kas_entri', 'kas_entri.expense_id', 'expenses.id')
    .select(['kas_entri.nomor', 'kas_entri.tanggal', 'kas_entri.jumlah', 'expenses.judul', 'expenses.saksi'])
    .where('expenses.foto', 'is', null)
    .where('expenses.dihapus_pada', 'is', null)
    .where('kas_entri.jenis', '=', 'pengeluaran')
    .where('kas_entri.tanggal', '>=', first)
    .where('kas_entri.tanggal', '<=', last)
    .orderBy('kas_entri.nomor')
    .limit(most)
    .execute();
}

export function listClosings(db: Db, { dari, sampai }: Months) {
  return db
    .selectFrom('tutup_buku')
    .select(['bulan', 'disusun_oleh_nama', 'disetujui_oleh_nama', 'ditutup_pada'])
    .where('bulan', '>=', dari)
    .where('bulan', '<=', sampai)
    .orderBy('bulan')
    .execute();
}
