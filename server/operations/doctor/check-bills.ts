/** Bills against the audit rows that explain them, and against the payments that were made for them: both make the credit of a house. */
import { isDeepStrictEqual } from 'node:util';
import { withMonths } from '../../areas/bills/queries.ts';
import type { Db } from '../../database/open.ts';
import { type Ids, lastId, ranges } from './queries.ts';
import { lastTold, linesAbout } from './replay-queries.ts';
import { type Pace, type Violation, violationsOf } from './violation.ts';

export async function* checkBills(db: Db, pace: Pace): AsyncGenerator<Violation> {
  const last = Math.max(await lastId(db, 'tagihan'), await lastTold(db, 'bills', 'bill.made'));
  for (const ids of ranges(last)) yield* await pace(() => wrongBills(db, ids));
}

async function wrongBills(db: Db, { from, to }: Ids): Promise<Violation[]> {
  const rows = await db
    .selectFrom('tagihan')
    .select(['id', 'user_id', 'akun_id', 'jumlah', 'kode', 'kredit', 'dibuat_pada', 'ditutup_pada'])
    .where((eb) => eb.between('id', from, to))
    .execute();
  const lines = await linesAbout(db, 'bills', { from, to });
  const made = lines.filter(({ aksi }) => aksi === 'bill.made');
  const told = new Map(made.map(({ entitas_id, sesudah }) => [entitas_id, sesudah]));
  const stored = await withMonths(db, rows);
  const ids = new Set<number | null>(stored.map(({ id }) => id));
  return [
    ...stored
      .filter(({ id, dibuat_pada: _made, ditutup_pada: _closed, bulan: rincian, ...bill }) => {
        return !isDeepStrictEqual({ ...bill, rincian }, told.get(id));
      })
      .map(({ id }) => altered('tagihan', id, 'riwayat perubahan menyebut yang lain')),
    ...(await listForeign(db, { from, to })).map(({ id }) =>
      altered('tagihan', id, 'dibayar dengan pembayaran yang bukan untuk tagihan ini'),
    ),
    ...[...told.keys()]
      .filter((id) => !ids.has(id))
      .map((id) => destroyed('tagihan', id, 'ada di riwayat perubahan, tetapi sudah tidak ada')),
  ];
}

const altered = violationsOf('altered');
const destroyed = violationsOf('destroyed');

/** Bills with a payment of another person, month or amount. */
const listForeign = (db: Db, { from, to }: Ids) =>
  db
    .selectFrom('tagihan')
    .innerJoin('tagihan_bulan', 'tagihan_bulan.tagihan_id', 'tagihan.id')
    .innerJoin('payments', 'payments.id', 'tagihan_bulan.payment_id')
    .where((eb) => eb.between('tagihan.id', from, to))
    .where((eb) =>
      eb.or([
        eb('payments.user_id', '<>', eb.ref('tagihan.user_id')),
        eb('payments.tahun', '<>', eb.ref('tagihan_bulan.tahun')),
        eb('payments.bulan', '<>', eb.ref('tagihan_bulan.bulan')),
        eb('payments.jumlah', '<>', eb.ref('tagihan_bulan.jumlah')),
      ]),
    )
    .select('tagihan.id')
    .distinct()
    .execute();
